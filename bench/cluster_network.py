"""Lines between agents and a server that can be cut: a proxy that tears messages, and hosts that are network namespaces."""
import os, random, selectors, socket, subprocess, threading, time


class Proxy(threading.Thread):
    """Passes on what clients and the server say to each other, until it is told to tear: then some lines, chosen at random, carry
    half of the next request, or requests and no answers, or nothing, and end a moment later. A COMMIT of which nobody heard is
    one of them."""

    def __init__(self, folder, target):
        super().__init__(daemon=True)
        os.makedirs(folder)
        os.chmod(folder, 0o755)
        self.target, self.ended, self.tearing = target, False, 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{folder}/.s.PGSQL.5432")
        os.chmod(f"{folder}/.s.PGSQL.5432", 0o777)
        self.listener.listen(100)
        self.url = f"postgres://tandem@/postgres?host={folder}"
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.pairs = []  # [client, server, manner, when it ends]

    def tear(self, share):
        self.tearing = share

    def accept(self):
        client, _ = self.listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self.target)
        except OSError:
            client.close()
            return
        pair = [client, server, None, 0]
        self.pairs.append(pair)
        for s in (client, server):
            self.selector.register(s, selectors.EVENT_READ, pair)

    def close(self, pair):
        if pair in self.pairs:
            self.pairs.remove(pair)
            for s in pair[:2]:
                self.selector.unregister(s)
                s.close()

    def carry(self, pair, source):
        client, server, manner, _ = pair
        try:
            data = source.recv(1 << 16)
            if not data:
                self.close(pair)
            elif source is server:
                if manner is None or manner == "torn":
                    client.sendall(data)
            elif manner == "torn":
                server.sendall(data[:len(data) // 2])
                self.close(pair)
            elif manner != "silent":
                server.sendall(data)
        except OSError:
            self.close(pair)

    def run(self):
        while not self.ended:
            for key, _ in self.selector.select(0.05):
                if key.data is None:
                    self.accept()
                elif key.data in self.pairs:
                    self.carry(key.data, key.fileobj)
            share, self.tearing = self.tearing, 0
            for pair in list(self.pairs):
                if share and pair[2] is None and random.random() < share:
                    pair[2], pair[3] = random.choice(("torn", "deaf", "silent")), time.monotonic() + random.random()
                if pair[2] and time.monotonic() > pair[3]:
                    self.close(pair)


class Hosts:
    """Network namespaces with a line to this one each; root only."""

    def __init__(self, n):
        self.names = [f"tandem{os.getpid()}-{i}" for i in range(n)]
        self.links = [f"tf{os.getpid() % 100000}-{i}" for i in range(n)]
        self.net = f"10.{100 + os.getpid() % 100}"  # several runs may be under way

    def ip(self, *words):
        subprocess.run(["ip", *words], check=True, stderr=subprocess.DEVNULL)

    def make(self):
        for i, (name, link) in enumerate(zip(self.names, self.links)):
            self.ip("netns", "add", name)
            self.ip("link", "add", link, "type", "veth", "peer", "name", "line", "netns", name)
            self.ip("addr", "add", f"{self.net}.{i}.1/30", "dev", link)
            self.ip("link", "set", link, "up")
            self.ip("-n", name, "addr", "add", f"{self.net}.{i}.2/30", "dev", "line")
            self.ip("-n", name, "link", "set", "line", "up")

    def command(self, i):
        return ["ip", "netns", "exec", self.names[i]]

    def url(self, i):
        return f"postgres://tandem@{self.net}.{i}.1/postgres"

    def set(self, i, state):
        self.ip("link", "set", self.links[i], state)

    def remove(self):
        for name, link in zip(self.names, self.links):
            subprocess.run(["ip", "link", "del", link], stderr=subprocess.DEVNULL)
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)
