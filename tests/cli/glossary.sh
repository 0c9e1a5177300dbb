# The glossary: each row names a header that is there and speaks of the word.
# Once: it looks at sources only.
cd "$ROOT" || exit 1
page=docs/glossary.md
bad=
rows=0
while IFS='|' read -r _ words _ header _; do
    header=$(printf '%s' "$header" | tr -d '` ')
    case $header in src/*.h | runtime/*.h) ;; *) continue ;; esac
    rows=$((rows + 1))
    if [ ! -f "$header" ]; then
        bad="$bad
$header is not there"
        continue
    fi
    # "stand-in" is stand_in in code; a line break may stand between two words
    text=$(tr '\n*_-' '    ' <"$header" | tr -s ' ')
    for word in $(printf '%s' "$words" | tr -s ' ' | sed 's/^ //; s/ $//; s/ /_/g' | tr ',' ' '); do
        word=$(printf '%s' "$word" | tr '_-' '  ' | sed 's/^ *//')
        printf '%s' "$text" | grep -qi -- "$word" || bad="$bad
$header does not speak of '$word'"
    done
done <"$page"
if [ -n "$bad" ]; then echo "not ok headers: $bad"; else echo "ok headers"; fi
[ "$rows" -ge 30 ] && echo "ok rows" || echo "not ok rows: only $rows were read"
