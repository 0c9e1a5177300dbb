# doctor: what works here is said, and what does not is an exit code.
. "$ROOT/tests/frame.sh"

run "$TANDEM" doctor
says machine 0 out '^ok   machine  *Linux'
if command -v z3 >where; then
    says z3_works 0 out '^ok   z3  .* answers models cores kept$'
else
    echo 'skip z3_works: z3 is not there'
fi
run "$TANDEM" doctor --json
if python3 -c 'import json; d=json.load(open("out")); assert d["system"][0]["good"] and len(d["solvers"]) >= 8'; then
    pass json
else
    fail json "$(cat out)"
fi
printf '#!/bin/sh\necho "(error \\"no licence\\")"\n' >mine
chmod +x mine
run "$TANDEM" doctor --no-solvers --solver ./mine
says a_named_solver_has_to_work 5 out '^NO   ./mine .*no licence'
run "$TANDEM" doctor --no-solvers --solver ./missing
says or_at_least_be_there 5 out '^-    ./missing .*not there'
if command -v z3 >where; then
    run "$TANDEM" doctor --no-solvers --jobs
    says jobs 0 out '^ok   explore .*a crash was found in '
    says all_jobs 0 out '^ok   race .*measured'
else
    echo 'skip jobs: z3 is not there'
fi
run "$TANDEM" doctor extra
says no_arguments 2 err "unexpected argument 'extra'"
if (ulimit -v 1048576 && ! "$TANDEM" --version >started 2>&1); then
    echo 'skip too_little_room: this build does not start with a gigabyte of addresses'
else
    run sh -c 'ulimit -v 900000; exec "$0" doctor --no-solvers' "$TANDEM"
    says too_little_room 1 out '^NO   address space .*1 GiB is needed'
fi
