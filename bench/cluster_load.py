#!/usr/bin/env python3
"""How much one server carries: simulated agents with real leases and transactions and pretended work.

    bench/cluster_load.py BUILD [--agents 10000] [--connections 64] [--seconds 900] [--size 100] [--work 0]

A chunk is one transaction: it is delivered and the next one is leased. Prints chunks a second, how long that took as an agent sees it, bytes
a chunk (sent, in the ledger, in the log that a standby or a backup gets) and a finding, those of the queue and all agents at the end,
milliseconds of CPU a chunk of the server with all its processes and of the coordinator; and, computed from these, the ledger after a week
at this rate and with a thousand jobs whose chunks take 30 s.
"""
import argparse, glob, json, os, pathlib, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    """Of a process and of its children: those that live to the nanosecond, those that ended to the tick."""
    total = 0.0
    try:
        total += sum(int(open(f"{task}/schedstat").read().split()[0]) for task in glob.glob(f"/proc/{pid}/task/*")) / 1e9
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        total += sum(int(x) for x in fields[13:15]) / TICK
        for child in open(f"/proc/{pid}/task/{pid}/children").read().split():
            total += cpu_of(int(child))
    except FileNotFoundError:
        pass
    return total


def tell(worker):
    """What an agent process did: chunks, late ones, bytes, exchanges by the logarithm of their time."""
    worker.terminate()
    return [int(x) for x in worker.communicate()[0].split()]


def latency(histograms):
    """Milliseconds: buckets are 2^(i/4) microseconds."""
    sums = [sum(column) for column in zip(*histograms)]
    total, seen, out = sum(sums), 0, {}
    wanted = [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1)]
    for i, n in enumerate(sums):
        seen += n
        while wanted and total and seen >= wanted[0][1] * total:
            out[wanted.pop(0)[0]] = round(2 ** ((i + 0.5) / 4) / 1000, 2)
    return out


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
                                     str(a.work)], stdout=subprocess.PIPE, text=True) for i in range(a.connections)]
        started += workers
        wanted = a.agents // a.connections * a.connections
        while int(server.ask("SELECT count(*) FROM tandem.agent")[0][0]) < wanted and all(w.poll() is None for w in workers):
            time.sleep(0.5)  # until all have said hello
        size = lambda *tables: " + ".join(f"pg_total_relation_size('tandem.{t}')" for t in tables)
        row = lambda: [int(x) for x in server.ask(f"SELECT count(*), coalesce(sum(count), 0), {size('ledger')}, (SELECT count(*) FROM "
                                                  f"tandem.finding), {size('finding')}, pg_current_wal_lsn() - '0/0'::pg_lsn FROM tandem.ledger")[0]]
        before, cpu_server, cpu_lead, start = row(), cpu_of(server.pid()), cpu_of(lead.pid), time.monotonic()
        time.sleep(a.seconds)
        after, seconds = row(), time.monotonic() - start
        # autovacuum's processes have ended: they are children of the postmaster that were waited for
        cpu_server, cpu_lead = cpu_of(server.pid()) - cpu_server, cpu_of(lead.pid) - cpu_lead
        told = [tell(w) for w in workers]
        chunks, units, disk, findings, finding_bytes, log = (y - x for x, y in zip(before, after))
        queue = int(server.ask(f"SELECT {size('chunk', 'report', 'agent', 'campaign')}")[0][0])
        per = lambda x: x / max(chunks, 1)
        rate, thousand, week = chunks / seconds, 1000 / 30, 7 * 86400
        print(json.dumps({
            "agents": wanted, "connections": a.connections, "seconds": round(seconds, 1), "chunks": chunks, "units": units, "findings": findings,
            "chunks_per_second": round(rate, 1), "exchange_ms": latency([t[3:] for t in told]), "late": sum(t[1] for t in told),
            "bytes_per_chunk": {"payload": round(sum(t[2] for t in told) / max(sum(t[0] for t in told), 1)), "ledger": round(per(disk)),
                                "log": round(per(log))},
            "bytes_per_finding": round(finding_bytes / max(findings, 1)), "queue_mb": round(queue / 1e6, 1),
            "cpu_ms_per_chunk": {"server": round(1e3 * per(cpu_server), 3), "coordinator": round(1e3 * per(cpu_lead), 3)},
            "week_gb": {"at_this_rate": round(rate * week * per(disk) / 1e9, 1), "thousand_jobs": round(thousand * week * per(disk) / 1e9, 1)},
            "load": round(os.getloadavg()[0], 1),
        }, indent=1))
    finally:
        for p in started:
            p.kill()
            p.wait()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
