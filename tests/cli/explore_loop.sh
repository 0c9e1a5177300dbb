# libFuzzer harnesses: many runs in one process, each as in a process of its own; inputs of any length,
# dictionaries, seeds, merging, and what findings come with.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

for source in "$ROOT"/bench/harnesses/*.c; do
    name=$(basename "$source" .c)
    "$cc" -O1 -o "$name" "$source" -lpthread
    if "$BUILD/bench/loop_rate" check "./$name" >said 2>&1; then
        pass "apart-$name"
    else
        fail "apart-$name" "$(cat said)"
    fi
done

cat >lengths.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static int runs;
    if (n > 200 && data[n - 1] == 'z')
        return 1;
    if (n == 7 && !memcmp(data, "\x01\xfe\x02 key", 7))
        abort();
    if (++runs > 3) /* only in company */
        abort();
    return 0;
}
END
run "$cc" -g -o lengths lengths.c
ends compiles 0
printf '# words\nfirst="\\x01\\xfe\\x02 key"\n"another"\n' >words
run "$TANDEM" explore --for 20 --no-solver --stop-at-first -x words -q -o out.d ./lengths
ends finds 0
says one-finding 0 out "findings, in out.d/findings:"
if [ "$(ls out.d/findings)" = 0000 ]; then pass only-one; else fail only-one "$(ls out.d/findings)"; fi
run sh out.d/findings/0000/reproduce.sh
ends reproduces 134
says loops 134 out.d/stats.json '"looped":[1-9]'

printf 'nothing "here\n' >words
run "$TANDEM" explore -x words -q -o x.d ./lengths
ends wrong-dictionary 3
says wrong-line 3 err "words:1: not a word of a dictionary"
run "$TANDEM" explore -x missing -q -o x.d ./lengths
ends no-dictionary 4

mkdir many
printf 'short' >many/a
printf 'brief' >many/b
head -c 300 /dev/zero | tr '\0' 'z' >many/c
run "$TANDEM" explore --merge -i many -q -o merged.d ./lengths
ends merges 0
if [ "$(ls merged.d/tests | wc -l)" = 2 ]; then pass merged; else fail merged "$(ls merged.d/tests)"; fi
if cmp -s many/c merged.d/tests/000001/objects/000-data; then pass seeds; else fail seeds "not there"; fi
