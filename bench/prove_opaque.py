#!/usr/bin/env python3
"""bench/prove_opaque.py BUILD [--timeout 20] [--only NAME] [--truth true]: programs whose opaque code has pointers, buffers, results through
pointers, state and floats.

The folder prove-opaque has 20 programs, each in two versions: as it stands its assertions hold, with FALSE defined one
of them fails. code.c is the code behind them, given with --lib; functions of the C library are named in a comment
"opaque: NAME".

For each version the verdict, and in the end: how many of the true ones are proved or almost correct, how many of the
false ones are violated, and how many answers are wrong. Ends with 1 if any is.
"""
import argparse, json, pathlib, re, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).parent / "prove-opaque"


def ask(tandem, source, false, timeout, folder):
    text = source.read_text()
    file = pathlib.Path(folder) / source.name
    file.write_text("#define FALSE\n#line 1\n" + text if false else text)
    words = [tandem, "prove", "--timeout", str(timeout), "--lib", HERE / "code.c", "--json"]
    named = re.search(r"opaque: (\w+)", text)
    if named:
        words += ["--opaque", named[1]]
    start = time.perf_counter()
    try:
        done = subprocess.run([*words, file], capture_output=True, text=True, timeout=3 * timeout + 30)
        answer = json.loads(done.stdout)
        verdict, why = answer["verdict"], answer.get("reason", "")
    except (ValueError, KeyError, subprocess.TimeoutExpired):
        verdict, why = "no answer", ""
    return verdict, why, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--only", help="part of a program's name")
    parser.add_argument("--truth", choices=("true", "false"), help="only these versions")
    a = parser.parse_args()
    good, wrong, total = [0, 0], 0, [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(HERE.glob("*.c")):
            if source.name == "code.c" or (a.only and a.only not in source.stem):
                continue
            for false in (False, True):
                if a.truth and a.truth != str(not false).lower():
                    continue
                verdict, why, seconds = ask(a.build / "tandem", source, false, a.timeout, folder)
                stands = verdict in ("proved", "proved if", "almost correct")
                right = verdict == "violated" if false else stands
                total[false] += 1
                good[false] += right
                wrong += stands if false else verdict == "violated"
                print(f"{source.stem:12} {'false' if false else 'true':6}{verdict:15}{seconds:6.1f} s  {why[:150]}", flush=True)
    print(f"true: {good[0]} of {total[0]} proved or almost correct; false: {good[1]} of {total[1]} violated; {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
