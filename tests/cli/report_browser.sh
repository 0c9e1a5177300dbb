# Pages of report and explore in a real browser (Debian's chromium): nothing is wider than the screen, small or large,
# in light and dark; nothing of others' texts became an element; no message on the console.
# Once: it looks at pages, which sanitizers make no different.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/report_runs.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    echo 'skip report_browser: chromium is not there'
    exit 0
fi
report_runs

# look WIDTH SCHEME PAGE: what the browser makes of the page, as a line of words.
look() {
    cat >frame.html <<END
<!DOCTYPE html><body><iframe id="f" src="$3" style="width:$1px;height:900px;border:0"></iframe><pre id="said">nothing</pre>
<script>
document.getElementById('f').onload = function () {
    var d = this.contentDocument, e = d.documentElement, wide = [];
    d.querySelectorAll('body *').forEach(function (x) {
        var r = x.getBoundingClientRect();
        if (r.right > e.clientWidth + 1 && !x.closest('figure,pre,.wide')) wide.push(x.tagName + '.' + x.className);
    });
    var s = d.defaultView.getComputedStyle(d.body);
    document.getElementById('said').textContent = 'width ' + e.scrollWidth + ' of ' + e.clientWidth +
        ' wide ' + (wide.slice(0, 3).join(',') || 'none') + ' strange ' + d.querySelectorAll('script,img,iframe,object,embed').length +
        ' ground ' + s.backgroundColor + ' title ' + d.title;
};
</script></body>
END
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$SCRATCH/profile" --allow-file-access-from-files --enable-logging=stderr \
        --blink-settings=preferredColorScheme="$2" --virtual-time-budget=4000 --dump-dom "file://$PWD/frame.html" >dom 2>log
    sed -n 's/.*<pre id="said">\(.*\)<\/pre>.*/\1/p' dom
}

# fits NAME PAGE: at the widths of a phone and a desk, in both schemes.
fits() {
    for width in 360 1280; do
        for scheme in 0 1; do
            said=$(look $width $scheme "$2")
            case $said in
            *broken*) fail "$1_$width" "a text of others was run: $said" && return ;;
            "width $width of $width wide none strange 0 ground "*) ;;
            *) fail "$1_$width" "$said" && return ;;
            esac
            if grep -q 'CONSOLE' log; then
                fail "$1_$width" "$(grep CONSOLE log | head -3)"
                return
            fi
            [ $scheme = 0 ] && dark=${said#*ground } || light=${said#*ground }
        done
    done
    if [ "${dark%%title*}" = "${light%%title*}" ]; then
        fail "$1" "dark and light are the same: $dark"
    else
        pass "$1"
    fi
}

# A page that is too wide, and runs something, is told from one that is not.
printf '<!DOCTYPE html><body><div style="width:2000px">x</div><script>1</script></body>' >bad.html
said=$(look 360 1 bad.html)
case $said in
'') echo "skip report_browser: $browser does not run here: $(tail -n 1 log)" && exit 0 ;;
*'wide DIV'*'strange 1'*) pass a_bad_page_is_seen ;;
*) fail a_bad_page_is_seen "$said" ;;
esac

for page in explored bench.csv solved.json proved.json; do
    "$TANDEM" report -q -o page.html "$page" && fits "$page" page.html
done
"$TANDEM" report -q -o page.html --compare bench.csv bench2.csv && fits side_by_side page.html
