"""on_pty.py [--columns N] [--signal N WORD] COMMAND ARGUMENT...: runs a command on a terminal, and prints what it sent
there. With --signal it is sent that signal once, after the terminal has seen WORD. The exit code is the command's."""
import argparse, fcntl, os, pty, struct, sys, termios

parser = argparse.ArgumentParser()
parser.add_argument("--columns", type=int, default=80)
parser.add_argument("--signal", nargs=2, default=["0", ""])
parser.add_argument("command", nargs=argparse.REMAINDER)
options = parser.parse_args()
number, word = int(options.signal[0]), options.signal[1].encode()

child, terminal = pty.fork()
if not child:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, options.columns, 0, 0))
    os.execv(options.command[0], options.command)
seen, sent = b"", False
while True:
    try:
        some = os.read(terminal, 1 << 16)
    except OSError:
        break
    if not some:
        break
    seen += some
    if number and not sent and word in seen:
        os.kill(child, number)
        sent = True
status = os.waitpid(child, 0)[1]
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status) & 255)
