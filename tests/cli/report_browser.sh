# Pages of report and explore in a real browser (Debian's chromium): nothing is wider than the screen, small or large,
# in light and dark; nothing of others' texts became an element; no message on the console; and axe-core, where it was installed
# (npm install --prefix build-packages/npm axe-core), finds nothing that keeps people from reading them.
# Once: it looks at pages, which sanitizers make no different.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/report_runs.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    echo 'skip report_browser: chromium is not there'
    exit 0
fi
report_runs
: >out
: >err

# browse SCHEME PAGE: the page as the browser has made it, in the file dom (0: dark, 1: light).
browse() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$SCRATCH/profile" --allow-file-access-from-files --enable-logging=stderr \
        --blink-settings=preferredColorScheme="$1" --virtual-time-budget=20000 --dump-dom "file://$PWD/$2" >dom 2>log
}

# look SCHEME PAGE: what the browser makes of the page at the widths of a phone and a desk, a line of words each.
look() {
    cat >frame.html <<END
<!DOCTYPE html><body><pre id="said"></pre>
<script>
[360, 1280].forEach(function (width) {
    var f = document.createElement('iframe');
    f.style = 'height:900px;border:0;width:' + width + 'px';
    f.onload = function () {
        var d = f.contentDocument, e = d.documentElement, wide = [];
        d.querySelectorAll('body *').forEach(function (x) {
            var r = x.getBoundingClientRect();
            if (r.right > e.clientWidth + 1 && !x.closest('figure,pre,.wide')) wide.push(x.tagName + '.' + x.className);
        });
        var s = d.defaultView.getComputedStyle(d.body);
        document.getElementById('said').textContent += 'at ' + width + ': width ' + e.scrollWidth + ' of ' + e.clientWidth +
            ' wide ' + (wide.slice(0, 3).join(',') || 'none') + ' strange ' + d.querySelectorAll('script,img,iframe,object,embed').length +
            ' ground ' + s.backgroundColor + ' title ' + d.title + '\\n';
    };
    f.src = '$2';
    document.body.appendChild(f);
});
</script></body>
END
    browse "$1" frame.html
    sed -n '/<pre id="said">/,/<\/pre>/p' dom | sed 's/.*<pre id="said">//; s/<\/pre>.*//' | grep . | sort
}

# fits NAME PAGE: at both widths, in both schemes.
fits() {
    for scheme in 0 1; do
        said=$(look $scheme "$2")
        for width in 360 1280; do
            case $said in
            *broken*) fail "$1_$width" "a text of others was run: $said" && return ;;
            *"at $width: width $width of $width wide none strange 0 ground "*) ;;
            *) fail "$1_$width" "$said" && return ;;
            esac
        done
        if grep -q 'CONSOLE' log; then
            fail "$1" "$(grep CONSOLE log | head -3)"
            return
        fi
        [ $scheme = 0 ] && dark=${said#*ground } || light=${said#*ground }
    done
    if [ "${dark%%title*}" = "${light%%title*}" ]; then
        fail "$1" "dark and light are the same: $dark"
    else
        pass "$1"
    fi
}

axe=$ROOT/build-packages/npm/node_modules/axe-core/axe.min.js
[ -f "$axe" ] || axe=$(npm root -g 2>/dev/null)/axe-core/axe.min.js

# faults SCHEME PAGE: what axe-core says of the page, a line a rule. The page forbids scripts: a copy of it does not.
faults() {
    {
        sed 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' "$2"
        cat <<END
<pre id="axe" hidden>nothing</pre><script src="file://$axe"></script><script>
axe.run().then(function (r) {
    document.getElementById('axe').textContent = 'looked\n' + r.violations.map(function (v) {
        return v.id + ': ' + v.nodes.length + ', ' + v.nodes[0].target.join(' ');
    }).join('\n') + '\nend';
}, function (e) { document.getElementById('axe').textContent = 'failed: ' + e + '\nend'; });
</script>
END
    } >with_axe.html
    browse "$1" with_axe.html
    sed -n '/<pre id="axe"/,/end<\/pre>/p' dom | sed '1s/.*>//; s/end<\/pre>.*//' | grep .
}

# accessible NAME PAGE: in both schemes.
accessible() {
    for scheme in 0 1; do
        said=$(faults $scheme "$2")
        if [ "$said" != looked ]; then
            fail "$1_accessible" "scheme $scheme: $said"
            return
        fi
    done
    pass "$1_accessible"
}

# A page that is too wide, and runs something, is told from one that is not.
printf '<!DOCTYPE html><body><div style="width:2000px">x</div><script>1</script></body>' >bad.html
said=$(look 1 bad.html)
case $said in
'') echo "skip report_browser: $browser does not run here: $(tail -n 1 log)" && exit 0 ;;
*'wide DIV'*'strange 1'*) pass a_bad_page_is_seen ;;
*) fail a_bad_page_is_seen "$said" ;;
esac
if [ -f "$axe" ]; then
    printf '<!DOCTYPE html><html><body><img src=""><p style="color:#eee;background:#fff">faint</p><input></body></html>' >bad.html
    said=$(faults 1 bad.html | tr '\n' ' ')
    case $said in
    looked*color-contrast*document-title*html-has-lang*image-alt*label*) pass a_page_nobody_can_read_is_seen ;;
    *) fail a_page_nobody_can_read_is_seen "$said" ;;
    esac
else
    echo 'skip accessible: axe-core is not there (npm install --prefix build-packages/npm axe-core)'
fi

# page NAME RUN…: its report fits, and can be read.
page() {
    name=$1
    shift
    "$TANDEM" report -q -o page.html "$@" || fail "$name" "no page"
    fits "$name" page.html
    [ ! -f "$axe" ] || accessible "$name" page.html
}
page explored explored
page bench.csv bench.csv
page solved.json solved.json
page proved.json proved.json
page violated.json violated.json
page all_of_them explored bench.csv solved.json proved.json
page side_by_side --compare bench.csv bench2.csv
