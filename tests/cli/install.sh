# The library as another program uses it: installed, found by pkg-config, linked, run.
. "$ROOT/tests/frame.sh"

prefix=$SCRATCH/installed
run meson install -C "$BUILD" --no-rebuild --quiet --destdir "$prefix"
[ "$code" = 0 ] && pass installs || fail installs "exit code $code"
pc=$(find "$prefix" -name tandem.pc)
if [ -z "$pc" ]; then
    fail pkg_config_file "not installed"
    exit 0
fi
export PKG_CONFIG_PATH="${pc%/*}"
export PKG_CONFIG_SYSROOT_DIR="$prefix"
flags=$(pkg-config --cflags --libs tandem)
lib=$(find "$prefix" -name 'libtandem.so')
lib=${lib%/*}

case " $(cat "$BUILD/meson-info/intro-buildoptions.json" | tr -d ' \n')" in
*'"name":"b_sanitize","value":"none"'*) sanitize= ;;
*) sanitize=-fsanitize=address,undefined ;;
esac

# shellcheck disable=SC2086
run cc -std=c17 -Wall -Wextra -Werror $sanitize "$ROOT/examples/api/solve.c" $flags -o solve
[ "$code" = 0 ] && pass builds_with_pkg_config || fail builds_with_pkg_config "exit code $code"
run env LD_LIBRARY_PATH="$lib" ./solve
says example_program 0 out '^all as expected$'
says example_checked 0 out '^the model was checked'

# the program of docs/api.md, as C and as C++
sed -n 's/^    //p' "$ROOT/docs/api.md" | grep -vxF -f - "$ROOT/examples/api/box.c" | grep . >differs
[ ! -s differs ] && pass documented_program || fail documented_program "docs/api.md lacks: $(head -3 differs)"
# shellcheck disable=SC2086
run cc -std=c17 -Wall -Wextra -Werror $sanitize "$ROOT/examples/api/box.c" $flags -o box
run env LD_LIBRARY_PATH="$lib" ./box
is documented_program_c 0 'things #b010 and #b101
checksum of what was found: beef'
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2086
    run c++ -std=c++17 -Wall -Wextra -Werror $sanitize -x c++ "$ROOT/examples/api/box.c" -x none $flags -o box++
    run env LD_LIBRARY_PATH="$lib" ./box++
    is documented_program_cpp 0 'things #b010 and #b101
checksum of what was found: beef'
else
    echo "skip documented_program_cpp: no C++ compiler"
fi

private=$(pkg-config --print-requires-private tandem)
# shellcheck disable=SC2086
run cc -std=c17 $sanitize "$ROOT/examples/api/solve.c" -I"$(find "$prefix" -type d -name include)" \
    "$lib/libtandem.a" $(PKG_CONFIG_SYSROOT_DIR='' pkg-config --libs $private) -lm -lpthread -o solve-static
run ./solve-static
says static_library 0 out '^all as expected$'

# the header alone, as C++ sees it
printf '#include <tandem/tandem.h>\nint main() { return tandem_version() == nullptr; }\n' >h.cc
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2086
    run c++ $sanitize h.cc $flags -o h
    run env LD_LIBRARY_PATH="$lib" ./h
    is header_in_cpp 0 ''
else
    echo "skip header_in_cpp: no C++ compiler"
fi

# only the public names can be linked against
run sh -c "nm -D --defined-only '$lib/libtandem.so' | awk '{print \$3}' | grep -v '^tandem_'"
is only_public_names 1 ''

run "$(find "$prefix" -path '*/bin/tandem')" --version
says installed_program 0 out '^tandem '
echo 'int main(int c, char **v) { return c + 1; }' >p.c
run "$(find "$prefix" -path '*/bin/tandem-cc')" p.c -o p
run ./p
is installed_compiler 2 ''
man=$(find "$prefix" -name 'tandem-solve.1')
run cat "$man"
says manual_page 0 out '^\.SH EXAMPLES'
if command -v groff >/dev/null; then
    run groff -man -Tutf8 -ww -z "$man"
    silent manual_page_is_clean err
    for page in "${man%/*}"/../man[57]/*; do
        run groff -man -Tutf8 -ww -z "$page"
        silent "manual_page_$(basename "$page")" err
    done
else
    echo "skip manual_page_is_clean: groff is not installed"
fi

# what completes command lines knows the options of the tables
for file in bash-completion/completions/tandem.bash zsh/site-functions/_tandem fish/vendor_completions.d/tandem.fish; do
    run cat "$(find "$prefix" -path "*/$file")"
    says "completion_${file%%/*}" 0 out 'box-timeout'
done
if command -v bash >/dev/null; then
    run bash -c '. "$0"; COMP_WORDS=(tandem solve --mod) COMP_CWORD=2; _tandem; echo "${COMPREPLY[@]}"
        COMP_WORDS=(tandem solve --mode c) COMP_CWORD=3; _tandem; echo "${COMPREPLY[@]}"
        COMP_WORDS=(tandem fu) COMP_CWORD=1; _tandem; echo "${COMPREPLY[@]}"' "$(find "$prefix" -name tandem.bash)"
    is completion_in_bash 0 '--mode --models --model
cdfl
fuse'
fi
run "$(find "$prefix" -path '*/bin/tandem')" help cc
says help_of_the_compiler 0 out 'tandem-cc'
