# `tandem explore` as a user calls it: every way through the example programs (tests/explore) is
# reached through closed boxes, and not without them; and programs that misbehave.
. "$ROOT/tests/frame.sh"
examples=$ROOT/tests/explore
cc=$BUILD/tandem-cc

# ways NAME OPTIONS…: explores NAME.t and leaves the exit codes that its tests have natively in $ways.
ways() {
    name=$1
    shift
    rm -rf "$name.out"
    run "$TANDEM" explore --for 20s --mutation-share 0 --models off -o "$name.out" "$@" "./$name.t"
    ways=$(for t in "$name.out"/tests/*; do
        bash -c 'mapfile -d "" -t a <"$1/argv"; in=/dev/null; [ -f "$1/stdin" ] && in=$1/stdin
            timeout 5 "$2" "${a[@]}" <"$in" >/dev/null 2>&1; echo $?' - "$t" "./$name.n"
    done | sort -nu | tr '\n' ' ')
}

# example NAME WANTED OPTIONS…: all of WANTED are reached, and one of them not with --no-deferred.
example() {
    name=$1 wanted=$2
    shift 2
    if ! "$cc" -g -fno-builtin -o "$name.t" "$examples/$name.c" $libraries -lm >out 2>err ||
        ! cc -w -o "$name.n" "$examples/$name.c" $libraries -lm >out 2>err; then
        fail "$name" "does not compile"
        return
    fi
    ways "$name" "$@"
    if [ "$code" != 0 ]; then
        fail "$name" "exit code $code"
    elif [ "$ways" != "$wanted " ]; then
        fail "$name" "ways $ways, wanted $wanted"
    else
        pass "$name"
    fi
    [ -z "$QUICK" ] || return 0
    ways "$name" "$@" --no-deferred
    if [ "$ways" = "$wanted " ]; then
        fail "$name-concrete" "plain concretization reaches everything: $ways"
    else
        pass "$name-concrete"
    fi
}

libraries=
example listing1 "0 1 2" --sym-args 0 1 10
example strcmp "0 1 2 3 4" --sym-args 0 1 10
example atoi "0 1 2 3" --sym-args 0 1 10
example strchr "0 1 2 3 4" --sym-args 0 1 10
example strtol "0 1 2 3 4 5 6 7" --sym-args 0 1 24
example sscanf "0 1 2 3 4 5" --sym-args 0 1 10
example qsort "0 1 2 3" --sym-stdin 4
example memcmp "0 1 2 3" --sym-stdin 4
example chain "0 1 2 3" --sym-args 0 1 10
example libm "0 1 2 3 4 5" --sym-stdin 4
example ctype "0 1 2 3 4" --sym-args 0 1 10
chmod 755 . # an ordinary user has to find the library
cc -w -shared -fPIC -o libthird.so "$examples/thirdparty.c"
libraries="-L. -lthird -Wl,-rpath,$PWD"
example outparam "0 1 2 3" --sym-args 0 1 10 --signatures "$examples/thirdparty.sig"
libraries=

# Wrong input.
echo 'this is no C' >bad.c
run "$TANDEM" explore --for 5s -o bad.out bad.c
says not-c 3 err "does not compile"
echo 'int f(void) { return 1; }' >nomain.c
run "$TANDEM" explore --for 5s -o nomain.out nomain.c
ends no-main 3
run "$TANDEM" explore --for 5s -o true.out /bin/true
says not-instrumented 3 err "tandem-cc"
run "$TANDEM" explore -o x.out nothere
ends not-there 4
run "$TANDEM" explore
ends no-target 2
run "$TANDEM" explore --sym-args 3 1 4 ./listing1.t
says bad-range 2 err "MIN is larger"
run "$TANDEM" explore --sym-args 1,2 ./listing1.t
says bad-numbers 2 err "3 numbers"

# misbehaves NAME CODE: a program whose argument 'x' makes it misbehave still gets its other test.
misbehaves() {
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
    if (argc < 2) return 0;
    if (argv[1][0] == 'x') bad();
    if (argv[1][0] == 'y' && argv[1][1] == 'z') puts("there");
    return 0;
}
END
    run "$TANDEM" explore --sym-args 1 1 3 --for 10s --mutation-share 0 --run-timeout 0.2 -o "$1.out" "$1.c"
    if [ "$code" != 0 ]; then
        fail "$1" "exit code $code"
    elif ! grep -q -a yz "$1.out"/tests/*/argv; then
        fail "$1" "the other way was not found"
    else
        pass "$1"
    fi
}
misbehaves forks 'if (!fork()) for (;;) pause();'
misbehaves kills-parent 'kill(getppid(), SIGKILL); pause();'
misbehaves kills-all 'kill(-1, SIGKILL); pause();'
misbehaves loops 'for (;;) ;'
misbehaves fills-disk 'static char b[65536]; for (int i = 0; ; i++) { char n[20]; sprintf(n, "f%d", i); int f = open(n, O_CREAT | O_WRONLY, 0600); if (f < 0) return; while (write(f, b, sizeof b) > 0) ; close(f); }'
misbehaves threads 'pthread_t t; for (int i = 0; i < 5; i++) pthread_create(&t, 0, idle, 0);'
misbehaves random 'int f = open("/dev/urandom", O_RDONLY); unsigned char c; if (read(f, &c, 1) == 1 && c > 100) abort();'

# Findings are told apart and kept once, with a small input.
cat >broken.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc < 2) return 0;
    assert(argv[1][0] != 'q');
    if (argv[1][0] == 'r' && argv[1][1] == 's') *(volatile char *)8 = 1;
    return 0;
}
END
run "$TANDEM" explore --sym-args 1 2 8 --for 10s --mutation-share 0 -o broken.out broken.c
if grep -q -a "failed assertion" broken.out/findings/*/what && grep -q -a "Segmentation" broken.out/findings/*/what &&
    [ "$(ls broken.out/findings | wc -l)" = 2 ] && grep -q -x -a 'rs.' broken.out/findings/*/argv; then
    pass findings
else
    fail findings "$(cat broken.out/findings/*/what)"
fi

# The same seed gives the same tests; a folder is taken up again.
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 5 -o again.out ./listing1.t
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 5 -o more.out ./listing1.t
if diff -r again.out/tests more.out/tests >out 2>err; then pass same-seed; else fail same-seed "tests differ"; fi
before=$(ls again.out/tests | wc -l)
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 6 --json -o again.out ./listing1.t
if [ "$code" = 0 ] && [ "$(ls again.out/tests | wc -l)" = "$before" ] && grep -q '"complete":true' out; then
    pass resume
else
    fail resume "it was $before tests, now $(ls again.out/tests | wc -l)"
fi
