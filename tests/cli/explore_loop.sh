# libFuzzer harnesses: many runs in one process, each as in a process of its own; inputs of any length,
# dictionaries, seeds, merging, and what findings come with.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

for source in "$ROOT"/bench/harnesses/*.c; do
    name=$(basename "$source" .c)
    "$cc" -O1 -o "$name" "$source" -lpthread
    programs=$name
    case $name in # the same with a main, for some kinds of state
    counter | crashes | create | descriptors | exits | late | leak | thread)
        "$cc" -O1 -o "$name-main" "$source" "$ROOT/bench/harnesses/main/main.c" -lpthread
        programs="$name $name-main"
        ;;
    esac
    for program in $programs; do
        if "$BUILD/bench/loop_rate" check "./$program" >said 2>&1; then
            pass "apart-$program"
        else
            fail "apart-$program" "$(cat said)"
        fi
    done
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

cat >stateful.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int runs, ends;
static char *kept;
static void end(void)
{
    if (++ends > 1)
        abort();
}
int main(int argc, char **argv)
{
    static char line[64];
    int c;
    if (runs++ || kept || ends || *line || optind != 1 || strcmp(argv[1], "A") || access("left", F_OK) == 0)
        abort(); /* what a new process does not find */
    while ((c = getopt(argc, argv, "v")) != -1)
        if (c != 'v')
            return 2;
    FILE *f = fopen(argv[optind], "r");
    kept = strdup("left");
    atexit(end);
    setvbuf(stdin, NULL, _IONBF, 0);
    if (!f || !fgets(line, sizeof line, f))
        return 1;
    if (line[0] == 'l')
        fclose(fopen(kept, "w"));
    if (line[0] == 'r')
        remove(argv[optind]);
    if (line[0] == 'x')
        exit(3);
    if (!strncmp(line, "k3y", 3))
        puts("far inside");
    argv[1][0] = 0;
    return 0;
}
END
run "$cc" -g -o stateful stateful.c
ends compiles-program 0
run "$TANDEM" explore --runs 20000 --for 20 --no-solver --no-asan -q -o state.d ./stateful -- @@ -v
ends loops-program 0
if [ -z "$(ls state.d/findings 2>/dev/null)" ]; then pass nothing-left; else fail nothing-left "$(cat state.d/findings/*/what)"; fi
says many-in-one 0 state.d/stats.json '"looped":[0-9][0-9][0-9][0-9]'
if grep -q k3y state.d/tests/*/files/A; then pass word; else fail word "$(cat state.d/tests/*/files/A)"; fi
