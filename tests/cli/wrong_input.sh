# Wrong input that a user would rather know of: one sentence says what is wrong and what to do, the exit code
# says which kind of wrong it is, and nothing is answered as if it had been right.
. "$ROOT/tests/frame.sh"

# ---- explore ----
cat >plain.c <<'END'
#include <stdio.h>
int main(void) { int c = getchar(); if (c == 'x') puts("x"); return c == 'y'; }
END
explore() { run "$TANDEM" explore -q --no-asan --mutation-share 0 --sym-stdin 2 --for 3s "$@"; }
explore -o a.out -i nowhere plain.c
says seeds-not-there 4 err 'seeds nowhere: No such file'
[ ! -e a.out ] && pass seeds-nothing-made || fail seeds-nothing-made "there are results"
mkdir none
explore -o a.out -i none plain.c
says seeds-none 3 err 'seeds none: there are no tests in it'
: >empty
explore -o a.out -i empty plain.c
says seeds-empty 3 err 'seeds empty: the file is empty'
explore -o a.out --sync nowhere plain.c
says sync-not-there 4 err 'sync nowhere: there is no such folder'
printf '# mine\nf i32 nonsense\n' >bad.signatures
explore -o a.out --signatures bad.signatures plain.c
says signatures 3 err "bad.signatures:2: cannot read 'nonsense'"
explore -o a.out plain.c
ends results 0
explore -o b.out -c 1 -i a.out plain.c
ends seeds-of-results 0
if grep -q x b.out/tests/*/stdin; then pass seeds-below-results; else fail seeds-below-results "they were not used"; fi

# One writer for one folder.
"$TANDEM" explore -q --no-asan --sym-stdin 2 --for 60s -o locked.out plain.c >/dev/null 2>&1 &
first=$!
while [ ! -s locked.out/.lock ]; do sleep 0.05; done
explore -o locked.out plain.c
says locked 4 err "locked.out: another run writes there (process $first, since 20.*explore -q --no-asan"
kill -9 $first
wait $first 2>/dev/null
explore -o locked.out plain.c
ends lock-goes-with-its-holder 0
[ ! -e locked.out/.lock ] && pass lock-removed || fail lock-removed "the file stays"
