# docs/papers.md: every numbered algorithm, table and figure of the five papers has one row, with one of four
# states; what the page names is there: files, functions in the files beside them, options, limits.
# Once: it looks at sources only.
cd "$ROOT" || exit 1
page=docs/papers.md

report() { # NAME FAULTS
    if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1: $2"; fi
}

# ---- Rows: "paper|first cell|where|state", of the tables that begin with "in the paper"
awk -F '|' '
    /^## / { paper = $0; sub(/^## /, "", paper); sub(/:.*/, "", paper); rows = 0; next }
    /^\| in the paper / { rows = 1; next }
    /^\|-/ || !rows { next }
    !/^\|/ { rows = 0; next }
    { for (i = 2; i < NF; i++) gsub(/^ +| +$/, "", $i)
      print paper "|" $2 "|" $3 "|" $4 "|" NF - 2 }
' "$page" >"$SCRATCH/rows"

# paper ALGORITHMS TABLES FIGURES: how many it has
numbered() {
    awk -F '|' -v paper="$1" -v algorithms="$2" -v tables="$3" -v figures="$4" '
        function want(kind, n, i, key) {
            for (i = 1; i <= n; i++) {
                key = kind " " i
                if (seen[key] != 1) print paper ": " key " has " seen[key] + 0 " rows"
                delete seen[key]
            }
        }
        $1 == paper && match($2, /^(Algorithm|Table|Fig\.) [0-9]+/) { seen[substr($2, RSTART, RLENGTH)]++ }
        END {
            want("Algorithm", algorithms); want("Table", tables); want("Fig.", figures)
            for (key in seen) print paper ": there is no " key
        }' "$SCRATCH/rows"
}
report numbered "$(numbered Sadhak 2 7 7
    numbered IFSE 1 0 4
    numbered Achar 4 3 8
    numbered YinYang 2 0 13
    numbered BanditFuzz 0 2 2)"

report states "$(awk -F '|' '
    $5 != 4 { print $1 ": " $2 ": " $5 " cells" }
    $4 !~ /^(same|(stronger|weaker|not reproduced) \(.+\))$/ { print $1 ": " $2 ": state \"" $4 "\"" }
    $3 == "-" && $4 !~ /^not reproduced/ { print $1 ": " $2 ": " $4 ", and nothing is named" }
    $3 != "-" && $3 !~ /`/ { print $1 ": " $2 ": \"" $3 "\" names nothing" }' "$SCRATCH/rows")"

# ---- What the page names: code spans of a line, from left to right; a function belongs to the last file
awk -F '`' '
    function options(text, i, n, word, command) {
        n = split(text, word, " ")
        command = word[1] == "tandem" ? word[2] : "-"
        for (i = 1; i <= n; i++) {
            if (word[i] == "--limit" && i < n) {
                sub(/=.*/, "", word[i + 1])
                gsub(/-/, "_", word[i + 1])
                print "limit", word[i + 1], "-"
            }
            if (word[i] ~ /^--/) print "option", substr(word[i], 3), command
        }
    }
    { file = "" }
    {
        for (i = 2; i < NF; i += 2)
            if ($i ~ /^(bench|docs|examples|include|runtime|src|tests)\//) {
                file = $i
                sub(/ .*/, "", file)
                print "file", file, "-"
            } else if ($i ~ /^[a-z_][a-z0-9_]*$/ && file)
                print "function", $i, file
            else if ($i ~ /^tandem [a-z]+( |$)/ || $i ~ /^--/)
                options($i)
    }' "$page" | LC_ALL=C sort -u >"$SCRATCH/names"

# defines FILE NAME: a function of C, shell or Python, or an entry of a table
defines() {
    case $1 in
    *.c) awk -v name="$2" '
        !open && /^[a-z]/ && $0 ~ "(^|[ *])" name "\\(" { open = 1 }
        open && /[{]$/ { found = 1; exit }
        open && /;$/ { open = 0 }
        END { exit !found }' "$1" ;;
    *.py) grep -q "^ *def $2(" "$1" ;;
    *.def) grep -q "^[A-Z_]*($2," "$1" ;;
    *) grep -q "^$2() " "$1" ;;
    esac
}

files=0 functions=0 bad_files='' bad_functions='' bad_options=''
while read -r kind name where; do
    case $kind in
    file)
        files=$((files + 1))
        [ -e "$name" ] || bad_files="$bad_files
$name is not there"
        ;;
    function)
        functions=$((functions + 1))
        { [ -f "$where" ] && defines "$where" "$name"; } || bad_functions="$bad_functions
$where does not define '$name'"
        ;;
    option)
        table="src/cli/$where/${where}_options.def"
        [ "$where" != - ] || table="src/cli/*/*_options.def"
        # shellcheck disable=SC2086 # a pattern
        grep -q "\"$name\"," $table || bad_options="$bad_options
there is no option --$name (tandem $where)"
        ;;
    limit)
        grep -qE "^LIMIT(_REAL)?\($name," src/*/limits.def src/*/limits/limits.def || bad_options="$bad_options
there is no limit $name"
        ;;
    esac
done <"$SCRATCH/names"
report files "$bad_files"
report functions "$bad_functions"
report options "$bad_options"
[ "$files" -ge 80 ] && [ "$functions" -ge 150 ] && echo "ok names" ||
    echo "not ok names: only $files files and $functions functions were read"
