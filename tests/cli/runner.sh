# The runner of the tests itself: what fails and then passes by itself is told as flaky, and counted apart.
# Once: it looks at scripts only.
mkdir -p tree/tests/cli tree/tests/unit tree/build
cp "$ROOT/tests/run.py" "$ROOT/tests/regress.py" tree/tests/
cat >tree/tests/cli/good.sh <<'END'
echo "ok one"
echo "skip two: not here"
END
cat >tree/tests/cli/shaky.sh <<'END'
echo "ok three"
if [ -e "$BUILD/ran" ]; then echo "ok four"; else echo "not ok four: the pipe was full"; fi
touch "$BUILD/ran"
END

expect() { # NAME FILE PATTERN…: the last lines of the file
    name=$1 file=$2
    shift 2
    printf '%s\n' "$@" >wanted
    tail -n $# "$file" >got
    if diff wanted got >differs; then echo "ok $name"; else echo "not ok $name: $(cat differs)"; fi
}

tree/tests/run.py tree/build >out 2>&1
code=$?
expect flaky_is_told out "flaky: shaky (first: four: the pipe was full)" "1 flaky" \
    "3 passed, 0 failed, 1 skipped"
[ $code -eq 0 ] && echo "ok flaky_passes" || echo "not ok flaky_passes: $code"

tree/tests/run.py tree/build >out 2>&1
expect nothing_flaky out "3 passed, 0 failed, 1 skipped"
grep -q flaky out && echo "not ok no_word_of_flaky: $(cat out)" || echo "ok no_word_of_flaky"

rm tree/build/ran
echo '5 1 2 3' >totals
tree/tests/run.py tree/build --totals totals >out 2>&1
expect totals totals "8 1 3 4"

echo 'echo "not ok five: always"' >tree/tests/cli/broken.sh
tree/tests/run.py tree/build >out 2>&1
code=$?
expect broken_is_not_flaky out "3 passed, 1 failed, 1 skipped"
grep -q flaky out && echo "not ok broken_twice: $(cat out)" || echo "ok broken_twice"
[ $code -eq 1 ] && echo "ok broken_fails" || echo "not ok broken_fails: $code"

# Two at a time, and one that waits beside them: each goes on when all have begun.
rm tree/tests/cli/*.sh
for name in one two waiting; do
    cat >tree/tests/cli/$name.sh <<'END'
touch "$BUILD/$$.began"
for i in $(seq 300); do
    if [ "$(ls "$BUILD" | grep -c 'began$')" = 3 ]; then
        echo "ok together"
        exit
    fi
    sleep 0.1
done
echo "not ok together: alone"
END
done
sed -i '1i # Waits: for the others.' tree/tests/cli/waiting.sh
tree/tests/run.py tree/build --jobs 2 >out 2>&1
expect waiting_takes_no_place out "3 passed, 0 failed, 0 skipped"
grep -q '^one: 1 ok, 0 failed, 0 skipped ([0-9.]* s, [0-9.]* of a processor)$' out && echo "ok seconds_are_told" ||
    echo "not ok seconds_are_told: $(cat out)"

# scripts/check: both builds are tested, the second is made beside the tests of the first; one that cannot be made is told.
mkdir tree/scripts
cp "$ROOT/scripts/check" tree/scripts/
rm -f tree/tests/cli/*.sh tree/build/*
cat >tree/tests/cli/begins.sh <<'END'
for i in $(seq 300); do
    [ ! -e "$ROOT/begun" ] || break
    sleep 0.1
done
[ -e "$ROOT/begun" ] && echo "ok beside" || echo "not ok beside: the build waits for the tests"
END
cat >tree/scripts/build <<'END'
#!/bin/sh
mkdir -p "$1"
touch begun
echo "made $1"
END
chmod +x tree/scripts/build
tree/scripts/check >out 2>&1
code=$?
expect both_builds out "2 passed, 0 failed, 0 skipped"
grep -q '^made build-asan$' out && echo "ok build_is_heard" || echo "not ok build_is_heard: $(cat out)"
[ $code -eq 0 ] && echo "ok check_passes" || echo "not ok check_passes: $code"
printf '#!/bin/sh\ntouch begun\necho "no compiler"\nexit 3\n' >tree/scripts/build
tree/scripts/check >out 2>&1
code=$?
expect no_build out "no compiler"
[ $code -eq 1 ] && echo "ok no_build_fails" || echo "not ok no_build_fails: $code"
