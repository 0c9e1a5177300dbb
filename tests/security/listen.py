"""listen.py FOLDER: sockets of all kinds, a port and a pipe in FOLDER, whose number goes to FOLDER/port; what comes in is
written to FOLDER/received. Ends when its standard input does."""
import os, pathlib, selectors, socket, sys

folder = pathlib.Path(sys.argv[1])
wait = selectors.DefaultSelector()


def watch(s):
    s.setblocking(False)
    wait.register(s, selectors.EVENT_READ)
    return s


for name, kind in (("stream", socket.SOCK_STREAM), ("datagram", socket.SOCK_DGRAM), ("packet", socket.SOCK_SEQPACKET)):
    s = watch(socket.socket(socket.AF_UNIX, kind))
    s.bind(str(folder / name))
    (folder / name).chmod(0o666)
    if kind != socket.SOCK_DGRAM:
        s.listen(50)
tcp = watch(socket.create_server(("127.0.0.1", 0), backlog=50))
udp = watch(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
udp.bind(("127.0.0.1", tcp.getsockname()[1]))
os.mkfifo(folder / "pipe", 0o666)
(folder / "pipe").chmod(0o666)
pipe = os.open(folder / "pipe", os.O_RDWR | os.O_NONBLOCK)
wait.register(pipe, selectors.EVENT_READ)
wait.register(0, selectors.EVENT_READ)
(folder / "port").write_text(str(tcp.getsockname()[1]))
(folder / "received").touch()
while True:
    for key, _ in wait.select():
        if key.fileobj == 0:
            sys.exit(0)
        with open(folder / "received", "a") as log:
            log.write("something came\n")
        if key.fileobj == pipe:
            os.read(pipe, 100)
        else:
            try:
                key.fileobj.accept()
            except OSError:
                key.fileobj.recv(100)
