# Programs that work with temporary files: they have folders for them of their own, which every run finds empty.
. "$ROOT/tests/frame.sh"

# Where the program lies itself is shown to it, also in such a folder.
there=$PWD
apart=$(mktemp -d /var/tmp/explore_temporary.XXXXXX)
trap 'rm -rf "$apart" "/tmp/temporary-given.$$"' EXIT
cp "$ROOT/tests/explore/temporary.c" "$apart"
mkdir "$apart/below"
chmod 755 "$apart" "$apart/below"
cd "$apart/below"

run "$BUILD/tandem-cc" -w -g -o temporary ../temporary.c
ends compiles 0

# The first letters of the tests' inputs, in order.
letters() {
    for t in "$1"/*; do head -c 1 "$t/stdin" | tr -c 'lqg' '.'; done 2>/dev/null
}

for way in "--mutation-share 0" --no-solver; do
    name=$(echo "$way" | tr -dc a-z)
    run "$TANDEM" explore -q --jail namespaces $way --sym-stdin 1 --for 4s -o "$there/$name.out" ./temporary
    if grep -q 'namespaces (' err; then
        echo "skip $name: no namespaces here"
        continue
    fi
    ends "$name" 0
    case $(letters "$there/$name.out/tests") in
    *l*) fail "$name-tests" "$(letters "$there/$name.out/tests")" ;;
    *q*) pass "$name-tests" ;;
    *) fail "$name-tests" "$(letters "$there/$name.out/tests")" ;;
    esac
    case $(letters "$there/$name.out/aside") in
    l) pass "$name-aside" ;;
    *) fail "$name-aside" "$(letters "$there/$name.out/aside")" ;;
    esac
    # What one run leaves is not met by the next.
    if ls "$there/$name.out/findings" 2>/dev/null | grep -q .; then
        fail "$name-apart" "$(ls -R "$there/$name.out/findings")"
    else
        pass "$name-apart"
    fi
done
# What a program is given there it can read, and so can it what lies beside it; the rest of the folder is its own.
echo q >"/tmp/temporary-given.$$"
for file in "/tmp/temporary-given.$$" "$apart/temporary.c"; do
    name=given$(echo "$file" | tr -dc c)
    run "$TANDEM" explore -q --no-solver --sym-stdin 1 --for 2s -o "$there/given.out" ./temporary -- "$file"
    case $(letters "$there/given.out/tests") in
    *g*) pass "$name" ;;
    *) fail "$name" "$(letters "$there/given.out/tests")" ;;
    esac
done

if ls /tmp/temporary.* /var/tmp/temporary.* /dev/shm/temporary-left 2>/dev/null | grep -q .; then
    fail nothing-left "$(ls /tmp/temporary.* /var/tmp/temporary.* /dev/shm/temporary-left 2>/dev/null)"
else
    pass nothing-left
fi
