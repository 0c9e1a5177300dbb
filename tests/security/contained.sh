# The tests of this folder elsewhere: inside an ordinary container, where namespaces and mounts are refused, also to
# root; as an ordinary user; and as both. What is tested as several users by itself (confinement.sh, jail.sh) is
# not here again. `tests/run.py build --contained` does that for any test.
# Once: what holds is up to the kernel.
. "$ROOT/tests/frame.sh"

chmod 755 .
# at ROLE SCRIPT COMMAND...: runs the script by way of that command, in a folder of its own.
at() {
    role=$1 script=$2
    shift 2
    mkdir -p "$role/$script"
    chmod 755 "$role" "$role/$script"
    case $role in user*) chown 65534:65534 "$role/$script" ;; esac
    code=0
    (cd "$role/$script" && exec "$@" env SCRATCH="$PWD" HOME="$PWD" XDG_CACHE_HOME="$PWD/.cache" \
        XDG_STATE_HOME="$PWD/.state" sh "$ROOT/tests/security/$script.sh" </dev/null) \
        >"$role-$script.out" 2>"$role-$script.err" || code=$?
    echo $code >"$role-$script.code"
}
# told ROLE SCRIPT: what came of it.
told() {
    name=$1_$2
    sed -n "s/^ok /ok ${name}_/p; s/^not ok /not ok ${name}_/p; s/^skip /skip ${name}_/p; /^    /p" "$1-$2.out"
    code=$(cat "$1-$2.code")
    [ "$code" = 0 ] && grep -q '^ok ' "$1-$2.out" || echo "not ok $name: ended with $code: $(tail -n 3 "$1-$2.err")"
}

refusing=$BUILD/tests/refuse_namespaces
user='setpriv --reuid=65534 --regid=65534 --clear-groups'
users=
if ! command -v setpriv >/dev/null || ! $user "$TANDEM" --version >/dev/null 2>&1 || ! $user test -r "$ROOT/tests/frame.sh"; then
    echo "skip user: cannot become an ordinary user here"
else
    users=yes
    QUICK=1 at user survivors $user & # it waits most of the time
fi
for script in confinement permits stores; do
    at contained $script "$refusing"
    told contained $script
done
for script in ${users:+permits stores}; do
    at user $script $user
    told user $script
    at user_contained $script $user "$refusing"
    told user_contained $script
done
wait
[ -z "$users" ] || told user survivors
