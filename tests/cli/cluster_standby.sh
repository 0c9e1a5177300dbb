# A standby has taken the place of a server that does not know it: whoever is new looks at both, and finds the newer one.
# Once: nearly all of it is waiting for processes.
# Waits: for servers.
. "$ROOT/tests/frame.sh"
. "$ROOT/tests/postgres.sh"

mkdir -p seeds/sat
printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> (* 2 x) 4))\n(check-sat)\n' >seeds/sat/1.smt2
with_agent one "$TANDEM" fuse -q --cluster "$url" --name one --seed 5 --solver none --count 100 -o one seeds
ends a_campaign 0

next=$(postgres replace)
both="postgres://tandem@/postgres?host=$server,$server/next"
run "$TANDEM" cluster forget --name one --cluster "$next"
ends forgotten_there 0
run "$TANDEM" cluster status --cluster "$url"
says the_old_one_does_not_know 0 out '^campaign one: done'
run "$TANDEM" cluster status --cluster "$both"
is the_newer_one_of_two 0 'no campaigns'
run "$TANDEM" cluster status --cluster "postgres://tandem@/postgres?host=$server,$server/nowhere"
says one_of_two_is_there 0 out '^campaign one: done'
run "$TANDEM" cluster status --cluster "postgres://tandem@/postgres?host=$server/nowhere,$server/never"
says none_is_there 4 err 'No such file'
run "$TANDEM" cluster status --cluster "postgres://tandem@127.0.0.8,127.0.0.9/postgres"
says names_without_ports 4 err '127.0.0.8.*refused'
