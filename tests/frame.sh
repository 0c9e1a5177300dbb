# The frame of the shell tests: sourced by tests/cli/*.sh, which run with TANDEM, BUILD, ROOT and
# SCRATCH in their environment and with a scratch folder of their own as the current folder. QUICK is
# set where there is no time for much.

# run COMMAND...: runs it; leaves its exit code in $code and its output in the files out and err.
run() {
    code=0
    "$@" >out 2>err </dev/null || code=$?
    if leak_check_broke; then
        code=0
        LSAN_OPTIONS="use_tls=0:print_suppressions=0:suppressions=$ROOT/tests/leaks.txt" "$@" >out 2>err </dev/null || code=$?
    fi
}

# The leak checker of gcc 12 crashes itself at the end of some programs that loaded LLVM, on their
# thread-local memory: that says nothing about the program.
leak_check_broke() { grep -q 'LeakSanitizer has encountered a fatal error' err; }

# feed TEXT COMMAND...: the same with TEXT on standard input.
feed() {
    printf '%s' "$1" >in
    shift
    code=0
    "$@" <in >out 2>err || code=$?
    if leak_check_broke; then
        code=0
        LSAN_OPTIONS="use_tls=0:print_suppressions=0:suppressions=$ROOT/tests/leaks.txt" "$@" <in >out 2>err || code=$?
    fi
}

pass() { echo "ok $1"; }

fail() {
    echo "not ok $1: $2"
    sed 's/^/    out: /' out | head -n 20
    sed 's/^/    err: /' err | head -n 20
}

# is NAME CODE TEXT: the last run ended with CODE and printed exactly TEXT.
is() {
    if [ "$code" != "$2" ]; then
        fail "$1" "exit code $code, wanted $2"
    elif [ "$(cat out)" != "$3" ]; then
        fail "$1" "printed something else, wanted: $3"
    else
        pass "$1"
    fi
}

# ends NAME CODE: it ended with CODE, whatever it printed.
ends() {
    if [ "$code" = "$2" ]; then pass "$1"; else fail "$1" "exit code $code, wanted $2"; fi
}

# says NAME CODE FILE PATTERN: it ended with CODE, and FILE (out, err) has a line like PATTERN.
says() {
    if [ "$code" != "$2" ]; then
        fail "$1" "exit code $code, wanted $2"
    elif ! grep -q -e "$4" "$3"; then
        fail "$1" "nothing like '$4' in $3"
    else
        pass "$1"
    fi
}

# silent NAME FILE: nothing was printed there.
silent() {
    if [ -s "$2" ]; then fail "$1" "$2 is not empty"; else pass "$1"; fi
}
