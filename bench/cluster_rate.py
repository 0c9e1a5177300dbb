#!/usr/bin/env python3
"""What a chunk costs, and what a second agent: CPU of the server and of the coordinator, formulas per CPU second of agents.

    bench/cluster_rate.py BUILD SEEDS [--count 600000] [--chunk-seconds 0.5] [--pooler]

Agents of one job each and without solvers on this machine, the real coordinator and a real server with the settings that Debian gives
it. A chunk's CPU is that of the server with all its processes, heartbeats and vacuum included, and of the coordinator, from when the
first chunks are there to the end; what it takes to begin a campaign (tables, seeds, models) is printed for itself. CPU time of agents
is that of all their processes; reading the seeds is in it, so COUNT should not be small. --pooler: through pgbouncer in transaction mode.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402
from cluster_load import cpu_of  # noqa: E402


class Watcher:
    """A connection that asks while others work; its own CPU is not theirs."""

    def __init__(self, server):
        self.psql = subprocess.Popen([postgres.program("psql"), "-X", "-A", "-t", "-q", "-h", str(server.folder), "-U", "tandem", "postgres"],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.pid = int(self.ask("SELECT pg_backend_pid()"))

    def ask(self, query):
        """The one value of an answer; "" where there is none, or no such table."""
        self.psql.stdin.write(f"{query};\n\\echo end\n")
        self.psql.stdin.flush()
        value = ""
        while (line := self.psql.stdout.readline().strip()) != "end":
            value = line
        return value

    def end(self):
        self.psql.stdin.close()
        self.psql.wait()


def wait_for(process):
    """CPU seconds of a process and of what it waited for."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def run(tandem, server, url, folder, name, agents, a):
    watcher = Watcher(server)
    of_server = lambda: cpu_of(server.pid()) - cpu_of(watcher.pid)
    begun = of_server()
    lead = subprocess.Popen([tandem, "fuse", "-q", "--cluster", url, "--seed", "1", "--solver", "none", "--count", str(a.count), "--limit",
                             f"chunk-seconds={a.chunk_seconds}", "-o", f"{folder}/{name}", *a.seeds], stdout=subprocess.DEVNULL)
    one = f"(SELECT id FROM tandem.campaign WHERE name = '{name}')"
    while watcher.ask(f"SELECT count(*) > 0 FROM tandem.chunk WHERE campaign = {one}") != "t" and lead.poll() is None:
        time.sleep(0.1)
    start_server, start_lead, start = of_server(), cpu_of(lead.pid), time.monotonic()
    workers = [subprocess.Popen([tandem, "agent", "-q", "-j1", "--name", name, "--cluster", url, "--spool", f"{folder}/{name}{i}.db"])
               for i in range(agents)]
    lead_cpu = wait_for(lead) - start_lead
    wall, server_cpu = time.monotonic() - start, of_server() - start_server
    for w in workers:
        w.terminate()
    agents_cpu = sum(wait_for(w) for w in workers)
    if lead.returncode:
        raise SystemExit(f"the coordinator ended with {lead.returncode}")
    chunks = int(watcher.ask(f"SELECT count(*) FROM tandem.ledger WHERE campaign = {one}"))
    watcher.end()
    print(json.dumps({"agents": agents, "chunks": chunks, "chunks_per_second": round(chunks / wall, 2), "wall_seconds": round(wall, 1),
                      "cpu_ms_per_chunk": round(1e3 * (server_cpu + lead_cpu) / chunks, 3),
                      "server_cpu_ms_per_chunk": round(1e3 * server_cpu / chunks, 3),
                      "coordinator_cpu_ms_per_chunk": round(1e3 * lead_cpu / chunks, 3),
                      "begin_cpu_ms": {"server": round(1e3 * (start_server - begun)), "coordinator": round(1e3 * start_lead)},
                      "formulas_per_cpu_second": round(a.count / agents_cpu)}), flush=True)
    return a.count / agents_cpu


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("seeds", nargs="+")
    p.add_argument("--count", type=int, default=600000)
    p.add_argument("--chunk-seconds", type=float, default=0.5)
    p.add_argument("--pooler", action="store_true")
    a = p.parse_args()
    postgres.end_in_order()
    folder = tempfile.mkdtemp(prefix="tandem-rate-")
    os.chmod(folder, 0o755)
    server = postgres.Server(f"{folder}/server")
    server.settings = ["-c", "listen_addresses=", "-c", "log_min_messages=fatal"]
    pooler = None
    try:
        server.make()
        server.start()
        if a.pooler:
            pooler = postgres.Pooler(server)
            pooler.start()
        url = pooler.url if pooler else server.url
        rates = [run(str(a.build.resolve() / "tandem"), server, url, folder, f"with{agents}", agents, a) for agents in (1, 2)]
        print(json.dumps({"two_agents_to_one": round(rates[1] / rates[0], 3), "load": os.getloadavg()[0]}))
    finally:
        if pooler:
            pooler.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
