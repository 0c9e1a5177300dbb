# What the long commands show while they run: on a terminal lines that fit and are removed at the end, also after
# Ctrl-C; nothing with -q; no control characters where there is no terminal.
. "$ROOT/tests/frame.sh"

cat >p.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n == 4711) puts("there");
    return n > 17;
}
END
# terminal COLUMNS SIGNAL COMMAND…: runs it on a terminal, sends the signal (0: none) after the first screen, and
# writes what came to `seen`; the exit code is the command's.
terminal() {
    columns=$1 signal=$2
    shift 2
    python3 "$ROOT/tests/on_pty.py" --columns "$columns" --signal "$signal" findings "$@" >seen
}
# fits NAME COLUMNS: screens came, no line of them is too wide, and the last one was removed.
fits() {
    if python3 - "$2" <<'END' >reason 2>&1; then pass "$1"; else fail "$1" "$(tail -n 1 reason)"; fi
import re, sys
width = int(sys.argv[1])
text = open("seen", "rb").read().decode()
screens = text.split("tandem explore ")
assert len(screens) > 1, "no screen"
lines = [re.sub(r"\x1b\[[AK]|\r", "", line) for line in text.split("\n") if "\x1b[K" in line]
assert all(len(line) < width for line in lines if "seed" not in line), max(lines, key=len)
last = screens[-1]
body, end = last.rsplit("\x1b[A", 1)
drawn = len(re.findall(r"\x1b\[K\r?\n", body))
assert body.count("\x1b[A") + 1 == drawn, f"{drawn} lines, {body.count(chr(27) + '[A') + 1} removed"
assert "\x1b[A" not in end and "findings   " not in end, "something was left"
END
}
LC_ALL=C.UTF-8
export LC_ALL
terminal 90 0 "$TANDEM" explore --for 2s --sym-args 0 1 6 -o out.a p.c
fits explore-wide 90
terminal 31 0 "$TANDEM" explore --for 2s --sym-args 0 1 6 -o out.b p.c
fits explore-narrow 31
terminal 80 2 "$TANDEM" explore --for 60s --sym-args 0 1 6 -o out.c p.c
code=$?
ends explore-interrupted 130
fits explore-restores 80
terminal 80 0 "$TANDEM" explore -q --for 1s --sym-args 0 1 6 -o out.d p.c
if grep -q -a "$(printf '\033')" seen; then fail explore-quiet "it draws"; else pass explore-quiet; fi
run "$TANDEM" explore --for 1s --sym-args 0 1 6 -o out.e p.c
if grep -q -a "$(printf '\033')" out err; then fail explore-no-terminal "control characters"; else pass explore-no-terminal; fi
