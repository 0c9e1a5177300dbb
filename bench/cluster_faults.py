#!/usr/bin/env python3
"""Random faults on a cluster: is every unit done exactly once, and every planted finding there exactly once?

    bench/cluster_faults.py BUILD [--rounds 50] [--units 100000] [--seed 0] [--kinds agent,coordinator,server,line] [--standby]

A real server of PostgreSQL, simulated agents and a simulated coordinator (bench/cluster_agents.c: the real client, pretended
work). While they work, at random: an agent process is killed, or the coordinator, or the server (kill -9 each), or lines are cut
in the middle of whatever they carry. Killed ones are started again. With --standby there is a synchronous standby, which is
promoted once a round when the primary was killed; the old one comes back for a while, and nobody may write to it. Prints a line a
round; exit code 1 where anything is wrong.
"""
import argparse, os, pathlib, random, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402

LEASE, SIZE, PROCESSES, AGENTS, WORK = 1.5, 10, 3, 4, 4


class Round:
    def __init__(self, build, server, folder, name, units, rng, kinds):
        self.program = str(build / "bench/cluster_agents")
        self.tandem = str(build / "tandem")
        self.server, self.folder, self.name, self.units, self.rng, self.kinds = server, folder, name, units, rng, kinds
        self.faults = dict.fromkeys(("agent", "coordinator", "server", "line", "promotion"), 0)
        self.retried = 0
        self.lead, self.agents = None, [None] * PROCESSES
        self.url = server.url
        self.standby = None
        self.written = 0  # to an old primary

    def add_standby(self, standby):
        self.standby = standby
        self.server.make_standby(standby)
        self.url = f"postgres://tandem@/postgres?host={self.server.folder},{standby.folder}"
        self.kinds = [kind for kind in self.kinds if kind != "server"] + ["promotion"]

    def promote(self):
        """The primary dies; its standby takes over; the old one comes back when all have seen the new one."""
        old, rows = self.server, "SELECT count(*) FROM tandem.ledger"
        old.crash()
        self.standby.promote()
        self.server, self.standby = self.standby, None
        self.kinds = [kind for kind in self.kinds if kind != "promotion"]
        time.sleep(2)
        if self.lead.poll() is None:
            old.start()
            old.ask("ALTER SYSTEM RESET synchronous_standby_names")
            old.ask("SELECT pg_reload_conf()")
            before = old.ask(rows)
            self.cut_lines()  # they may not choose it, though it comes first and can be written
            time.sleep(2)
            self.written = int(old.ask(rows)[0][0]) - int(before[0][0])
            old.stop()

    def cut_lines(self):
        try:
            self.server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tandem' AND random() < 0.7")
        except RuntimeError:
            pass

    def end(self):
        for p in [self.lead, *self.agents]:
            if p and p.poll() is None:
                p.kill()
                p.wait()

    def start_lead(self):
        self.lead = subprocess.Popen([self.program, self.url, "lead", self.name, str(self.units), str(SIZE), str(LEASE)],
                                     stdout=subprocess.DEVNULL)

    def start_agent(self, i):
        self.agents[i] = subprocess.Popen([self.program, self.url, "work", self.name, str(AGENTS), str(LEASE),
                                           f"{self.folder}/spool-{self.name}-{i}.db", str(WORK)], stdout=subprocess.DEVNULL)

    def fault(self):
        kind = self.rng.choice(self.kinds)
        self.faults[kind] += 1
        if kind == "agent":
            i = self.rng.randrange(PROCESSES)
            self.agents[i].kill()
            self.agents[i].wait()
            self.start_agent(i)
        elif kind == "coordinator":
            if self.lead.poll() is None:
                self.lead.kill()
                self.lead.wait()
                self.start_lead()
        elif kind == "server":
            self.server.crash()
            time.sleep(self.rng.random() * LEASE)
            self.server.start()
        elif kind == "promotion":
            self.promote()
        else:
            self.cut_lines()

    def run(self, deadline):
        """Faults until all is done, or until the deadline; then without."""
        self.start_lead()
        for i in range(PROCESSES):
            self.start_agent(i)
        begun = time.monotonic()
        while self.lead.poll() is None:
            time.sleep(0.1 + 0.5 * self.rng.random())
            if time.monotonic() < deadline:
                self.fault()
            else:
                out = subprocess.run([self.tandem, "cluster", "retry", "--name", self.name, "--cluster", self.server.url],
                                     capture_output=True, text=True).stdout
                self.retried += int(out.split(":")[1]) if ":" in out else 0
            for i in range(PROCESSES):
                if self.agents[i].poll() is not None and self.lead.poll() is None:
                    self.start_agent(i)
        self.end()
        self.seconds = time.monotonic() - begun
        return self.check()

    def check(self):
        one = f"(SELECT id FROM tandem.campaign WHERE name = '{self.name}')"
        ask = lambda query: int(self.server.ask(query)[0][0])
        planted = len(range(13, self.units, 97))
        wanted = {
            "units in the ledger": (ask(f"SELECT sum(count) FROM tandem.ledger WHERE campaign = {one}"), self.units),
            "gaps and overlaps": (ask(f"SELECT count(*) FROM (SELECT first, lag(first + count, 1, 0::bigint) OVER (ORDER BY first) AS e "
                                      f"FROM tandem.ledger WHERE campaign = {one}) x WHERE first <> e"), 0),
            "units that the coordinator counted": (ask(f"SELECT units FROM tandem.campaign WHERE id = {one}"), self.units),
            "findings": (ask(f"SELECT count(*) FROM tandem.finding WHERE campaign = {one}"), planted),
            "different findings": (ask(f"SELECT count(DISTINCT unit) FROM tandem.finding WHERE campaign = {one} AND unit % 97 = 13"), planted),
            "rows on an old primary": (self.written, 0),
            "chunks left": (ask(f"SELECT count(*) FROM tandem.chunk WHERE campaign = {one}"), 0),
        }
        return [f"{what}: {got}, not {want}" for what, (got, want) in wanted.items() if got != want]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--rounds", type=int, default=50)
    p.add_argument("--units", type=int, default=100000)
    p.add_argument("--seconds", type=float, default=60, help="of faults in a round")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--standby", action="store_true")
    p.add_argument("--kinds", default="agent,coordinator,server,line")
    a = p.parse_args()
    if not postgres.program("initdb"):
        print("skip: PostgreSQL is not installed")
        return 77
    postgres.end_in_order()
    folder = tempfile.mkdtemp(prefix="tandem-faults-")
    os.chmod(folder, 0o755)
    server = postgres.Server(f"{folder}/server")
    bad = 0
    try:
        server.make()
        server.start()
        for number in range(a.rounds):
            r = Round(a.build.resolve(), server, folder, f"round{number}", a.units, random.Random(f"{a.seed} {number}"), a.kinds.split(","))
            if a.standby:
                r.add_standby(postgres.Server(f"{folder}/standby{number}"))
            try:
                faults = r.run(time.monotonic() + a.seconds)
            finally:
                r.end()
            server = r.server
            bad += bool(faults)
            told = ", ".join(f"{n} {kind}" for kind, n in r.faults.items())
            print(f"{'ok' if not faults else 'wrong'} round {number}: {a.units} units in {r.seconds:.1f} s, faults: {told}; "
                  f"{r.retried} chunks tried again{'; ' if faults else ''}{'; '.join(faults)}", flush=True)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
