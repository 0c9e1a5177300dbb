#!/usr/bin/env python3
"""tests/prove/witness.py FILE: is this a witness of SV-COMP's format 2.0, as far as its schema says?

Reads the part of YAML that such files are made of: mappings and lists by indentation, scalars in single quotes or plain.
Prints "good" and what it is, or what is wrong, and ends with 1.
"""
import re, sys


def fail(why):
    print(why)
    sys.exit(1)


def scalar(text):
    text = text.strip()
    if text == "[]":
        return []
    if text.startswith("'"):
        if not re.fullmatch(r"'(?:[^']|'')*'", text):
            fail(f"a wrong quoted scalar: {text}")
        return text[1:-1].replace("''", "'")
    return int(text) if re.fullmatch(r"[0-9]+", text) else text


def block(lines, at, indent):
    """The value that begins at a line with that indentation; the line behind it."""
    if lines[at][1].startswith("- "):
        items = []
        while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("- "):
            rest = lines[at][1][2:]
            if re.match(r"'(?:[^']|'')*'$|[^:]+$", rest):
                items.append(scalar(rest))
                at += 1
            else:
                lines[at] = (indent + 2, rest)
                item, at = block(lines, at, indent + 2)
                items.append(item)
        return items, at
    found = {}
    while at < len(lines) and lines[at][0] == indent and not lines[at][1].startswith("- "):
        parts = re.match(r"('(?:[^']|'')*'|[^:]+):(.*)$", lines[at][1])
        if not parts:
            fail(f"no mapping: {lines[at][1]}")
        key = scalar(parts[1])
        at += 1
        if parts[2].strip():
            found[key] = scalar(parts[2])
        elif at < len(lines) and lines[at][0] > indent:
            found[key], at = block(lines, at, lines[at][0])
        else:
            fail(f"{key} has no value")
    return found, at


def need(value, shape, where):
    """`shape` is a type, a pattern, a list with one shape, or a mapping; a key with ? may be missing."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            fail(f"{where} is no mapping")
        for key, inner in shape.items():
            if key.rstrip("?") in value:
                need(value[key.rstrip("?")], inner, f"{where}.{key.rstrip('?')}")
            elif not key.endswith("?"):
                fail(f"{where} has no {key}")
        known = {key.rstrip("?") for key in shape}
        if not all(key in known for key in value) and "*" not in known:
            fail(f"{where} has {set(value) - known}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            fail(f"{where} is no list")
        for i, one in enumerate(value):
            need(one, shape[0], f"{where}[{i}]")
    elif isinstance(shape, str):
        if not re.fullmatch(shape, str(value)):
            fail(f"{where} is {value!r}")
    elif not isinstance(value, shape):
        fail(f"{where} is {value!r}")


PLACE = {"file_name": str, "line": int, "column?": int, "function?": str}
METADATA = {"format_version": r"2\.[01]", "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
            "creation_time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "producer": {"name": str, "version": str},
            "task": {"input_files": [str], "input_file_hashes": {"*?": str}, "specification": r"CHECK\( init\(\w+\(\)\), LTL\(.*\) \)",
                     "data_model": "ILP32|LP64", "language": "C"}}
INVARIANT = {"invariant": {"type": "loop_invariant|location_invariant", "location": PLACE, "value": str, "format": "c_expression"}}
WAYPOINT = {"waypoint": {"type": "assumption|target|function_enter|function_return|branching", "action": "follow|avoid",
                         "location": PLACE, "constraint?": {"value": str, "format?": "c_expression|ext_c_expression"}}}


def main():
    text = open(sys.argv[1]).read()
    lines = [(len(l) - len(l.lstrip()), l.strip()) for l in text.splitlines() if l.strip() and not l.lstrip().startswith("#")]
    entries, end = block(lines, 0, 0)
    if end != len(lines) or not isinstance(entries, list) or len(entries) != 1:
        fail("not one list of one entry")
    kind = entries[0].get("entry_type")
    content = {"invariant_set": [INVARIANT], "violation_sequence": [{"segment": [WAYPOINT]}]}.get(kind)
    if not content:
        fail(f"entry type {kind}")
    need(entries[0], {"entry_type": str, "metadata": METADATA, "content": content}, "entry")
    if kind == "violation_sequence":
        kinds = [w["waypoint"]["type"] for s in entries[0]["content"] for w in s["segment"]]
        if kinds.count("target") != 1 or kinds[-1] != "target":
            fail("a violation ends in one target")
        if any(w["waypoint"]["type"] == "function_return" and "constraint" not in w["waypoint"]
               for s in entries[0]["content"] for w in s["segment"]):
            fail("a return without its value")
    print(f"good {kind} of {len(entries[0]['content'])}")


main()
