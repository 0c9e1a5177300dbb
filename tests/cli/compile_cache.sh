# C files are compiled once; whatever happens to the cache, the answer is right.
. "$ROOT/tests/frame.sh"
export XDG_CACHE_HOME="$SCRATCH/cache"
export TMPDIR="$SCRATCH"
entries="$XDG_CACHE_HOME/tandem/boxes"

mkdir bin
real=$(command -v cc)
cat >bin/cc <<END
#!/bin/sh
echo call >>"$SCRATCH/calls"
exec $real "\$@"
END
chmod +x bin/cc
PATH="$SCRATCH/bin:$PATH"

echo '#define ADD 1' >box.h
cat >box.c <<'END'
#include <stdint.h>
#include "box.h"
uint8_t f(uint8_t x) { return x + ADD; }
END
cat >query.smt2 <<'END'
(declare-cb f ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (f x) #x2a))
(check-sat)
(get-value (x))
END

# asks NAME CALLS ANSWER [OPTION...]: the answer, and how often the compiler is called for it.
asks() {
    name=$1 calls=$2 answer=$3
    shift 3
    : >calls
    run "$TANDEM" solve --box-may write="$SCRATCH" --lib box.c "$@" query.smt2
    if [ "$(wc -l <calls)" != "$calls" ]; then
        fail "$name" "the compiler was called $(wc -l <calls) times, wanted $calls"
    else
        is "$name" 0 "sat
((x $answer))"
    fi
}

asks first 1 '#x29'
asks second 0 '#x29'
asks not_wanted 1 '#x29' --no-compile-cache
echo '#define ADD 2' >box.h
asks header_changed 1 '#x28'
asks header_kept 0 '#x28'
sed -i 's/x + ADD/x - ADD/' box.c
asks source_changed 1 '#x2c'
sed -i 's/x - ADD/x + ADD/' box.c
echo '#define ADD 1' >box.h
asks changed_back 1 '#x29'
CPATH=/usr/include asks other_environment 1 '#x29'
unset CPATH

# ---- damage
asks good_again 0 '#x29'
for file in "$entries"/*.so; do : >"$file"; done
asks empty_object 1 '#x29'
for file in "$entries"/*.so; do printf x | dd of="$file" bs=1 seek=4000 conv=notrunc 2>/dev/null; done
asks changed_object 1 '#x29'
for file in "$entries"/*.list; do head -c 60 "$file" >cut && cp cut "$file"; done
asks cut_list 1 '#x29'
rm "$entries"/*.so
asks removed_object 1 '#x29'
asks mended 0 '#x29'
chmod 0777 "$entries"
asks open_to_others 1 '#x29'
chmod 0700 "$entries"
asks closed_again 0 '#x29'
XDG_CACHE_HOME=/dev/null asks no_folder 1 '#x29'
XDG_CACHE_HOME=$SCRATCH/cache
HOME=/nowhere XDG_CACHE_HOME='' asks no_home 1 '#x29'
XDG_CACHE_HOME=$SCRATCH/cache
cat >dated.c <<'END'
const char *built = __DATE__;
unsigned char f(unsigned char x) { return x + 1; }
END
mv box.c kept.c && mv dated.c box.c
asks dated_first 1 '#x29'
asks dated_second 1 '#x29'
mv kept.c box.c

# ---- a full folder
mkdir full
if mount -t tmpfs -o size=8k tmpfs full 2>/dev/null; then
    head -c 8192 /dev/zero >full/stuff 2>/dev/null
    XDG_CACHE_HOME=$SCRATCH/full asks full_folder 1 '#x29'
    umount full
    XDG_CACHE_HOME=$SCRATCH/cache
else
    echo "skip full_folder: no tmpfs can be mounted here"
fi

# ---- killed runs, runs at the same time
rm -rf "$XDG_CACHE_HOME"
for delay in 0.01 0.03 0.06 0.1; do
    timeout -s KILL $delay "$TANDEM" solve --box-may write="$SCRATCH" --lib box.c query.smt2 >/dev/null 2>&1
done
run "$TANDEM" solve --box-may write="$SCRATCH" --lib box.c query.smt2
is after_killed_runs 0 "sat
((x #x29))"
rm -rf "$XDG_CACHE_HOME"
for i in 1 2 3 4 5; do
    "$TANDEM" solve --box-may write="$SCRATCH" --lib box.c query.smt2 >"out$i" 2>&1 &
done
wait
cat out1 out2 out3 out4 out5 | sort | uniq -c | sed 's/^ *//' >out
code=0
is at_the_same_time 0 "5 ((x #x29))
5 sat"
asks then 0 '#x29'
