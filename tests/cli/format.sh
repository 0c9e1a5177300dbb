# The sources are formatted as .clang-format says.
# Once: it looks at sources only.
cd "$ROOT" || exit 1
if ! command -v clang-format-19 >/dev/null; then
    echo "skip format: clang-format-19 is not installed"
    exit 0
fi
bad=$(find src tests bench include examples runtime -name '*.[ch]' 2>/dev/null |
    xargs clang-format-19 --dry-run -Werror 2>&1 | sed -n 's/:[0-9]*:[0-9]*: error.*//p' | sort -u)
if [ -z "$bad" ]; then
    echo "ok format"
else
    echo "not ok format: $(echo $bad)"
fi
