# A server of PostgreSQL for one shell test, which sources this behind frame.sh: $url is its database until the test ends. Where
# PostgreSQL is not installed the test ends here.

server=$(mktemp -d "${TMPDIR:-/tmp}/tandem-pg.XXXXXX")
chmod 755 "$server"
postgres() { python3 "$ROOT/tests/postgres.py" "$1" "$server" ${2+"$2"}; }
url=$(postgres start)
if [ $? = 77 ]; then
    rm -rf "$server"
    echo "skip $(basename "$0" .sh): PostgreSQL is not installed"
    exit 0
fi
trap 'postgres unpool; postgres stop; rm -rf "$server"' EXIT

# ask QUERY: the rows of an answer
ask() { postgres ask "$1"; }
# of NAME: the campaign of that name, in a query
of() { echo "(SELECT id FROM tandem.campaign WHERE name = '$1')"; }
# with_agent NAME COMMAND...: runs it beside an agent of two jobs for that campaign; $agent_solvers are options that allow it solvers,
# $agent_url is where it connects ($url)
with_agent() {
    "$TANDEM" agent -q --spool "$1.db" --name "$1" -j2 $agent_solvers --idle 60s --cluster "${agent_url:-$url}" >agent.out 2>agent.err &
    agent=$!
    shift
    run "$@"
    kill -TERM $agent 2>where
    wait $agent
}
agent_solvers= agent_url=
