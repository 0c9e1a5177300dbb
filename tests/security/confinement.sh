# The sandbox holds: as the user who runs the tests, as an ordinary user, and inside a user namespace.
# Once: what holds is up to the kernel.
# Waits: for limits of time.
. "$ROOT/tests/frame.sh"

chmod 755 .
mkdir -p work
chmod 777 work
here=$(pwd -P)/work
cat >kill_all.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>
uint32_t kp(uint32_t n) {
    int q[2];
    pipe(q);
    fcntl(q[0], F_SETOWN, getppid());
    fcntl(q[0], F_SETSIG, SIGKILL);
    fcntl(q[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    write(q[1], "x", 1);
    return n;
}
END
cat >kp.smt2 <<'END'
(declare-cb kp ((_ BitVec 32)) (_ BitVec 32))
(assert (= (kp #x00000003) #x00000003))
(check-sat)
END
cat >create.c <<'END'
#include <fcntl.h>
#include <stdint.h>
uint8_t can_create(uint8_t x) { return open("escaped", O_CREAT | O_WRONLY, 0600) >= 0; }
END
cat >create.smt2 <<'END'
(declare-cb can_create ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (can_create x) #x00))
(check-sat)
END
cat >constructor.c <<'END'
#include <stdlib.h>
__attribute__((constructor)) static void init(void) { system("echo >escaped"); }
int f(int x) { return x + 1; }
END
cat >uses.c <<'END'
int f(int x);
int main(void) { int i = 0, n = unknown(); assume(n >= 0); while (i < n) i = f(i); assert(i == n); }
END
cat >own.c <<'END'
int system(const char *);
__attribute__((constructor)) static void init(void) { system("echo >escaped"); }
static int g(int x) { system("echo >escaped"); return x + 1; }
int main(void) { int i = 0, n = unknown(); assume(n >= 0); while (i < n) i = g(i); assert(i == n); }
END
echo 'root_secret:line(of a file that is nobody'"'"'s business' >secret
mkdir script
cat >script/include.smt2 <<END
(declare-cb f (Int) Int :source "#include ""$(pwd -P)/secret""
long f(long x) { return x; }")
(check-sat)
END
chmod -R a+rX .

# clean NAME: no file came to be where none belongs.
clean() {
    if [ -n "$(ls -A "$here")" ]; then
        fail "$1" "left behind: $(ls -A "$here")"
        rm -rf "${here:?}"/*
    else
        pass "$1"
    fi
}
# as WHO COMMAND...: in the folder `work`, as that user.
as() {
    who=$1
    shift
    case $who in
    user) (cd "$here" && exec setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent \
        XDG_CACHE_HOME=/nonexistent "$@") ;;
    namespace) (cd "$here" && exec unshare --user --map-root-user "$@") ;;
    *) (cd "$here" && exec "$@") ;;
    esac
}
all_cases() {
    w=$1 f=$(pwd -P)
    run as "$w" "$TANDEM" solve --timeout 5 --lib "$f/kill_all.c" "$f/kp.smt2"
    says "${w}_tandem_lives" 0 out '^unknown$'
    run as "$w" "$TANDEM" solve --timeout 60 --lib "$f/create.c" "$f/create.smt2"
    says "${w}_no_answer_by_the_sandbox" 0 out '^unknown$'
    says "${w}_which_call" 0 err "openat.*--box-may write"
    run as "$w" "$TANDEM" solve --timeout 5 --allow-code --lib "$f/constructor.c" "$f/kp.smt2"
    says "${w}_constructor" 3 out 'cannot be loaded'
    run as "$w" "$TANDEM" prove --timeout 3 --lib "$f/constructor.c" "$f/uses.c"
    says "${w}_constructor_of_prove" "$code" out '^unknown: .*the sandbox refuses'
    run as "$w" "$TANDEM" prove --timeout 3 --opaque g "$f/own.c"
    says "${w}_opaque_code" "$code" out '^unknown: .*the sandbox refuses'
    run as "$w" "$TANDEM" solve --allow-code "$f/script/include.smt2"
    if grep -q 'root_secret\|business' out err; then fail "${w}_compiler" "it shows the secret"; else pass "${w}_compiler"; fi
    clean "${w}_clean"
}
all_cases plain
if ! command -v setpriv >/dev/null || ! as user "$TANDEM" --version >/dev/null 2>&1; then
    echo "skip user: cannot become an ordinary user here"
else
    all_cases user
    run as user "$BUILD/tests/test_sandbox"
    if [ "$code" = 0 ] && ! grep -q '^not ok' out; then pass user_every_call; else fail user_every_call "$code"; fi
    rm -rf "${here:?}"/*
fi
if ! unshare --user --map-root-user true 2>/dev/null; then
    echo "skip namespace: no user namespaces here"
else
    all_cases namespace
fi

# where no sandbox can be had, nothing is run
if command -v gcc >/dev/null; then
    cat >without.c <<'END'
#include <errno.h>
#include <seccomp.h>
#include <unistd.h>
int main(int argc, char **argv) {
    scmp_filter_ctx c = seccomp_init(SCMP_ACT_ALLOW);
    seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0);
    return seccomp_load(c) ? 1 : (execv(argv[1], argv + 1), 1);
}
END
    gcc -o without without.c -lseccomp
    run ./without "$TANDEM" solve --lib create.c create.smt2
    says refuses_to_solve 7 out 'refused: boxes would run without a sandbox'
    run ./without "$TANDEM" prove uses.c
    says refuses_to_prove 7 err 'refused: foreign code would run without a sandbox'
    run ./without "$TANDEM" solve --sandbox off --lib kill_all.c --timeout 5 examples_are_not_needed.smt2
    ends off_is_the_users_word 4
fi

run "$TANDEM" solve --json --timeout 60 --lib create.c create.smt2
says reported 0 out '"seccomp": true'
run "$TANDEM" solve --json --sandbox off --timeout 60 --lib kill_all.c script/include.smt2
says reported_off 7 out '"seccomp": false'
for wrong in nothing write=/no/such/folder fork,; do
    run "$TANDEM" solve --box-may "$wrong" create.smt2
    ends "box_may_$wrong" 2
done
