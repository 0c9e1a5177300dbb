# The time of day and random bytes: the same in each run, the system's, or inputs.
. "$ROOT/tests/frame.sh"
cc=${TANDEM%/*}/tandem-cc

cat >nature.c <<'END2'
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
int main(void)
{
    char word = 0;
    size_t n = fread(&word, 1, 1, stdin);
    struct timeval now;
    struct timespec precise;
    unsigned key = 0;
    time_t begin = time(NULL), copy = 0;
    gettimeofday(&now, NULL);
    clock_gettime(CLOCK_REALTIME, &precise);
    if (time(&copy) != begin || now.tv_sec != begin || precise.tv_sec != begin || copy != begin)
        abort();
    if (n && word == 'd')
        switch (begin / 86400 % 7) {
        case 0: puts("Thursday"); break;
        case 1: puts("Friday"); break;
        default: puts("another day");
        }
    if (n && word == 's' && now.tv_sec > 2147483647)
        puts("after 2038");
    if (n && word == 'p' && precise.tv_sec == 1000000000)
        puts("a billion");
    if (n && word == 'r' && getrandom(&key, sizeof key, 0) == sizeof key && key == 0x12345678)
        puts("lucky");
    return 0;
}
END2
run "$cc" -g -o nature nature.c
run "$TANDEM" explore --for 0 --count 60 --mutation-share 0 --clock symbolic --random symbolic --sym-stdin 1 -q -o inputs ./nature
ends symbolic 0
# A test says what the clock was, also to the program by itself.
for test in inputs/ktest/*.ktest; do
    name=${test##*/}
    KTEST_FILE=$test ./nature <"inputs/tests/${name%.ktest}/stdin"
done 2>&1 | sort -u >said
for words in Thursday Friday "another day" "after 2038" "a billion" lucky; do
    if grep -qx "$words" said; then pass "says ($words)"; else fail "says ($words)" "$(cat said)"; fi
done
if [ -z "$(ls inputs/findings 2>/dev/null)" ]; then pass agree; else fail agree "$(cat inputs/findings/*/what)"; fi
run "$TANDEM" explore --replay inputs --clock symbolic --random symbolic --json ./nature
with=$(sed -n 's/.*"reached": *\([0-9]*\).*/\1/p' out | head -1)
run "$TANDEM" explore --replay inputs --json ./nature
without=$(sed -n 's/.*"reached": *\([0-9]*\).*/\1/p' out | head -1)
if [ "${with:-0}" -gt "${without:-0}" ]; then pass replayed; else fail replayed "$with lines, $without without"; fi

# Fixed, in runs of all kinds: processes, many in one process, the build with a sanitizer. What waits comes to an end, and two
# explorations see the same.
cat >fixed.c <<'END2'
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
int main(void)
{
    unsigned char bytes[8], first[8];
    char line[8] = "";
    time_t begin = time(NULL);
    struct timespec from, now;
    if (begin != 1767225600 || getentropy(bytes, sizeof bytes) || getrandom(first, 8, 0) != 8)
        abort();
    clock_gettime(CLOCK_MONOTONIC, &from);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec == from.tv_sec && now.tv_nsec < from.tv_nsec + 1000000);
    if (!fgets(line, sizeof line, stdin))
        return 0;
    if (*line == "0123456789abcdef"[bytes[0] & 15])
        puts("the key");
    if (line[0] == 'z' && line[1] == "0123456789abcdef"[first[3] & 15])
        puts("another");
    return line[0] == 'q' && bytes[1] == first[1];
}
END2
run "$cc" -g -o fixed fixed.c
run "$TANDEM" explore --for 0 --runs 4000 --sym-stdin 8 -q -o once ./fixed
ends fixed 0
run "$TANDEM" explore --for 0 --runs 4000 --sym-stdin 8 -q -o again ./fixed
if [ -z "$(ls once/findings 2>/dev/null)" ]; then pass no-findings; else fail no-findings "$(cat once/findings/*/what)"; fi
if diff -r once/tests again/tests >diffs; then pass repeats; else fail repeats "$(head -5 diffs)"; fi
run "$TANDEM" explore --for 3 --clock real --stop-at-first --sym-stdin 8 -q -o real ./fixed
if grep -q Aborted real/findings/*/what; then pass real; else fail real "no other time"; fi

# A program may have such functions itself, and what it was linked with sees the same clock as it.
cat >own.c <<'END2'
#include <stdio.h>
#include <stdlib.h>
long time(long *to) { (void)to; return 7; }
unsigned arc4random(void) { return 4; }
int main(void) { return time(NULL) == 7 && arc4random() == 4 ? (getchar() == 'x') : (abort(), 0); }
END2
run "$cc" -g -w -o own own.c
run "$TANDEM" explore --for 0 --count 5 --runs 500 --sym-stdin 1 -q -o own.d ./own
ends own 0
if [ -z "$(ls own.d/findings 2>/dev/null)" ]; then pass own-functions; else fail own-functions "$(cat own.d/findings/*/what)"; fi

cat >harness.c <<'END2'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) { return n && *data == 'x' ? 0 : 0; }
END2
run "$cc" -g -o harness harness.c
run "$TANDEM" explore --for 1 --clock symbolic -q -o harness.d ./harness
says harness 3 err "only input of a harness"
run "$TANDEM" explore --clock yesterday -q -o x ./fixed
says wrong 2 err "real"
