"""The baseline: random argument lists from the words of `--help`, without any feedback."""
import random, re, subprocess

TEXT = b"alpha beta gamma\nbeta 1 2\n\nalpha beta gamma\n\tdelta  7\nz 10 3"
NUMBERS = ["0", "1", "2", "3", "7", "10", "-1", "100", "4096"]


def help_words(program):
    """Options (with what the help says about their value) and all other words of the help text."""
    done = subprocess.run([program, "--help"], capture_output=True, stdin=subprocess.DEVNULL, timeout=10)
    text = done.stdout.decode(errors="replace")
    options = sorted(set(re.findall(r"(?<![\w-])(--?[A-Za-z0-9][\w-]*(?:\[?=[A-Za-z]+)?)", text)))
    words = sorted(set(re.findall(r"[A-Za-z0-9_+./%:,-]+", text)) - set(options))
    return options, words


def argument(choose, options, words):
    kind = choose.random()
    if kind < 0.5 and options:
        option = choose.choice(options).replace("[", "")
        if "=" in option:
            value = choose.choice(choose.choice([words or ["x"], NUMBERS, ["A", "B"]]))
            option = option.split("=")[0] + "=" + value
        return option
    if kind < 0.65 and words:
        return choose.choice(words)
    if kind < 0.8:
        return choose.choice(NUMBERS)
    return choose.choice(["A", "B", "-", ".", "missing"])


def write_tests(program, folder, count, seed):
    """`count` folders of tests as tools/replaycov.py reads them."""
    options, words = help_words(program)
    choose = random.Random(f"{seed} {program.name}")
    for i in range(count):
        test = folder / f"{i:04}"
        (test / "files").mkdir(parents=True, exist_ok=True)
        arguments = [argument(choose, options, words) for _ in range(choose.randrange(6))]
        (test / "argv").write_bytes(b"".join(a.encode() + b"\0" for a in arguments))
        (test / "stdin").write_bytes(TEXT)
        (test / "files/A").write_bytes(TEXT)
        (test / "files/B").write_bytes(TEXT[::-1])
