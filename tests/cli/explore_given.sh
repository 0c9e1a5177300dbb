# What all runs are given: arguments behind --, a file in place of @@, variables of the environment,
# LD_LIBRARY_PATH; and -i with a folder of results.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

cat >fixed.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char text[8] = "";
    if (argc < 4 || strcmp(argv[1], "-d") || strcmp(argv[3], "--mode"))
        return 3;
    FILE *f = fopen(argv[2], "r");
    if (!f || !fread(text, 1, 7, f))
        return 4;
    if (strcmp(text, "magic7!"))
        return 5;
    if (argc > 4 && !strcmp(argv[4], "more"))
        puts("both");
    return 6;
}
END
run "$cc" -g -o fixed fixed.c
run "$TANDEM" explore --for 60 --mutation-share 0 --sym-args 0 1 4 -q -o fixed.d ./fixed -- -d @@ --mode
ends fixed 0
if grep -lq 'magic7!' fixed.d/tests/*/files/A; then
    pass fixed-file
else
    fail fixed-file "$(ls fixed.d/tests)"
fi
if grep -alq 'more' fixed.d/tests/*/argv; then pass fixed-and-free; else fail fixed-and-free "$(ls fixed.d/tests)"; fi
bad=0
for t in fixed.d/tests/*; do
    [ "$(tr '\0' ' ' <"$t/argv" | cut -c 1-11)" = "-d A --mode" ] || bad=1
done
if [ $bad = 0 ]; then pass tests-are-whole; else fail tests-are-whole "an argv without them"; fi
run "$TANDEM" explore --replay fixed.d ./fixed
says replays 0 out "all, by"

run "$TANDEM" explore --merge -q -i fixed.d -o again.d ./fixed -- -d @@ --mode
ends results-as-seeds 0
if [ "$(ls again.d/tests | wc -l)" -ge 3 ]; then pass seeds-used; else fail seeds-used "$(ls again.d/tests | wc -l)"; fi

cat >env.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *mode = getenv("APP_MODE"), *home = getenv("HOME");
    if (!home)
        return 9;
    if (mode && strlen(mode) == 4 && mode[0] == 'f' && mode[1] * 3 == 'a' * 3 && mode[3] == 't')
        return 1;
    return 0;
}
END
run "$cc" -g -o env env.c
run "$TANDEM" explore --for 60 --mutation-share 0 --sym-env APP_MODE -q -o env.d ./env
ends env 0
if grep -aq 'APP_MODE=fa.t' env.d/tests/*/env; then pass env-solved; else fail env-solved "$(ls env.d/tests)"; fi

# Texts become shorter: what stood behind their new end was not looked at before. Their new end is a byte that can be turned
# around, so that every test of a full path is seen to take it.
cat >shorter.c <<'END'
#include <stdlib.h>
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}
int main(int argc, char **argv)
{
    const char *mode = getenv("APP_MODE");
    switch (mode ? length(mode) : 0) {
    case 7: return 7;
    case 9: return 9;
    }
    switch (argc > 1 ? length(argv[1]) : 0) {
    case 6: return 6;
    case 8: return 8;
    }
    return 0;
}
END
run "$cc" -g -o shorter shorter.c
mkdir -p long.d/0
printf 'abcdefghij\0' >long.d/0/argv
printf 'APP_MODE=0123456789\0' >long.d/0/env
run "$TANDEM" explore --for 0 --count 60 --mutation-share 0 --sym-args 0 1 4 --sym-env APP_MODE -i long.d -q -o shorter.d ./shorter
ends shorter 0
lengths=$(for t in shorter.d/tests/*; do
    tr '\0' '\n' <"$t/argv" | sed 's/^/arg=/'
    tr '\0' '\n' <"$t/env" | grep '^APP_MODE='
done 2>/dev/null | awk -F= '{ print $1 length($2) }' | sort -u | tr '\n' ' ')
found=yes
for one in APP_MODE7 APP_MODE9 arg6 arg8; do
    case " $lengths" in *" $one "*) ;; *) found=no ;; esac
done
if [ "$found" = yes ]; then pass shorter-found; else fail shorter-found "$lengths"; fi
if grep -q '"pure_followed": *[1-9]' shorter.d/stats.json && grep -q '"pure_diverged": *0\b' shorter.d/stats.json; then
    pass shorter-followed
else
    fail shorter-followed "$(grep pure_ shorter.d/stats.json)"
fi
run "$TANDEM" explore --sym-env A=b -q -o env2.d ./env
says env-name 2 err "names are needed"

cat >kept.c <<'END'
#include <stdlib.h>
int main(void)
{
    return getenv("KEPT_ONE") ? abort(), 1 : 0;
}
END
run "$cc" -g -o kept kept.c
export KEPT_ONE=1
run "$TANDEM" explore --runs 50 -q -o kept.d ./kept
if [ -z "$(ls kept.d/findings)" ]; then pass small-environment; else fail small-environment "it is there"; fi
run "$TANDEM" explore --for 5 --stop-at-first --keep-env -q -o kept2.d ./kept
if [ -n "$(ls kept2.d/findings)" ]; then pass keeps-environment; else fail keeps-environment "it is not there"; fi

mkdir lib
printf 'int answer(int c) { return c == 66 ? 2 : 1; }\n' >lib/a.c
"$cc" -shared -fPIC -Wl,-soname,libanswer.so -o lib/libanswer.so lib/a.c
printf 'int answer(int);\n#include <stdio.h>\nint main(void) { return answer(getchar()) - 1; }\n' >uses.c
"$cc" -o uses uses.c -Llib -lanswer
chmod -R a+rX .
LD_LIBRARY_PATH=$PWD/lib run "$TANDEM" explore --for 60 --mutation-share 0 --sym-stdin 2 -o uses.d ./uses
ends libraries 0
if grep -q 'not instrumented' err; then fail instrumented-library "a complaint"; else pass instrumented-library; fi

# Another copy of a library than the one that was linked, and one that never was instrumented.
mkdir system
cc -shared -fPIC -o system/libanswer.so lib/a.c
"$cc" -o plain uses.c -Lsystem -l answer
"$cc" -o named uses.c lib/libanswer.so
chmod -R a+rX .
export LD_LIBRARY_PATH=$PWD/system
run "$TANDEM" explore --runs 1 --sym-stdin 2 -o system.d ./uses
says system-library 0 err "loads $PWD/system/libanswer.so, which is not instrumented, and not $PWD/lib/libanswer.so"
if [ "$(grep -c 'not instrumented' err)" = 1 ]; then pass said-once; else fail said-once "more lines"; fi
run "$TANDEM" explore --runs 1 --sym-stdin 2 -q -o quiet.d ./uses
silent said-unless-quiet err
run "$TANDEM" explore --runs 1 --sym-stdin 2 -o plain.d ./plain
says plain-library 0 err 'libanswer.so is not instrumented'
run "$TANDEM" explore --runs 1 --sym-stdin 2 -o named.d ./named
says named-library 0 err 'libanswer.so, which is not instrumented'
unset LD_LIBRARY_PATH
