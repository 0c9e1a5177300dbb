# Wrong input of `tandem explore`: what is no program, and programs that misbehave. Each is contained,
# one sentence says what is wrong, and the run goes on where there is something to run.
. "$ROOT/tests/frame.sh"

# wrong NAME CODE SENTENCE TARGET: ends with CODE, and nothing but the sentence is said.
wrong() {
    run "$TANDEM" explore --for 5s -o "$1.out" "$4"
    if [ "$(wc -l <err)" != 1 ]; then fail "$1" "$(wc -l <err) lines"; else says "$1" "$2" err "$3"; fi
}
echo 'int f(void) { return 1; }' >nomain.c
: >empty.c
echo 'no program' >text
mkdir folder
printf '\177ELF' >half && chmod +x half
wrong no-main 3 'nomain.c has neither main nor LLVMFuzzerTestOneInput' nomain.c
wrong empty 3 'empty.c has neither main nor' empty.c
wrong text 3 'text is neither an executable nor a C file' text
wrong folder 3 'folder is neither an executable' folder
wrong half-a-program 3 'half does not start: Exec format error' ./half
if [ "$(id -u)" = 0 ]; then
    cp /bin/true private && chmod 700 private
    wrong private 3 'private does not start: Permission denied (under root it runs as another user' ./private
fi
wrong not-instrumented 3 'not made by tandem-cc' /bin/true
wrong not-there 4 'nothere' nothere
echo 'this is no C' >bad.c
run "$TANDEM" explore --for 5s -o bad.out bad.c
says not-c 3 err "bad.c does not compile"
echo 'int nowhere(int); int main(int c, char **v) { return nowhere(c) + nowhere(*v[0]); }' >open.c
run "$TANDEM" explore --for 5s -o open.out open.c
says not-linked 3 err "undefined reference to .nowhere"
run "$TANDEM" explore
ends no-target 2
echo 'int main(void) { return 0; }' >plain.c
run "$TANDEM" explore --sym-args 3 1 4 plain.c
says bad-range 2 err "MIN is larger"
run "$TANDEM" explore --sym-args 1,2 plain.c
says bad-numbers 2 err "3 numbers"

# program NAME CODE HOW: makes NAME.c, which does CODE: HOW is 1 for always, or a condition.
program() {
    cat >"$1.c" <<END
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *idle(void *p) { for (;;) sleep(1); return p; }
static void bad(void) { $2 }
int main(int argc, char **argv)
{
    (void)idle;
    if ($3) bad();
    if (argc > 1 && argv[1][0] == 'y' && argv[1][1] == 'z') puts("there");
    return 0;
}
END
}
# gone NAME: no process of the program is left.
gone() {
    if pgrep -f "$PWD/$1.out/" >out; then fail "$1-gone" "processes are left"; else pass "$1-gone"; fi
}
# misbehaves NAME CODE: a program whose argument 'x' makes it misbehave still gets its other test; one
# that always does is reported on.
misbehaves() {
    case $QUICK$1 in 1random | 1needs-arguments | 1kills-all) return ;; esac # the target's own business
    program "$1" "$2" "argc > 1 && argv[1][0] == 'x'"
    run "$TANDEM" explore --sym-args 1 1 3 --for 10s --mutation-share 0 --run-timeout 0.2 -o "$1.out" "$1.c"
    if [ "$code" != 0 ]; then
        fail "$1" "exit code $code"
    elif ! grep -q -a yz "$1.out"/tests/*/argv; then
        fail "$1" "the other way was not found"
    else
        pass "$1"
    fi
    gone "$1"
    [ -z "$QUICK" ] || return 0
    program "$1-always" "$2" 1
    run "$TANDEM" explore --sym-args 0 1 3 --for 1s --run-timeout 0.2 -o "$1-always.out" "$1-always.c"
    says "$1-always" 0 out "  runs$"
    gone "$1-always"
}
misbehaves needs-arguments 'fprintf(stderr, "usage: x FILE\\n"); exit(2);'
misbehaves forks 'if (!fork()) for (;;) pause();'
misbehaves kills-parent 'kill(getppid(), SIGKILL); pause();'
[ -n "$QUICK" ] || says kills-parent-told 0 err 'no tests: every run ended the process that it was forked from'
misbehaves kills-all 'kill(-1, SIGKILL); pause();'
misbehaves loops 'for (;;) ;'
program loop 'for (;;) ;' 1
run "$TANDEM" explore --for 5s --mutation-share 0 --run-timeout 0.2 -o loop.out loop.c
says loop-found 0 out '^  0000  hang'
misbehaves fills-disk 'static char b[65536]; for (int i = 0; ; i++) { char n[20]; sprintf(n, "f%d", i); int f = open(n, O_CREAT | O_WRONLY, 0600); if (f < 0) return; while (write(f, b, sizeof b) > 0) continue; close(f); }'
misbehaves threads 'pthread_t t; for (int i = 0; i < 5; i++) pthread_create(&t, 0, idle, 0);'
misbehaves random 'int f = open("/dev/urandom", O_RDONLY); unsigned char c; if (read(f, &c, 1) == 1 && c > 100) abort();'
program before-main '} __attribute__((constructor)) static void first(void) { abort(); ' 1
wrong before-main 3 'ends before its main' before-main.c

# On a terminal the status screen is gone when the statistics come.
script -qec "'$TANDEM' explore --sym-args 0 1 3 --for 20s --mutation-share 0 -o seen.out threads.c" /dev/null >out 2>err </dev/null
if tr '\r' '\n' <out | grep -q 'work  *[0-9]* runs' && tr '\r' '\n' <out | tail -n 4 | grep -q 'seconds in the fuzz solver'; then
    pass terminal
else
    fail terminal "it looks otherwise"
fi

# A part that another version of tandem-cc has compiled, as after an upgrade: nothing would be known of what it does.
echo 'int part(int c) { return c == 120; }' >part.c
printf '#include <stdio.h>\nint part(int c);\nint main(void) { return part(getchar()); }\n' >whole.c
run "$BUILD/tandem-cc" -S -o part.s part.c
sed -i '/^tandem_this_module:/{n;s/[0-9]*$/1/}' part.s
run "$BUILD/tandem-cc" -o whole whole.c part.s
run "$TANDEM" explore --for 2s --sym-stdin 4 -o parts.out ./whole
says parts_of_others 3 err 'or a part of it was: compile all of it again'
