#!/usr/bin/env python3
"""What a second agent costs: formulas per CPU second of agents without solvers, with one agent and with two.

    bench/cluster_rate.py BUILD SEEDS [--count 60000] [--chunk-seconds 2]

Agents of one job each on this machine, the real coordinator and a real server. CPU time is that of the agents with all their
processes; the server's and the coordinator's are printed per chunk. Reading the seeds is in it, so COUNT should not be small.
"""
import argparse, json, os, pathlib, resource, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402
from cluster_load import cpu_of  # noqa: E402


def run(tandem, server, folder, name, agents, a):
    """CPU seconds of agents, of the server, of the coordinator; wall seconds; chunks."""
    before = cpu_of(server.pid())
    begun = time.monotonic()
    workers = [subprocess.Popen([tandem, "agent", "-q", "-j1", "--name", name, "--cluster", server.url, "--spool", f"{folder}/{name}{i}.db"])
               for i in range(agents)]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run([tandem, "fuse", "-q", "--cluster", server.url, "--seed", "1", "--solver", "none", "--count", str(a.count), "--limit",
                        f"chunk-seconds={a.chunk_seconds}", "-o", f"{folder}/{name}", *a.seeds], check=True, stdout=subprocess.DEVNULL)
        wall = time.monotonic() - begun
        lead = resource.getrusage(resource.RUSAGE_CHILDREN)
    finally:
        for w in workers:
            w.terminate()
            w.wait()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = lambda x, y: y.ru_utime + y.ru_stime - x.ru_utime - x.ru_stime
    chunks = int(server.ask(f"SELECT count(*) FROM tandem.ledger l JOIN tandem.campaign k ON k.id = l.campaign WHERE k.name = '{name}'")[0][0])
    return cpu(lead, ended), cpu_of(server.pid()) - before, cpu(used, lead), wall, chunks


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("seeds", nargs="+")
    p.add_argument("--count", type=int, default=60000)
    p.add_argument("--chunk-seconds", type=float, default=2)
    a = p.parse_args()
    postgres.end_in_order()
    folder = tempfile.mkdtemp(prefix="tandem-rate-")
    os.chmod(folder, 0o755)
    server = postgres.Server(f"{folder}/server")
    rates = []
    try:
        server.make()
        server.start()
        for agents in (1, 2):
            cpu, of_server, of_lead, wall, chunks = run(str(a.build.resolve() / "tandem"), server, folder, f"with{agents}", agents, a)
            rates.append(a.count / cpu)
            print(json.dumps({"agents": agents, "formulas_per_cpu_second": round(a.count / cpu), "wall_seconds": round(wall, 1), "chunks": chunks,
                              "server_cpu_ms_per_chunk": round(1e3 * of_server / chunks, 2),
                              "coordinator_cpu_seconds": round(of_lead, 2)}), flush=True)
        print(json.dumps({"two_agents_to_one": round(rates[1] / rates[0], 3), "load": os.getloadavg()[0]}))
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
