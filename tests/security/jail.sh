# The jails of `tandem explore`: a target that tries everything reaches nothing outside, in both kinds, as
# root and as an ordinary user, and leaves no process; where no jail can be had nothing runs.
# Once: what holds is up to the kernel, and runs are counted in seconds.
# Waits: for attacks that hang.
. "$ROOT/tests/frame.sh"

refuse=$BUILD/tests/refuse_namespaces
chmod 755 .
user=54321 # nobody else's
[ "$(id -u)" = 0 ] && roles="root user" || roles=self

# as ROLE COMMAND...: as that user.
as() {
    role=$1
    shift
    case $role in
    user) setpriv --reuid=$user --regid=$user --clear-groups env HOME="$PWD/$role" XDG_CACHE_HOME="$PWD/$role/.cache" "$@" ;;
    *) env HOME="$PWD/$role" "$@" ;;
    esac
}

# A folder of things to be reached, world-writable in part, and a listener and a bystander of that user.
prepare() {
    role=$1
    rm -rf "$role"
    mkdir -p "$role/world"
    [ "$role" != user ] || chown -R $user:$user "$role"
    chmod 777 "$role/world"
    mkfifo "$role/stop"
    python3 "$ROOT/tests/security/listen.py" "$PWD/$role/world" <"$role/stop" >/dev/null 2>&1 &
    exec 8>"$role/stop"
    as "$role" sh -c "echo \$\$ >'$role/world/pid'; exec sleep 1000" >/dev/null 2>&1 8>&- &
    while [ ! -s "$role/world/port" ] || [ ! -s "$role/world/pid" ]; do sleep 0.05; done
    bystander=$(cat "$role/world/pid")
    for file in victim other; do as "$role" sh -c "echo $file >'$role/world/$file'"; done
    as "$role" sh -c "echo long >'$role/world/long'; chmod 640 '$role/world/long'; touch -d @1000000 '$role/world/long'"
    "$BUILD/tandem-cc" -w -g -DWHERE="\"$PWD/$role/world\"" -DPORT="$(cat "$role/world/port")" -o "$role.attack" \
        "$ROOT/tests/security/attack.c" 2>err >out || fail "$role-compiles" "attack.c does not compile"
    state "$role" >"$role.before"
}

# All that an attack could have changed.
state() {
    (
        cd "$1/world" && ls -1
        stat -c '%n %s %a %Y %h' victim other long 2>/dev/null
        cat received
        lsattr long 2>/dev/null
    )
    ls -1 "$1"
    grep -E '^(State|SigPnd|ShdPnd)' "/proc/$bystander/status" 2>/dev/null
    taskset -p $bystander 2>/dev/null | sed 's/.*: //'
    prlimit -n -p $bystander 2>/dev/null
    ps -o ni= -p $bystander
}

finish() {
    exec 8>&-
    kill $bystander 2>/dev/null
}

# left PROGRAM: its processes.
left() { for p in /proc/[0-9]*; do case $(readlink "$p/exe" 2>/dev/null) in "$PWD/$1"*) basename "$p" ;; esac done; }

# attack ROLE KIND WRAPPER...: explores the attacker in a jail of this kind; WRAPPER goes before tandem. It ends when everything
# was tried; until then forks that never end have all processors for the time of a run.
attack() {
    role=$1 kind=$2 name=$1-$2${3:+-refused}
    shift 2
    mkdir -p "results-$role"
    [ "$role" != user ] || chown $user:$user "results-$role"
    run as "$role" "$@" "$TANDEM" explore -q --json --sym-args 1 1 1 --mutation-share 0 --no-asan --run-timeout 0.15 \
        --for 12s -o "results-$role/$name" "./$role.attack"
    says "$name" 0 out "\"jail\": *\"$kind\""
    state "$role" >"$role.after"
    if cmp -s "$role.before" "$role.after"; then
        pass "$name-holds"
    else
        fail "$name-holds" "$(diff "$role.before" "$role.after")"
    fi
    # The attacks that return are tests now, or put aside: they were tried.
    tried=$(cat "results-$role/$name"/tests/*/argv "results-$role/$name"/aside/*/argv 2>/dev/null | tr -d '\0' |
        fold -w 1 | sort -u | tr -d '\n')
    case $tried in *a*b*) pass "$name-tried" ;; *) fail "$name-tried" "only '$tried'" ;; esac
    rest=$(left "$role.attack")
    if [ -z "$rest" ]; then pass "$name-gone"; else fail "$name-gone" "processes are left: $rest"; fi
}

for role in $roles; do
    # That these attacks work is seen where there is no jail; as root they are somebody else's.
    prepare "$role"
    if [ "$role" != root ]; then
        as "$role" "./$role.attack" a mild >/dev/null 2>&1
        sleep 0.3
        state "$role" >"$role.after"
        for thing in got-write '^victim [0-9]' '^moved$' 'got-home' 'something came' '^long 0 777'; do
            case $thing in '^victim [0-9]') wanted=0 ;; *) wanted=1 ;; esac
            if [ "$(grep -c "$thing" "$role.after" | sed 's/^[1-9].*/1/')" = $wanted ]; then pass "$role-real-$thing"; else
                fail "$role-real-$thing" "$(cat "$role.after")"
            fi
        done
        if kill -0 $bystander 2>/dev/null; then fail "$role-real-signal" "the bystander lives"; else pass "$role-real-signal"; fi
        finish
        prepare "$role"
    fi
    if as "$role" unshare -Ur true 2>/dev/null; then attack "$role" namespaces; else
        echo "skip $role-namespaces: there are none here"
    fi
    attack "$role" filter "$refuse"
    finish
done

# No jail, no run.
run "$refuse" -l "$TANDEM" explore --for 2s -o none.out "./${roles%% *}.attack"
says no-jail 7 err 'Nothing was run; --jail off goes without'
[ ! -e none.out ] && pass no-jail-nothing || fail no-jail-nothing "there are results"
run "$refuse" "$TANDEM" explore --jail namespaces --for 2s -o none.out "./${roles%% *}.attack"
says no-namespaces 7 err 'namespaces (new namespaces: Operation not permitted)'
echo 'int main(void) { return 0; }' >quiet.c
run "$refuse" -l "$TANDEM" explore -q --jail off --for 1s --mutation-share 0 --no-asan -o off.out quiet.c
says off-told 0 err 'jail off: nothing keeps the program'
says off 0 out 'jail: off'

# The search finds the same, whatever the jail; tests that would change files elsewhere are put aside.
run "$BUILD/tandem-cc" -w -g -o outside "$ROOT/tests/explore/outside.c"
letters() { cat "$1"/*/argv 2>/dev/null | tr -d '\0' | fold -w 1 | sort | tr -d '\n'; }
for role in $roles; do
    mkdir -p "results-$role"
    [ "$role" != user ] || chown $user:$user "results-$role"
    run as "$role" "$refuse" "$TANDEM" explore -q --mutation-share 0 --no-asan --sym-args 0 1 1 --for 4s \
        -o "results-$role/outside" ./outside
    ends "$role-outside" 0
    case $(letters "results-$role/outside/aside") in be) pass "$role-aside" ;; *) fail "$role-aside" "$(letters "results-$role/outside/aside")" ;; esac
    case $(letters "results-$role/outside/tests") in
    *[be]*) fail "$role-kept" "$(letters "results-$role/outside/tests")" ;;
    *c*g*) pass "$role-kept" ;;
    *) fail "$role-kept" "$(letters "results-$role/outside/tests")" ;;
    esac
done

# Below a chroot there are no user namespaces.
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    mkdir -p below
    run unshare -m sh -c "mount --rbind / below && exec chroot '$PWD/below' '$TANDEM' explore -q --no-asan --for 1s -o '$PWD/chroot.out' '$PWD/quiet.c'"
    says chroot 0 out 'jail: filter'
else
    echo 'skip chroot: no mounts can be made here'
fi
