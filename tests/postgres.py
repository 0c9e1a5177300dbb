#!/usr/bin/env python3
"""A server of PostgreSQL of our own: an ordinary user's, in a folder, on a socket there; no network.

    tests/postgres.py start FOLDER     makes and starts it, prints the URL of its database
    tests/postgres.py stop FOLDER      stops it
    tests/postgres.py crash FOLDER     kills it, as a power failure of the process would
    tests/postgres.py restart FOLDER   starts it again
    tests/postgres.py ask FOLDER QUERY prints the rows of an answer
    tests/postgres.py replace FOLDER   a standby in FOLDER/next takes its place, and it goes on as if it did not know; prints that one's URL
    tests/postgres.py pool FOLDER      puts pgbouncer before it, prints the URL; until `unpool`
    tests/postgres.py unpool FOLDER    ends that
    tests/postgres.py secure FOLDER    makes certificates, starts it again with TLS on TCP, prints the URL; `stop` is all that follows

Everybody has to be able to find FOLDER, and its path has to be short, as those of sockets are.

Exit code 77: PostgreSQL is not installed.
"""
import glob, os, pathlib, pwd, shutil, signal, socket, subprocess, sys, time


def program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


def faketime():
    return (glob.glob("/usr/lib/*/faketime/libfaketime.so.1") or [None])[0]


def with_clock(offset):
    """What stands before a command whose clock is that far off; None: not at all."""
    return ["env", f"LD_PRELOAD={faketime()}", f"FAKETIME={offset}"] if offset else []


def end_in_order():
    """A signal that ends the program is an exception, so that servers and processes end with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Server:
    """Files are safe when processes are killed; fsync, which is for power failures, would only cost time here."""

    settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=100", "-c", "shared_buffers=64MB",
                "-c", "log_min_messages=fatal", "-c", "autovacuum_naptime=5s"]

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.data = self.folder / "data"
        self.url = f"postgres://tandem@/postgres?host={self.folder}"
        self.port = 5432
        self.clock = None  # how far it is off: "+1h"

    def user(self):
        """The server refuses to run as root: then it is somebody's without rights."""
        return ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []

    def run(self, *words):
        return subprocess.run([*self.user(), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd="/")

    def make(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.folder.chmod(0o755)
        made = self.run(program("initdb"), "-D", str(self.data), "-U", "tandem", "-A", "trust", "-E", "UTF8", "--no-sync",
                        "--no-locale")
        if made.returncode:
            raise SystemExit(made.stderr)

    def start(self):
        for _ in range(100):  # processes of one that was killed may still be there
            with open(self.folder / "log", "a") as log:
                os.chmod(self.folder / "log", 0o666)
                process = subprocess.Popen([*self.user(), *with_clock(self.clock), program("postgres"), "-D", str(self.data), "-k", str(self.folder),
                                            *self.settings], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                                           start_new_session=True)
            while process.poll() is None:
                if self.answers():
                    return
                time.sleep(0.05)
            time.sleep(0.1)
        raise SystemExit((self.folder / "log").read_text())

    def answers(self):
        return not subprocess.run([program("pg_isready"), "-q", "-h", str(self.folder), "-p", str(self.port), "-U", "tandem"]).returncode

    def make_standby(self, other):
        """Makes of `other`, which is not there yet, a synchronous standby of this one, and starts it."""
        other.folder.mkdir(parents=True)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(other.folder, nobody.pw_uid, nobody.pw_gid)
        made = self.run(program("pg_basebackup"), "-h", str(self.folder), "-U", "tandem", "-D", str(other.data), "-c", "fast", "-X",
                        "stream", "-R", "--no-sync", "-d", "application_name=standby")
        if made.returncode:
            raise SystemExit(made.stderr)
        other.start()
        self.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.ask("SELECT pg_reload_conf()")
        for _ in range(200):
            if self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == [["1"]]:
                return
            time.sleep(0.05)
        raise SystemExit("the standby does not follow")

    def promote(self):
        self.run(program("pg_ctl"), "-D", str(self.data), "-w", "promote")

    def pid(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def certify(self, name, *more):
        """A key and a certificate of our own authority."""
        key, request, made = (str(self.folder / f"{name}.{end}") for end in ("key", "csr", "crt"))
        authority = [] if name == "ca" else ["-CA", str(self.folder / "ca.crt"), "-CAkey", str(self.folder / "ca.key"), "-CAcreateserial"]
        subject = {"ca": "/CN=authority", "server": "/CN=localhost", "client": "/CN=tandem"}[name]
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if name == "ca":
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", subject, "-keyout", key, "-out", made], **quiet)
        else:
            subprocess.run(["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", subject, "-keyout", key, "-out", request], **quiet)
            subprocess.run(["openssl", "x509", "-req", "-days", "2", "-in", request, *authority, "-out", made], **quiet)
        os.chmod(key, 0o600)

    def secure(self):
        """From now on also over TCP, with TLS, for whoever has a certificate."""
        for name in ("ca", "server", "client"):
            self.certify(name)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder / "server.key", nobody.pw_uid, nobody.pw_gid)
        rules = self.data / "pg_hba.conf"
        rules.write_text("hostssl all all localhost cert\nlocal all all trust\n")
        with socket.socket() as free:
            free.bind(("localhost", 0))
            port = free.getsockname()[1]
        self.stop()
        place = self.folder
        self.settings = [*self.settings, "-c", "listen_addresses=localhost", "-c", f"port={port}", "-c", "ssl=on", "-c", f"ssl_ca_file={place}/ca.crt",
                         "-c", f"ssl_cert_file={place}/server.crt", "-c", f"ssl_key_file={place}/server.key"]
        self.port = port
        self.start()
        return (f"postgres://tandem@localhost:{port}/postgres?sslmode=verify-full&sslrootcert={place}/ca.crt&sslcert={place}/client.crt&"
                f"sslkey={place}/client.key")

    def crash(self):
        os.kill(self.pid(), signal.SIGKILL)

    def stop(self):
        self.run(program("pg_ctl"), "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def ask(self, query):
        """Rows as lists of texts."""
        out = subprocess.run([program("psql"), "-X", "-A", "-t", "-F", "\t", "-h", str(self.folder), "-U", "tandem", "postgres",
                              "-c", query], capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(out.stderr)
        return [line.split("\t") for line in out.stdout.splitlines()]


class Pooler:
    """pgbouncer before a server, in transaction mode, with few connections: each transaction may get another one."""

    def __init__(self, server, connections=3):
        self.server, self.connections, self.process = server, connections, None
        self.folder = server.folder / "pooler"
        self.url = f"postgres://tandem@/postgres?host={self.folder}&port=6432"

    def start(self):
        self.folder.mkdir()
        (self.folder / "users").write_text('"tandem" ""\n')
        (self.folder / "ini").write_text(
            f"[databases]\npostgres = host={self.server.folder} user=tandem\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = {self.folder}\n"
            f"pool_mode = transaction\ndefault_pool_size = {self.connections}\nauth_type = trust\nauth_file = {self.folder}/users\n"
            f"server_round_robin = 1\nmax_client_conn = 200\nignore_startup_parameters = extra_float_digits\npidfile = {self.folder}/pid\n")
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen([*self.server.user(), program("pgbouncer"), str(self.folder / "ini")], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, cwd="/", start_new_session=True)
        while not (self.folder / ".s.PGSQL.6432").exists():
            if self.process.poll() is not None:
                raise SystemExit((self.folder / "log").read_text())
            time.sleep(0.05)

    def stop(self):
        try:
            os.kill(int((self.folder / "pid").read_text()), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass
        if self.process:
            self.process.wait()


def main():
    if not program("initdb") or not program("psql"):
        print("PostgreSQL is not installed", file=sys.stderr)
        return 77
    action, server = sys.argv[1], Server(sys.argv[2])
    if action == "start":
        server.make()
        server.start()
        print(server.url)
    elif action == "restart":
        server.start()
    elif action == "crash":
        server.crash()
    elif action == "ask":
        for row in server.ask(sys.argv[3]):
            print(*row)
    elif action == "replace":
        following = Server(server.folder / "next")
        server.make_standby(following)
        server.ask("ALTER SYSTEM RESET synchronous_standby_names")
        server.ask("SELECT pg_reload_conf()")
        following.promote()
        print(following.url)
    elif action == "pool":
        if not program("pgbouncer"):
            print("pgbouncer is not installed", file=sys.stderr)
            return 77
        pooler = Pooler(server)
        pooler.start()
        print(pooler.url)
    elif action == "secure":
        print(server.secure())
    elif action == "unpool":
        Pooler(server).stop()
    elif action == "stop":
        server.stop()
        if (server.folder / "next").exists():
            Server(server.folder / "next").stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
