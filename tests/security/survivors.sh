# Nothing survives: whatever programs, solvers and targets do, and however a command ends, no process
# and no file of it is left.
# Once: what is left is a matter of processes, and every other test runs the same code.
# Waits: for commands to be in the middle of their work, and for their processes to go.
. "$ROOT/tests/frame.sh"

chmod 755 . # targets run as another user
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
mark=survivors-$$

# Whatever goes wrong here, other tests are not to be disturbed.
end_marked() {
    left=$(marked_pids)
    [ -z "$left" ] || kill -9 $left
}
trap end_marked EXIT

# marked COMMAND...: runs it as `run` does, with a mark that its children inherit.
marked() { run env SURVIVORS_MARK="$mark" "$@"; }

# How many processes carry the mark; what has ended counts no more.
count_marked() {
    marked_pids | wc -l
}

marked_pids() {
    grep -l -z "^SURVIVORS_MARK=$mark\$" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\n'
}

# nothing_left NAME [PATIENCE]: no process with the mark and no scratch folder, at once or after so
# many tries where the command was killed and its janitor works.
nothing_left() {
    tries=${2:-1}
    while :; do
        processes=$(count_marked)
        files=$(find tmp -mindepth 1 | head -n 3)
        tries=$((tries - 1))
        [ "$processes$files" = 0 ] || [ $tries -le 0 ] && break
        sleep 0.2
    done
    if [ "$processes$files" = 0 ]; then
        pass "$1"
    else
        fail "$1" "$processes processes, files: $files"
        end_marked
    fi
}

# What misbehaves, in C: bad WAY [ARGUMENT...] prints what it is asked for last, or hangs.
cat >bad.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void hang(void)
{
    for (;;)
        pause();
}

static void daemonize(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 0; i < 64; i++)
                close(i);
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            hang();
        }
        _exit(0);
    }
}

/* Far too many, in sessions of their own; but not without end, should the test fail. */
static void bomb(int sessions)
{
    int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    while (__atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST) < 900)
        if (fork() == 0 && sessions)
            setsid();
    hang();
}

int main(int argc, char **argv)
{
    const char *way = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    if (!strncmp(way, "bomb", 4))
        bomb(way[4]);
    daemonize();
    if (!strcmp(way, "hangs"))
        hang();
    if (!strcmp(way, "sat")) /* a solver */
        puts("sat");
    else
        printf("%d\n", argc > 1 ? atoi(argv[1]) * 2 + 1 : 0);
    return 0;
}
END
run cc -O1 -o bad bad.c
ends compiles 0
mkdir programs
for way in twice hangs bomb bombs sat; do cp bad programs/$way; done

# formula PROGRAM: a script that needs it
formula() {
    cat >"$1.smt2" <<END
(declare-oracle-fun f (Int) Int $1)
(declare-const x Int)
(assert (and (= (f x) 21) (> x 5) (< x 20)))
(check-sat)
END
}
for way in twice hangs bomb bombs; do
    formula $way
    [ $way != twice ] && formula_limit="--timeout 2 --box-timeout 1" || formula_limit=
    marked "$TANDEM" solve $formula_limit --box-may fork --oracle-path programs $way.smt2
    nothing_left oracle_$way
    [ $way != twice ] || is oracle_twice_answer 0 sat
done

cat >few.c <<'END'
#include <stdint.h>
#include <unistd.h>
uint32_t few(uint32_t n)
{
    fork();
    for (;;)
        ;
}
END
cat >few.smt2 <<'END'
(declare-cb few ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (few x) #x00000007))
(check-sat)
END
marked "$TANDEM" solve --timeout 2 --box-timeout 500ms --lib few.c few.smt2
nothing_left box_that_forks

cat >plain.smt2 <<'END'
(declare-const x Int)
(assert (> x 3))
(check-sat)
END
for way in sat bombs; do
    marked "$TANDEM" bench -t 500ms --solver "$PWD/programs/$way" plain.smt2
    nothing_left bench_$way
    [ $way = bombs ] && [ -n "$QUICK" ] && continue
    marked "$TANDEM" fuse -q --count 2 -t 500ms --no-reduce --solver "$PWD/programs/$way" -o fuse-$way "$ROOT/tests/fuse_seeds"
    nothing_left fuse_$way
    marked "$TANDEM" race -q -t 0.2 --theory BV --steps 2 -T "$PWD/programs/$way" -R "$PWD/programs/sat" -o race-$way
    nothing_left race_$way
    marked "$TANDEM" reduce -q -t 500ms --solver "$PWD/programs/$way" --check answer=sat -o small.smt2 plain.smt2
    nothing_left reduce_$way
done

# killed NAME FILE COMMAND...: kills the command without warning as soon as it has started
# something that misbehaves (a daemon is there), and looks at what is left.
killed() {
    name=$1
    least=$2
    shift 2
    env SURVIVORS_MARK="$mark" "$@" >out 2>err </dev/null &
    pid=$!
    there=
    for try in $(seq 600); do
        [ "$(count_marked)" -ge "$least" ] && there=yes && break
        sleep 0.1
    done
    [ -n "$there" ] || fail "killed_${name}_works" "nothing to kill: $(count_marked) processes of $least"
    kill -9 $pid
    wait $pid 2>/dev/null
    nothing_left "killed_$name" 40
}
killed solve 5 "$TANDEM" solve --box-timeout 20 --box-may fork --oracle-path programs hangs.smt2
killed solve_engine 5 "$TANDEM" solve --engine "$PWD/programs/hangs" plain.smt2
killed box 5 "$TANDEM" solve --box-timeout 20 --lib few.c few.smt2
killed fuse 6 "$TANDEM" fuse -q -t 20 --solver "$PWD/programs/hangs" -o fuse-killed "$ROOT/tests/fuse_seeds"
killed race 5 "$TANDEM" race -q -t 20 --theory BV -T "$PWD/programs/hangs" -R "$PWD/programs/sat" -o race-killed
killed bench 5 "$TANDEM" bench -t 20 --solver "$PWD/programs/hangs" plain.smt2
killed reduce 5 "$TANDEM" reduce -t 20 --solver "$PWD/programs/hangs" --check answer=sat -o small.smt2 plain.smt2

cat >loop.c <<'END'
int unknown(void);
void assert(int);
int few(int);
int main(void)
{
    int x = 0, y = unknown();
    while (x < y)
        x++;
    assert(few(x) > 0);
}
END
printf 'int few(int n) { for (;;); }\n' >opaque.c
# a compiler that is killed has its own temporary files
awk 'BEGIN { print "int few(int n) {"; for (i = 0; i < 20000; i++) printf "n = n * %d + (n >> %d) %% 7;\n", i, i % 31; print "return n; }" }' >long.c
killed compiler 5 "$TANDEM" solve --no-compile-cache --lib long.c few.smt2
killed prove 4 "$TANDEM" prove --lib opaque.c loop.c

cat >target.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
    if (argc > 1 && argv[1][0] == 'x')
        puts("x");
    return 0;
}
END
run "$BUILD/tandem-cc" -g -o target target.c
ends tandem_cc 0
marked "$TANDEM" explore -q --no-asan --sym-args 0 1 2 --for 2s -o explored ./target
nothing_left explore
killed explore 3 "$TANDEM" explore -q --no-asan --sym-args 0 1 2 --for 60s -o explored-killed ./target

# A run that was killed with its janitor and all leaves its folder to the next run, which touches no
# other folder.
mkdir "tmp/tandem-run-kept" "tmp/tandem-other"
env SURVIVORS_MARK="$mark" "$TANDEM" solve --no-compile-cache --lib long.c few.smt2 >out 2>err </dev/null &
for try in $(seq 50); do
    [ -n "$(find tmp -name 'tandem-run-*-*')" ] && break
    sleep 0.1
done
if [ -n "$(find tmp -name 'tandem-run-*-*')" ]; then
    while pids=$(marked_pids) && [ -n "$pids" ]; do # one may start another between the look and the blow
        kill -9 $pids 2>/dev/null
    done
    wait
    [ -n "$(find tmp -name 'tandem-run-*-*')" ] && pass all_are_killed || fail all_are_killed "no folder left"
    marked "$TANDEM" solve plain.smt2
    rmdir "tmp/tandem-run-kept" "tmp/tandem-other" || fail other_folders "touched"
    nothing_left next_run_cleans
else
    echo "skip all_are_killed: the folder was not seen"
fi

# Where there is no memory to be had, those who wait and sweep still end everything: every allocation is refused to
# every process of ours that has started another.
starve="env SURVIVORS_MARK=$mark LD_PRELOAD=$BUILD/tests/libinject.so FAULT_KIND=alloc FAULT_NUMBER=1 FAULT_LENGTH=0
    FAULT_PARENTS=yes FAULT_PROGRAM=tandem FAULT_MARK=$PWD/starved"
if nm -D "$TANDEM" 2>/dev/null | grep -q __asan_init || [ "$(uname -m)" != x86_64 ]; then
    echo 'skip starved: no allocation can be refused here'
else
    # ends_starved NAME COMMAND...: it starts what detaches itself or is far too many.
    ends_starved() {
        name=$1
        shift
        rm -f starved
        run $starve "$@"
        nothing_left "starved_$name"
        [ -e starved ] && pass "starved_${name}_really" || fail "starved_${name}_really" "nothing was refused"
    }
    ends_starved engine "$TANDEM" solve --timeout 2 --engine "$PWD/programs/hangs" plain.smt2
    ends_starved bombs "$TANDEM" bench -t 500ms --solver "$PWD/programs/bombs" plain.smt2

    # The janitor is killed: the waiting process sweeps, without memory as well.
    $starve "$TANDEM" solve --engine "$PWD/programs/hangs" plain.smt2 >out 2>err </dev/null &
    pid=$!
    for try in $(seq 200); do
        [ "$(count_marked)" -ge 5 ] && break
        sleep 0.1
    done
    kill -9 $(pgrep -P $pid)
    wait $pid 2>/dev/null
    nothing_left starved_without_janitor
fi
