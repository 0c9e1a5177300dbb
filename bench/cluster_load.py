#!/usr/bin/env python3
"""How much one server carries: simulated agents with real leases and transactions and pretended work.

    bench/cluster_load.py BUILD [--agents 10000] [--connections 64] [--seconds 900] [--size 100] [--work 0]

Prints chunks a second, the latency of lease and delivery as an agent sees it, bytes a chunk on the wire and on disk, and
milliseconds of CPU a chunk of the server with all its processes and of the coordinator.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    """Of a process and of its children, those that ended and those that live."""
    total = 0.0
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        total += sum(int(x) for x in fields[11:15]) / TICK
        for child in open(f"/proc/{pid}/task/{pid}/children").read().split():
            total += cpu_of(int(child))
    except FileNotFoundError:
        pass
    return total


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--agents", type=int, default=10000)
    p.add_argument("--connections", type=int, default=64)
    p.add_argument("--seconds", type=float, default=900)
    p.add_argument("--size", type=int, default=100, help="units of a chunk")
    p.add_argument("--work", type=float, default=0, help="milliseconds that an agent pretends to work on a chunk")
    a = p.parse_args()
    postgres.end_in_order()
    started = []
    folder = tempfile.mkdtemp(prefix="tandem-load-")
    os.chmod(folder, 0o755)
    server = postgres.Server(f"{folder}/server")
    server.settings = [*server.settings, "-c", "fsync=on", "-c", "max_wal_size=2GB"]
    program, lease = str(a.build.resolve() / "bench/cluster_agents"), 60
    try:
        server.make()
        server.start()
        lead = subprocess.Popen([program, server.url, "lead", "load", str(10**15), str(a.size), str(lease)])
        started.append(lead)
        time.sleep(1)
        workers = [subprocess.Popen([program, server.url, "work", "load", str(a.agents // a.connections), str(lease), f"{folder}/spool{i}.db",
                                     str(a.work)]) for i in range(a.connections)]
        started += workers
        time.sleep(2)  # until all have said hello
        row = lambda: [int(x) for x in server.ask("SELECT count(*), coalesce(sum(count), 0), pg_database_size('postgres'), (SELECT count(*) FROM "
                                                  "tandem.finding), (SELECT count(*) FROM tandem.agent) FROM tandem.ledger")[0]]
        before, cpu_server, cpu_lead, start = row(), cpu_of(server.pid()), cpu_of(lead.pid), time.monotonic()
        latency = []
        while time.monotonic() - start < a.seconds:
            t = time.monotonic()
            server.ask("SELECT 1")
            latency.append(time.monotonic() - t)
            time.sleep(1)
        after, seconds = row(), time.monotonic() - start
        chunks = after[0] - before[0]
        # autovacuum's processes have ended: they are children of the postmaster that were waited for
        server_ms, lead_ms = 1e3 * (cpu_of(server.pid()) - cpu_server) / max(chunks, 1), 1e3 * (cpu_of(lead.pid) - cpu_lead) / max(chunks, 1)
        units = after[1] - before[1]
        report = {
            "agents": after[4], "connections": a.connections, "seconds": round(seconds, 1), "chunks": chunks, "units": units,
            "chunks_per_second": round(chunks / seconds, 1), "findings": after[3] - before[3],
            "disk_bytes_per_chunk": round((after[2] - before[2]) / max(chunks, 1), 1),
            "server_cpu_ms_per_chunk": round(server_ms, 3), "coordinator_cpu_ms_per_chunk": round(lead_ms, 3),
            "load": os.getloadavg()[0],
        }
        print(json.dumps(report, indent=1))
    finally:
        for p in started:
            p.kill()
            p.wait()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
