# scripts/setup: which packages it wants for which tiers, what it says on the way, and what it says where it cannot
# install anything. The tools of Debian are stand-ins here: nothing is installed.
# Once: it looks at scripts only.
. "$ROOT/tests/frame.sh"

mkdir bin tree tree/scripts
cp "$ROOT/scripts/setup" tree/scripts
cat >tree/packages.txt <<'END'
# a comment

[run]
alpha       does a thing
# another comment
beta        does more

[build]
gamma       builds

[test]
delta       tests
END
for tool in sh awk sed grep tr dirname mktemp rm tee tail env cat; do
    ln -s "$(command -v "$tool")" "bin/$tool"
done
# stub NAME: a program of that name from standard input
stub() { { echo '#!/bin/sh'; cat; } >"bin/$1" && chmod +x "bin/$1"; }
stub dpkg-query <<'END'
for package; do :; done
case " $INSTALLED " in *" $package "*) printf 'install ok installed' ;; *) exit 1 ;; esac
END
stub apt-get <<'END'
echo "apt-get $*" >>"$CALLS"
case $1 in update) exit "${UPDATE:-0}" ;; esac
[ -z "${BROKEN:-}" ] || { echo 'E: no such thing' && exit 100; }
echo 'Need to get 5,123 kB of archives.'
for package; do echo "Setting up $package (1.0) ..."; done
echo 'Setting up libother:amd64 (1.0) ...'
END
stub id <<'END'
echo "${USER_ID:-0}"
END

# setup INSTALLED ARGUMENT...: with these packages there; further variables come from the caller.
setup() {
    : >calls
    installed=$1
    shift
    run env PATH="$SCRATCH/bin" INSTALLED="$installed" CALLS="$SCRATCH/calls" USER_ID="${user-0}" UPDATE="${update-0}" \
        BROKEN="${broken-}" sh tree/scripts/setup "$@"
}

setup 'alpha beta gamma'
is all_there 0 ''
silent all_there_is_quiet err
silent all_there_calls_nothing calls
setup 'alpha'
says default_tiers 0 calls '^apt-get install -y -q --no-install-recommends beta gamma$'
says says_why 0 err '^  beta  *run: does more$'
says says_what_for_building 0 err '^  gamma  *build: builds$'
says shows_progress 0 err '^setup: gamma is installed (2 of 2)$'
says shows_sizes 0 err '^setup: Need to get 5,123 kB'
grep -q libother err && fail progress_is_about_what_was_missing 'libother' || pass progress_is_about_what_was_missing
setup 'alpha beta gamma' run build test
says another_tier 0 calls '^apt-get install .* delta$'
setup 'alpha beta' run
silent only_that_tier calls
setup 'alpha' no-such-tier
says no_such_tier 2 err "no tier 'no-such-tier'; there are run build test"
update=100
setup 'alpha beta'
says old_lists 0 err 'could not be brought up to date'
update=0 broken=1
setup 'alpha beta'
says install_fails 1 err 'could not be installed'
says install_says_why 1 err '^E: no such thing$'
says install_says_what_to_do 1 err 'apt-get install --no-install-recommends gamma$'
broken= user=1000
setup 'alpha beta'
says no_root_no_sudo 1 err 'needs root, and there is no sudo'
says no_root_what_to_do 1 err 'apt-get install --no-install-recommends gamma$'
says no_root_what_is_left_out 1 err "leaves out what needs them"
silent no_root_calls_nothing calls
stub sudo <<'END'
[ "$1" != -n ] || exit 1
END
setup 'alpha beta'
says sudo_wants_a_password 1 err 'sudo wants a password'
stub sudo <<'END'
[ "$1" != -n ] || shift
exec "$@"
END
stub true </dev/null
setup 'alpha beta'
says with_sudo 0 calls '^apt-get install .* gamma$'
rm bin/dpkg-query
setup ''
says no_debian 1 err 'this is no Debian'

# the list of this tree: every tier is there, no package is in two
run awk '/^\[/ { print }' "$ROOT/packages.txt"
is tiers 0 '[run]
[build]
[test]
[bench]'
run sh -c "sed 's/#.*//; /^\[/d; s/ .*//' '$ROOT/packages.txt' | sort | uniq -d | grep ."
is no_package_twice 1 ''
