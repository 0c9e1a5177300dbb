# The tests of this folder inside an ordinary container: namespaces and mounts are refused, also to root.
# Once: what holds is up to the kernel.
# jail.sh does that for `explore` itself, and `tests/run.py build --contained` for any test.
. "$ROOT/tests/frame.sh"

for script in confinement permits stores; do
    mkdir "$script"
    chmod 755 . "$script"
    code=0
    (cd "$script" && exec "$BUILD/tests/refuse_namespaces" env SCRATCH="$PWD" sh "$ROOT/tests/security/$script.sh" </dev/null) \
        >"$script.out" 2>"$script.err" || code=$?
    sed -n "s/^ok /ok ${script}_/p; s/^not ok /not ok ${script}_/p; s/^skip /skip ${script}_/p; /^    /p" "$script.out"
    [ $code = 0 ] || echo "not ok $script: ended with $code: $(tail -n 3 "$script.err")"
done
