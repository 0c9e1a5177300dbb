# The path-condition dialect: the files of corpora/krpk with the answers of the index of the corpora. What the
# dialect means is in tests/regress/box/memory.
. "$ROOT/tests/frame.sh"

corpora="$ROOT/../shared/corpora"
if [ ! -d "$corpora/krpk" ]; then
    echo "skip krpk: the shared corpora are not here"
    exit 0
fi
for file in $(ls "$corpora/krpk"); do
    want=$(sed -n "/^## krpk/,/^## jfs/s/^| $file | \([a-z]*\) |.*/\1/p" \
        "$corpora/closed-box-INDEX.md")
    run "$TANDEM" solve --allow-code -q --timeout 60 "$corpora/krpk/$file"
    is "$file" 0 "$want"
done
