# `tandem explore` by mutation, together with another fuzzer's queue, and the coverage of its tests.
. "$ROOT/tests/frame.sh"

cat >p.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
    char line[64] = "";
    struct stat s;
    if (argc > 1 && !strcmp(argv[1], "--verbose"))
        puts("words of the program");
    if (argc > 1 && !stat(argv[1], &s) && S_ISDIR(s.st_mode))
        puts("a folder");
    if (fgets(line, sizeof line, stdin) && line[0] == '#' && line[5] == '7' && line[6] == 'q')
        puts("only the other fuzzer knows this");
    if (argc > 40)
        puts("too many arguments");
    return 0;
}
END
mkdir -p shared/other/queue
printf '#....7q' >shared/other/queue/id:000000

run "$TANDEM" explore p.c --sym-args 0 2 10 --sym-stdin 8 --sym-files 1 8 --no-solver --for 4s \
    --seed 1 -q -o out.d --sync shared
ends mutates 0
if [ "$(ls shared/tandem/queue | wc -l)" -gt 0 ]; then pass feeds-others; else fail feeds-others "nothing"; fi

run "$TANDEM" explore --replay out.d p.c
ends replays 0
# reached NAME PATTERN yes|no: whether a test reaches the line with the text.
reached() {
    number=$(grep -n "$2" p.c | cut -d: -f1)
    row=$(grep -o "<span class=\"[yn]\"><b> *$number " out.d/coverage.html | head -n 1)
    case $3,$row in
    yes,*'"y"'* | no,*'"n"'*) pass "$1" ;;
    *) fail "$1" "line $number: $row" ;;
    esac
}
reached word-of-the-program 'puts("words' yes
reached a-folder 'puts("a folder' yes
reached input-of-the-other 'puts("only' yes
reached unreachable 'puts("too many' no
if grep -q 'p\.c$' out; then pass prints-files; else fail prints-files "no line for p.c"; fi
run "$TANDEM" explore --replay out.d --json p.c
if python3 -c 'import json; assert json.load(open("out"))["tests"] > 2'; then pass json; else fail json "?"; fi

run "$TANDEM" explore --replay nowhere p.c
ends no-tests 4
run "$TANDEM" explore --replay out.d /bin/true
ends no-bitcode 3
run "$TANDEM" explore p.c --sym-args 0 1 4 --for 1s -o out.e --sync p.c
ends sync-is-a-file 4
