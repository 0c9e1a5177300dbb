# Tests that would change files outside their folder are no tests for others to run.
. "$ROOT/tests/frame.sh"

run "$BUILD/tandem-cc" -w -g -o outside "$ROOT/tests/explore/outside.c"
ends compiles 0

# The first letters of the tests' arguments, in order.
letters() {
    for t in "$1"/*; do head -c 1 "$t/argv"; done 2>/dev/null | tr -d '\0' | fold -w 1 | sort | tr -d '\n'
}

for way in "--mutation-share 0" --no-solver; do
    name=$(echo "$way" | tr -dc a-z)
    run "$TANDEM" explore -q $way --sym-args 0 1 1 --for 2s -o "$name.out" ./outside
    ends "$name" 0
    case $(letters "$name.out/aside") in
    be) pass "$name-aside" ;;
    *) fail "$name-aside" "$(letters "$name.out/aside")" ;;
    esac
    case $(letters "$name.out/tests") in
    *[be]*) fail "$name-tests" "$(letters "$name.out/tests")" ;;
    *c*g*) pass "$name-tests" ;;
    *) fail "$name-tests" "$(letters "$name.out/tests")" ;;
    esac
done
