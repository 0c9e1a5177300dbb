#!/usr/bin/env python3
"""Random faults on a cluster: is every unit done exactly once, and every planted finding there exactly once?

    bench/cluster_faults.py BUILD [--rounds 50] [--units N] [--seconds 60] [--seed 0] [--kinds KIND,…|all] [--standby]

A round is as many campaigns of 20,000 units, one after the other, as are begun while it has faults; with --units it is one of that many. A real server of PostgreSQL, simulated agents and a simulated coordinator (bench/cluster_agents.c: the real client, pretended
work). While they work, at random:

    agent, coordinator, server   is killed (kill -9) and started again
    line      the server ends connections, whatever they are doing
    torn      a proxy carries half of a request, or a request and not its answer, and then ends the connection
    network   agents are on hosts of their own (network namespaces), whose line is down for a while; root only
    disk      the server's disk is full for a while (a small tmpfs); root only
    clock     an agent or the server is started again with a clock that is an hour off (faketime)
    promotion the primary is killed and its synchronous standby takes over, once a round (--standby); the old one comes back for a
              while, and nobody may write to it

Prints a line a round: campaigns, units of all, faults; exit code 1 where anything is wrong.
"""
import argparse, os, pathlib, random, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402
from cluster_network import Hosts, Proxy  # noqa: E402

LEASE, SIZE, PROCESSES, AGENTS, WORK = 1.5, 10, 3, 4, 4
KINDS = ("agent", "coordinator", "server", "line", "torn", "network", "disk", "clock")
DISK = 400 << 20  # bytes of the small disk
UNITS = 20000
WRONG_CLOCKS = ("-1h", "+0", "+1h")


class Round:
    """One campaign of a round."""

    def __init__(self, build, place, name, units, rng, kinds):
        self.program = str(build / "bench/cluster_agents")
        self.tandem = str(build / "tandem")
        self.place, self.server, self.folder, self.name, self.units, self.rng = place, place.server, place.folder, name, units, rng
        self.kinds = list(kinds)
        self.faults = dict.fromkeys((*self.kinds, "promotion"), 0)
        self.retried = 0
        self.lead, self.agents = None, [None] * PROCESSES
        self.url = place.proxy.url if place.proxy else place.server.url
        self.standby = None
        self.written = 0  # to an old primary

    def follow(self, before):
        """Another one has been: a standby that was not promoted is still there."""
        self.url, self.kinds, self.standby, self.faults = before.url, before.kinds, before.standby, before.faults

    def forget(self):
        """The disk is small."""
        subprocess.run([self.tandem, "cluster", "forget", "--name", self.name, "--cluster", self.server.url], capture_output=True)

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

    def start_agent(self, i, clock=None):
        hosts = self.place.hosts
        self.agents[i] = subprocess.Popen([*(hosts.command(i) if hosts else []), *postgres.with_clock(clock), self.program,
                                           hosts.url(i) if hosts else self.url, "work", self.name, str(AGENTS), str(LEASE),
                                           f"{self.folder}/spool-{self.name}-{i}.db", str(WORK)], stdout=subprocess.DEVNULL)

    def restart_agent(self, clock=None):
        i = self.rng.randrange(PROCESSES)
        self.agents[i].kill()
        self.agents[i].wait()
        self.start_agent(i, clock)

    def restart_server(self, clock=None):
        self.server.crash()
        self.server.clock = clock
        time.sleep(self.rng.random() * LEASE)
        self.server.start()

    def fill_disk(self):
        """The server may survive it, or end and not come up again until there is room."""
        balloon = self.server.folder / "balloon"
        try:
            with open(balloon, "wb", buffering=0) as f:
                while True:
                    f.write(bytes(1 << 16))
        except OSError:
            pass
        time.sleep(self.rng.random() * 2 * LEASE)
        balloon.unlink()
        time.sleep(0.2)
        if not self.server.answers():
            self.server.stop()
            self.server.start()

    def fault(self):
        kind = self.rng.choice(self.kinds)
        self.faults[kind] += 1
        if kind == "agent":
            self.restart_agent()
        elif kind == "coordinator":
            if self.lead.poll() is None:
                self.lead.kill()
                self.lead.wait()
                self.start_lead()
        elif kind == "server":
            self.restart_server(self.server.clock)
        elif kind == "clock":
            clock = self.rng.choice(WRONG_CLOCKS)
            self.restart_server(clock) if self.rng.random() < 0.3 else self.restart_agent(clock)
        elif kind == "promotion":
            self.promote()
        elif kind == "torn":
            self.place.proxy.tear(0.7)
        elif kind == "network":
            i = self.rng.randrange(PROCESSES)
            self.place.hosts.set(i, "down")
            time.sleep(self.rng.random() * 2 * LEASE)
            self.place.hosts.set(i, "up")
        elif kind == "disk":
            self.fill_disk()
        else:
            self.cut_lines()

    def run(self, deadline):
        """Faults until all is done, or until the deadline; then without."""
        self.start_lead()
        for i in range(PROCESSES):
            self.start_agent(i)
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


class Place:
    """The server and what stands between it and the others, as the kinds of faults want it."""

    def __init__(self, kinds):
        self.folder = tempfile.mkdtemp(prefix="tandem-faults-")
        os.chmod(self.folder, 0o755)
        self.server = postgres.Server(f"{self.folder}/server")
        self.disk, self.proxy, self.hosts = None, None, None
        self.kinds = kinds

    def open(self):
        if "disk" in self.kinds:
            self.disk = self.server.folder
            self.disk.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(self.disk)], check=True)
            self.server.settings = [*self.server.settings, "-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB", "-c", "wal_recycle=off"]
        self.server.make()
        if "network" in self.kinds:
            self.hosts = Hosts(PROCESSES)
            self.hosts.make()
            self.server.settings = [*self.server.settings, "-c", "listen_addresses=*", "-c", "tcp_keepalives_idle=5"]
            with open(self.server.data / "pg_hba.conf", "a") as f:
                f.write(f"host all all {self.hosts.net}.0.0/16 trust\n")
        self.server.start()
        if "torn" in self.kinds:
            self.proxy = Proxy(f"{self.folder}/proxy", f"{self.server.folder}/.s.PGSQL.5432")
            self.proxy.start()

    def close(self):
        self.server.stop()
        if self.proxy:
            self.proxy.ended = True
        if self.hosts:
            self.hosts.remove()
        if self.disk:
            subprocess.run(["umount", "-l", str(self.disk)])
        shutil.rmtree(self.folder, ignore_errors=True)


def possible(kinds):
    """Those that can be had here; what cannot is said."""
    wanted = KINDS if kinds == "all" else kinds.split(",")
    needs = {"network": os.geteuid() == 0 and shutil.which("ip"), "disk": os.geteuid() == 0, "clock": postgres.faketime()}
    missing = [kind for kind in wanted if not needs.get(kind, True)]
    if missing:
        print(f"without {', '.join(missing)}: root and the packages iproute2 and faketime are wanted", flush=True)
    return [kind for kind in wanted if kind not in missing]


def run_round(number, a, place, kinds):
    """Whether all was as it should be."""
    rng, begun = random.Random(f"{a.seed} {number}"), time.monotonic()
    done, wrong = [], []
    while not done or (not a.units and time.monotonic() < begun + a.seconds):
        r = Round(a.build.resolve(), place, f"round{number}-{len(done)}", a.units or UNITS, rng, kinds)
        if done:
            r.follow(done[-1])
        elif a.standby:
            r.add_standby(postgres.Server(f"{place.folder}/standby{number}"))
        try:
            faults = r.run(begun + a.seconds)
        finally:
            r.end()
        place.server = r.server
        done.append(r)
        wrong += [f"{r.name}: {fault}" for fault in faults]
        if not faults:
            r.forget()
    told = ", ".join(f"{n} {kind}" for kind, n in done[-1].faults.items() if n)
    print(f"{'wrong' if wrong else 'ok'} round {number}: {len(done)} campaigns, {sum(r.units for r in done)} units in "
          f"{time.monotonic() - begun:.1f} s, faults: {told}; {sum(r.retried for r in done)} chunks tried again"
          f"{'; ' if wrong else ''}{'; '.join(wrong)}", flush=True)
    return not wrong


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--rounds", type=int, default=50)
    p.add_argument("--units", type=int, default=0)
    p.add_argument("--seconds", type=float, default=60, help="of faults in a round")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--standby", action="store_true")
    p.add_argument("--kinds", default="agent,coordinator,server,line")
    a = p.parse_args()
    if not postgres.program("initdb"):
        print("skip: PostgreSQL is not installed")
        return 77
    postgres.end_in_order()
    kinds = possible(a.kinds)
    if a.standby:
        kinds = [kind for kind in kinds if kind not in ("torn", "network", "disk")]  # these stand between all and one server
    place = Place(kinds)
    bad = 0
    try:
        place.open()
        for number in range(a.rounds):
            bad += not run_round(number, a, place, kinds)
    finally:
        place.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
