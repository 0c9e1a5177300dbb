# Text of others on a terminal: names of files, functions and symbols, and what solvers say, are shown with what a
# terminal would obey as \xNN, on stdout as on stderr; programs that read a pipe get scripts as they are.
. "$ROOT/tests/frame.sh"

# Whatever is for people is printed by helpers that do this: none of the commands prints by itself.
bare=$(grep -nE '(^|[^_a-z])(v?printf|puts|putchar|fputs|fputc|fwrite|fprintf)\(' "$ROOT"/src/cli/*.c "$ROOT"/src/cli/*/*.c \
    "$ROOT"/src/cc/*.c | grep -E '[^_a-z](v?printf|puts|putchar)\(|stdout' |
    grep -v 'fwrite(text.text, 1, text.n, stdout) == text.n' || true)
if [ -z "$bare" ]; then pass helpers; else fail helpers "$bare"; fi

escape=$(printf '\033[2Jx')
# on_terminal NAME WANTED COMMAND...: on a terminal it shows WANTED and sends it nothing to obey.
on_terminal() {
    name=$1 wanted=$2
    shift 2
    python3 "$ROOT/tests/on_pty.py" "$@" >seen
    if ! grep -q -F -e "$wanted" seen; then
        fail "$name" "no '$wanted': $(cat -v seen | tail -n 5)"
    elif grep -q -F -e "$escape" -e "$c1" seen; then
        fail "$name" "an escape came through: $(cat -v seen | tail -n 5)"
    else
        pass "$name"
    fi
}
shown='\x1b[2Jx'
printf '; %s\n(declare-const a Int)\n(assert   (> a 3))\n(check-sat)\n(get-model)\n' "$escape" >"$escape.smt2"
c1=$(printf '\302\2332Jx') # the same as one character
printf '(declare-const |a%sb| Int)\n(check-sat)\n(echo "%s")\n' "$c1" "$escape" >"s$escape.smt2"
on_terminal solve 's\u{1b}[2Jx.smt2:1:16: a |symbol| cannot have control characters' "$TANDEM" solve "s$escape.smt2"
on_terminal solve_json '1b[2Jx' "$TANDEM" solve --json "$escape.smt2"
on_terminal solve_error "$shown" "$TANDEM" solve "no$escape.smt2"
on_terminal fmt "$shown" "$TANDEM" fmt "$escape.smt2"
on_terminal fmt_check "$shown" "$TANDEM" fmt --check "$escape.smt2"
printf '#!/bin/sh\necho sat; echo "(error \\"%s\\")"\n' "$escape" >"s$escape"
chmod 755 "s$escape"
on_terminal bench "$shown" "$TANDEM" bench --solver "s$escape=./s$escape" -t 2 "$escape.smt2"
on_terminal fuse_check "$shown" "$TANDEM" fuse --check-only -v -s "./s$escape" -t 2 "$escape.smt2"
on_terminal reduce "$shown" "$TANDEM" reduce --mode text "$escape.smt2" -- grep -q "$escape"
on_terminal reduce_error "$shown" "$TANDEM" reduce "no$escape.smt2" -- true
on_terminal tandem_cc '[2Jx' "$BUILD/tandem-cc" "no$escape.c" -o none
printf 'int f(void) __asm__("f%s");\nint f(void) { return 1; }\nint main(int c, char **v) { return c > 1 && v[1][0] == 120 ? f() : 0; }\n' '\033[2Jx' >named.c
on_terminal explore 'tests' "$TANDEM" explore --no-asan --sym-args 0 1 1 --for 2s -o explored named.c
on_terminal prove 'x' "$TANDEM" prove "no$escape.c"
printf 'r%s = (bvadd x y)\n' "$escape" >"g$escape"
on_terminal race "$shown" "$TANDEM" race --theory BV -t 0.2 --steps 2 -T "./s$escape" -R "./s$escape" -o raced

run "$TANDEM" fmt "$escape.smt2"
if grep -q -F "$escape" out; then pass piped; else fail piped "a script is not as it was"; fi
