#!/usr/bin/env python3
"""Checks the labels of the suite without Tandem.

For every query: with its closed boxes uninterpreted (unsat there is unsat for any box), then with
their definitions from the .def file beside the C source in their place, z3 (then cvc5) decides; where
the boxes have points without a value (NAME!ok in the .def file says where they have one), a query that
is satisfiable only there must be labelled `:tandem-answer unknown`. Every model is then checked against
the compiled C functions themselves, and every definition is compared with its C function at random
points. A query whose box has no definition (libm's sin) carries its model in a "; witness:" comment.

    bench/closed-box/verify.py [PART OF A PATH]...
"""
import concurrent.futures, ctypes, os, pathlib, pickle, random, re, signal, struct, subprocess
import sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent
FAMILIES = ["paths", "bv", "synth", "ints", "floats", "strings", "faults"]
SECONDS = 120
POINTS = 48  # of each box, where definition and C function are compared

# ---- S-expressions: atoms are str, lists are tuples -------------------------------------------------

TOKEN = re.compile(r'\s+|;[^\n]*|(?P<t>[()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()";|]+)')


def read(text):
    stack, place = [[]], 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise ValueError(f"cannot read {text[place:place + 40]!r}")
        place, token = match.end(), match["t"]
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        elif token:
            stack[-1].append(token)
    if len(stack) != 1:
        raise ValueError("parentheses do not match")
    return stack[0]


def show(e):
    return e if isinstance(e, str) else "(" + " ".join(map(show, e)) + ")"


def replace(e, table):
    """Terms in `table` are replaced, outermost first; lets are expanded on the way."""
    if e in table:
        return table[e]
    if isinstance(e, str):
        return e
    if len(e) == 3 and e[0] == "let":
        inner = dict(table)
        inner.update({name: replace(value, table) for name, value in e[1]})
        return replace(e[2], inner)
    return tuple(replace(x, table) for x in e)


# ---- Queries -----------------------------------------------------------------------------------------

class Box:
    def __init__(self, name, symbol, library, program, domain, range_, pointers):
        self.name, self.symbol, self.library, self.program = name, symbol, library, program
        self.domain, self.range, self.pointers = domain, range_, pointers


def sort_width(sort):
    return int(sort[2]) if isinstance(sort, tuple) and sort[:2] == ("_", "BitVec") else None


class Query:
    def __init__(self, path):
        self.path = path
        text = path.read_text()
        self.first = text.split("\n", 1)[0]
        self.status, self.answer, self.boxes, self.memory = None, None, {}, []
        self.head, self.consts, self.assertions = [], [], []
        self.witness = None
        ctypes_, found = {}, re.findall(r"^; witness: (.*)$", text, re.M)
        if found:
            self.witness = {name: value for name, value in read(" ".join(found))}
        for c in read(text):
            if c[0] == "set-info":
                self.status = c[2] if c[1] == ":status" else self.status
                self.answer = c[2] if c[1] == ":tandem-answer" else self.answer
            elif c[0] == "define-ctype":
                ctypes_[c[1]] = c[2]
            elif c[0] == "declare-cb":
                options = dict(zip(c[4::2], (x.strip('"') for x in c[5::2])))
                sorts = [ctypes_.get(s, s) for s in c[2]] + [ctypes_.get(c[3], c[3])]
                pointers = [isinstance(s, str) and s.strip("|").endswith("*") for s in c[2] + (c[3],)]
                self.boxes[c[1]] = Box(c[1], options.get(":symbol", c[1]), options.get(":lib"), None,
                                       sorts[:-1], sorts[-1], pointers)
            elif c[0] == "declare-oracle-fun":
                program, domain, range_ = (c[2], c[3], c[4]) if isinstance(c[2], str) else (c[4], c[2], c[3])
                program = program.strip('"|')
                self.boxes[c[1]] = Box(c[1], os.path.basename(program), None, program, list(domain), range_,
                                       [False] * (len(domain) + 1))
            elif c[0] == "alloc":
                self.memory.append((int(c[1][2:], 16), int(c[2]), c[3]))
            elif c[0] in ("declare-const", "declare-fun"):
                self.consts.append(c[1])
                self.head.append(c)
            elif c[0] == "assert":
                self.assertions.append(replace(c[1], {}))
            elif c[0] not in ("set-logic", "set-arch", "check-sat", "get-model", "exit"):
                self.head.append(c)
        self.bytes = self.read_memory()

    def read_memory(self):
        """Address to term of one byte."""
        memory = {}
        for address, n, content in self.memory:
            if content.startswith('"') if isinstance(content, str) else False:
                data = bytes.fromhex(content.strip('"'))
                for i in range(n):
                    memory[address + i] = f"#x{data[i]:02x}"
            else:
                assert n == 1, "one byte an alloc, please"
                memory[address] = content
        return memory

    def expected(self):
        return self.answer or self.status

    def definitions(self):
        path = self.path.with_suffix(".def")
        path = path if path.exists() else self.path.parent / "boxes.def"
        return path.read_text() if path.exists() else ""


def defined(text):
    return {c[1] for c in read(text) if c[0] in ("define-fun", "define-fun-rec")}


def applications(e, boxes, out):
    if isinstance(e, tuple):
        for x in e:
            applications(x, boxes, out)
        if e and isinstance(e[0], str) and e[0] in boxes and e not in out:
            out.append(e)
    elif e in boxes and not boxes[e].domain and e not in out:
        out.append(e)
    return out


# ---- libc over memory images: terms for functions of pointers, which are constants -------------------

def object_at(query, address):
    """Terms of the bytes from the address to the end of the object."""
    terms = []
    while address + len(terms) in query.bytes:
        terms.append(query.bytes[address + len(terms)])
    return terms


def pointer_value(term):
    return int(term[2:], 16)


def model_strlen(query, free, p):
    terms = object_at(query, pointer_value(p))
    result = free
    for i in reversed(range(len(terms))):
        result = ("ite", ("=", terms[i], "#x00"), f"#x{i:016x}", result)
    return result


def model_strcmp(query, free, p, q):
    """Only the sign is fixed by the standard: here -1, 0 and 1, and the queries ask for no more."""
    a, b = object_at(query, pointer_value(p)), object_at(query, pointer_value(q))
    result = free
    for x, y in reversed(list(zip(a, b))):
        result = ("ite", ("=", x, y), ("ite", ("=", x, "#x00"), "#x00000000", result),
                  ("ite", ("bvult", x, y), "#xffffffff", "#x00000001"))
    return result


def model_atoi(query, free, p):
    """Digits only, at most four of them: the queries see to it."""
    terms = object_at(query, pointer_value(p))[:5]
    def digits(i, value):
        if i == len(terms):
            return free
        c = terms[i]
        digit = ("bvsub", (("_", "zero_extend", "24"), c), "#x00000030")
        more = ("bvadd", ("bvmul", value, "#x0000000a"), digit)
        return ("ite", ("and", ("bvuge", c, "#x30"), ("bvule", c, "#x39")), digits(i + 1, more), value)
    space = [" \t\n\v\f\r+-".find(chr(c)) for c in range(256)]
    other = ("and",) + tuple(("not", ("=", terms[0], f"#x{c:02x}")) for c in range(256) if space[c] >= 0)
    return ("ite", other, digits(0, "#x00000000"), free)


def model_strchr(query, free, p, c):
    address, terms = pointer_value(p), object_at(query, pointer_value(p))
    wanted, result = (("_", "extract", "7", "0"), c), free
    for i in reversed(range(len(terms))):
        result = ("ite", ("=", terms[i], wanted), f"#x{address + i:016x}",
                  ("ite", ("=", terms[i], "#x00"), "#x0000000000000000", result))
    return result


MODELS = {"strlen": model_strlen, "strcmp": model_strcmp, "atoi": model_atoi, "strchr": model_strchr}


# ---- Solvers -----------------------------------------------------------------------------------------

def solve(text, seconds, want=""):
    """(answer, the rest of the output)"""
    commands = [["z3", "-smt2", f"-T:{seconds}", "-in"]]
    if not want:
        commands.append(["cvc5", "--lang=smt2", "--fp-exp", "--strings-exp", f"--tlimit={seconds * 1000}", "-"])
    for command in commands:
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        lines = done.stdout.split("\n")
        if command[0] == "z3" and "(error" in re.split(r"^(?:sat|unsat|unknown|timeout)$", done.stdout, 1, re.M)[0]:
            raise RuntimeError(f"{command[0]}: {done.stdout[:400]}")
        if lines[0] in ("sat", "unsat"):
            return lines[0], "\n".join(lines[1:])
    return "unknown", ""


def evaluate(head, terms):
    """Values of ground terms, as s-expressions."""
    if not terms:
        return []
    text = head + "\n(check-sat)\n" + "\n".join(f"(eval {show(t)} :completion true)" for t in terms)
    answer, rest = solve(text, SECONDS, want="values")
    values = read(rest)
    if answer != "sat" or len(values) != len(terms):
        raise RuntimeError(f"no values: {answer} {rest[:300]}")
    return values


# ---- Values ------------------------------------------------------------------------------------------

FLOATS = {("_", "FloatingPoint", "8", "24"): ("f", "I", 8, 24), "Float32": ("f", "I", 8, 24),
          ("_", "FloatingPoint", "11", "53"): ("d", "Q", 11, 53), "Float64": ("d", "Q", 11, 53)}


def bits_of(e):
    return int(e[2:], 2 if e[1] == "b" else 16) if isinstance(e, str) else int(e[1][2:])


def number_of(e):
    if isinstance(e, str):
        return float(e) if "." in e else int(e)
    if e[0] == "-":
        return -number_of(e[1])
    return number_of(e[1]) / number_of(e[2])


def python_value(e, sort):
    if sort == "Bool":
        return e == "true"
    if sort in ("Int", "Real"):
        return number_of(e)
    if sort == "String":
        return re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda m: chr(int(m[1], 16)), e[1:-1].replace('""', '"'))
    if sort in FLOATS:
        code, word, eb, sb = FLOATS[sort]
        if e[0] == "fp":
            bits = int("".join(format(bits_of(x), f"0{w}b") for x, w in zip(e[1:], (1, eb, sb - 1))), 2)
            return struct.unpack("<" + code, struct.pack("<" + word, bits))[0]
        return {"NaN": float("nan"), "+oo": float("inf"), "-oo": float("-inf"), "+zero": 0.0, "-zero": -0.0}[e[1]]
    return bits_of(e)


def smt_value(v, sort):
    if sort == "Bool":
        return "true" if v else "false"
    if sort == "Int":
        return str(v) if v >= 0 else ("-", str(-v))
    if sort == "Real":
        n, d = abs(v).as_integer_ratio() if isinstance(v, float) else (abs(v), 1)
        e = ("/", f"{n}.0", f"{d}.0")
        return ("-", e) if v < 0 else e
    if sort == "String":
        return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in v) + '"'
    if sort in FLOATS:
        code, word, eb, sb = FLOATS[sort]
        if v != v:
            return ("_", "NaN", str(eb), str(sb))
        bits = struct.unpack("<" + word, struct.pack("<" + code, v))[0]
        text = format(bits, f"0{eb + sb}b")
        return ("fp", "#b" + text[0], "#b" + text[1:1 + eb], "#b" + text[1 + eb:])
    return ("_", f"bv{v}", str(sort_width(sort)))


# ---- The C functions ---------------------------------------------------------------------------------

LIBRARIES, FOLDER = {}, tempfile.TemporaryDirectory(prefix="tandem-verify-")


def compile_library(path):
    if path not in LIBRARIES:
        target = os.path.join(FOLDER.name, f"{len(LIBRARIES)}.so")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-o", target, str(path), "-lm"], check=True)
        LIBRARIES[path] = target
    return LIBRARIES[path]


def library_of(query, box):
    return compile_library(query.path.parent / box.library) if box.library else None


def ctype(sort):
    if sort in FLOATS:
        return ctypes.c_float if FLOATS[sort][0] == "f" else ctypes.c_double
    named = {"Bool": ctypes.c_bool, "Int": ctypes.c_int64, "Real": ctypes.c_double, "String": ctypes.c_char_p}
    if sort in named:
        return named[sort]
    width = sort_width(sort)
    for t in (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64):
        if width and ctypes.sizeof(t) * 8 >= width:
            return t
    return ctypes.c_void_p


def is_array(sort):
    return isinstance(sort, tuple) and sort[0] == "Array"


def call_here(library, box, args, objects):
    """`args` are Python values; an array is a list; a pointer is an address of `objects`."""
    handle = ctypes.CDLL(library) if library else ctypes.CDLL(None)
    try:
        f = getattr(handle, box.symbol)
    except AttributeError:
        f = getattr(ctypes.CDLL("libm.so.6"), box.symbol)
    real, kept = [], []
    for value, sort, pointer in zip(args, box.domain, box.pointers):
        width = sort_width(sort)
        if pointer:
            base = max(a for a in objects if a <= value)
            buffer = ctypes.create_string_buffer(objects[base], len(objects[base]))
            kept.append((base, buffer))
            real.append(ctypes.c_void_p(ctypes.addressof(buffer) + value - base))
        elif is_array(sort):
            buffer = (ctype(sort[2]) * len(value))(*value)
            kept.append((0, buffer))
            real.append(ctypes.c_void_p(ctypes.addressof(buffer)))
        elif width and width > 64:
            buffer = ctypes.create_string_buffer(value.to_bytes((width + 7) // 8, "little"), (width + 7) // 8)
            kept.append((0, buffer))
            real.append(ctypes.c_void_p(ctypes.addressof(buffer)))
        else:
            real.append(ctype(sort)(value.encode() if sort == "String" else value))
    f.restype = ctypes.c_uint64 if box.pointers[-1] else ctypes.c_uint8 if box.range == "Bool" else ctype(box.range)
    result = f(*real)
    bits = 1 if box.range == "Bool" else sort_width(box.range)
    if bits and result >> bits:
        return None  # no value of the sort
    if box.pointers[-1]:
        for base, buffer in kept:
            start = ctypes.addressof(buffer)
            if start <= result <= start + len(buffer):
                return base + result - start
    if box.range == "Bool":
        return bool(result)
    return result.decode() if box.range == "String" else result


def call_program(query, box, args):
    words = [str(a).lower() if isinstance(a, bool) else str(a) for a in args]
    done = subprocess.run([str(query.path.parent / box.program)] + words, capture_output=True, text=True, timeout=10)
    try:
        return None if done.returncode else python_value(read(done.stdout)[0], box.range)
    except ValueError:
        return None  # no value of the sort


def call(query, box, args, objects=None):
    """The value, or None where the box gives none. In a process of its own: boxes crash and hang."""
    if box.program:
        return call_program(query, box, args)
    library = library_of(query, box)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            os.write(writer, pickle.dumps(call_here(library, box, args, objects)))
        finally:
            os._exit(0)
    os.close(writer)
    data = b""
    while chunk := os.read(reader, 65536):
        data += chunk
    os.close(reader)
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


# ---- Checks ------------------------------------------------------------------------------------------

def script(query, how):
    """The query for an SMT solver; `how` is "uninterpreted", "defined" or "ok"."""
    text, lines, table = query.definitions(), ["(set-logic ALL)"], {}
    known = defined(text)
    head = [show(c) for c in query.head]
    if how == "uninterpreted" or not query.boxes:
        for b in query.boxes.values():
            lines.append(f"(declare-fun {b.name} {show(tuple(b.domain))} {show(b.range)})")
    else:
        lines.append(text)
        for b in query.boxes.values():
            if b.symbol in MODELS:
                lines += [f"(declare-fun {b.name}!{x} {show(tuple(b.domain))} {show(b.range)})" for x in ("free", "other")]
                continue
            if b.symbol not in known:
                return None
            if b.name != b.symbol:
                names = [f"a{i}" for i in range(len(b.domain))]
                parameters = " ".join(f"({n} {show(s)})" for n, s in zip(names, b.domain))
                lines.append(f"(define-fun {b.name} ({parameters}) {show(b.range)} ({b.symbol} {' '.join(names)}))")
    assertions = list(query.assertions)
    apps = []
    for a in assertions:
        applications(a, query.boxes, apps)
    if how == "ok":
        for app in apps:
            b = query.boxes[app[0]]
            if b.symbol in MODELS:  # it has a value if what is free does not matter
                free, other = ((f"{b.name}!{x}",) + app[1:] for x in ("free", "other"))
                model = MODELS[b.symbol]
                assertions.append(("not", ("=", free, other)))
                assertions.append(("=", model(query, free, *app[1:]), model(query, other, *app[1:])))
            elif f"{b.symbol}!ok" in known:
                assertions.append((f"{b.symbol}!ok",) + app[1:])
    if how != "uninterpreted":
        for app in apps:
            b = query.boxes[app[0]]
            if b.symbol in MODELS:
                table[app] = MODELS[b.symbol](query, (f"{b.name}!free",) + app[1:], *app[1:])
        assertions = [replace(a, table) for a in assertions]
    return "\n".join(lines + head + [f"(assert {show(a)})" for a in assertions])


def has_gaps(query):
    known = defined(query.definitions())
    return any(f"{b.symbol}!ok" in known or b.symbol in MODELS for b in query.boxes.values())


def real_objects(query, head, table):
    """The memory image: base address to bytes."""
    objects, base, addresses = {}, None, sorted(query.bytes)
    values = evaluate(head, [replace(query.bytes[a], table) for a in addresses])
    for address, value in zip(addresses, values):
        if base is None or address != base + len(objects[base]):
            base, objects[address] = address, b""
        objects[base] += bytes([bits_of(value)])
    return objects


def real_arguments(query, head, apps):
    """Lists of Python values, one list an application; arguments are ground and have no boxes."""
    terms = []
    for app in apps:
        for argument, sort in zip(app[1:], query.boxes[app[0]].domain):
            if is_array(sort):
                width = sort_width(sort[1])
                terms += [("select", argument, ("_", f"bv{i}", str(width))) for i in range(1 << width)]
            else:
                terms.append(argument)
    values = iter(evaluate(head, terms))
    for app in apps:
        args = []
        for sort in query.boxes[app[0]].domain:
            if is_array(sort):
                args.append([bits_of(next(values)) for _ in range(1 << sort_width(sort[1]))])
            else:
                args.append(python_value(next(values), sort))
        yield args


def has_atom(e, atoms):
    return e in atoms if isinstance(e, str) else any(has_atom(x, atoms) for x in e)


def holds(query, model):
    """Whether the values satisfy the query with the real functions; a reason when not. Where a box has
    no value the query must hold for every value that it might have."""
    head = "(set-logic ALL)\n" + "\n".join(show(c) for c in query.head if c[0] not in ("declare-const", "declare-fun"))
    table, free = dict(model), {}
    assertions = [replace(a, table) for a in query.assertions]
    objects = real_objects(query, head, table)
    while True:
        apps = []
        for a in assertions:
            applications(a, query.boxes, apps)
        inner = [a for a in apps if len(applications(a, query.boxes, [])) == 1]
        if not inner:
            break
        replies = {}
        for app in [a for a in inner if has_atom(a, free)]:
            free[f"free!{len(free)}"] = query.boxes[app[0]].range
            replies[app] = f"free!{len(free) - 1}"
        inner = [a for a in inner if a not in replies]
        for app, args in zip(inner, real_arguments(query, head, inner)):
            box = query.boxes[app[0]]
            reply = call(query, box, args, objects)
            if reply is None:
                free[f"free!{len(free)}"] = box.range
                replies[app] = f"free!{len(free) - 1}"
            else:
                replies[app] = smt_value(reply, box.range)
        assertions = [replace(a, replies) for a in assertions]
    for before, after in zip(query.assertions, assertions):
        text = "\n".join([head] + [f"(declare-const {n} {show(s)})" for n, s in free.items()])
        if solve(f"{text}\n(assert (not {show(after)}))\n(check-sat)", SECONDS)[0] != "unsat":
            return f"does not hold: {show(before)}"
    return None


def model_of(query, text):
    """(answer, model)"""
    wanted = f"(get-value ({' '.join(query.consts)}))" if query.consts else ""
    answer, rest = solve(f"{text}\n(check-sat)\n{wanted}", SECONDS, want="model")
    return answer, {name: value for name, value in read(rest)[0]} if answer == "sat" and wanted else {}


def decide(query):
    """(answer, how it was found)"""
    if query.witness is not None:
        reason = holds(query, query.witness)
        return ("sat", "witness") if reason is None else ("?", f"witness: {reason}")
    if solve(script(query, "uninterpreted") + "\n(check-sat)", 20)[0] == "unsat":
        return "unsat", "for any box"
    text = script(query, "defined")
    if text is None:
        return "?", "a box has no definition"
    answer, _ = solve(text + "\n(check-sat)", SECONDS)
    if answer == "unsat":
        return "unsat", "by definition"
    answer_ok, model = model_of(query, script(query, "ok"))
    if answer_ok == "sat":
        reason = holds(query, model)
        return ("sat", "model holds on the C functions") if reason is None else ("?", reason)
    answer, model = model_of(query, text)
    if answer_ok == "unsat" and has_gaps(query) and answer == "sat":
        if holds(query, model) is None:
            return "sat", "whatever a box without a value says"
        return "unknown", "only where a box has no value"
    return "?", f"undecided: {answer}, {answer_ok}"


def check_query(path):
    started = time.monotonic()
    try:
        query = Query(path)
        if not query.first.startswith("; ") or not query.status:
            return path, False, "no comment or no status"
        answer, how = decide(query)
        good = answer == query.expected()
        return path, good, f"{query.expected()}: {how if good else f'{answer} ({how})'} ({time.monotonic() - started:.1f} s)"
    except (RuntimeError, ValueError, subprocess.SubprocessError, KeyError) as e:
        return path, False, f"{type(e).__name__}: {e}"


# ---- Definitions against C ---------------------------------------------------------------------------

def random_value(r, sort):
    if sort == "Bool":
        return r.random() < 0.5
    if sort == "Int":
        return r.choice([0, 1, 2, 3, 7, 10, r.randint(0, 30), r.randint(0, 1000), r.randint(-100, 100), r.randint(0, 10**6)])
    if sort == "Real":
        return r.randint(-400, 400) / 8
    if sort == "String":
        return "".join(r.choice("abcxyzABZ 0129-+._") for _ in range(r.randint(0, 6)))
    if sort in FLOATS:
        v = r.choice([0.0, -0.0, 1.0, -1.0, 0.5, float("inf"), float("-inf"), float("nan"), r.uniform(-10, 10),
                      r.uniform(-1e6, 1e6), float(r.randint(-100, 100)), r.uniform(-1, 1) * 2.0 ** r.randint(-120, 120)])
        code = FLOATS[sort][0]
        return struct.unpack("<" + code, struct.pack("<" + code, v))[0]
    if is_array(sort):
        return [random_value(r, sort[2]) for _ in range(1 << sort_width(sort[1]))]
    width = sort_width(sort)
    return r.choice([0, 1, 2, (1 << width) - 1, 1 << width - 1, r.getrandbits(min(width, 4)), r.getrandbits(min(width, 8)),
                     r.getrandbits(width), r.getrandbits(width), r.getrandbits(width)]) & (1 << width) - 1


def smt_argument(v, sort):
    if not is_array(sort):
        return smt_value(v, sort)
    e = (("as", "const", sort), smt_value(0, sort[2]))
    for i, x in enumerate(v):
        e = ("store", e, ("_", f"bv{i}", str(sort_width(sort[1]))), smt_value(x, sort[2]))
    return e


# what C only says of these is whether they are 0
PREDICATES = {"isalpha", "isdigit", "isalnum", "isspace", "isxdigit", "isupper", "islower", "ispunct"}


def same(a, b, sort):
    if sort in FLOATS and a is not None and a != a:
        return b != b
    return a == b and (sort not in FLOATS or str(a) == str(b))


def compare_box(query, box):
    """Definition and C function at random points; a text when they differ."""
    text = query.definitions()
    known = defined(text)
    if box.symbol not in known or any(box.pointers):
        return None
    r, points = random.Random(box.symbol), []
    for _ in range(POINTS):
        points.append([random_value(r, s) for s in box.domain])
    arguments = [tuple(smt_argument(v, s) for v, s in zip(p, box.domain)) for p in points]
    head = "(set-logic ALL)\n" + text
    if f"{box.symbol}!ok" in known:
        fine = evaluate(head, [(f"{box.symbol}!ok",) + a for a in arguments])
        chosen = [i for i in range(POINTS) if fine[i] == "true"]
    else:
        chosen = range(POINTS)
    values = evaluate(head, [(box.symbol,) + arguments[i] if arguments[i] else box.symbol for i in chosen])
    for i, value in zip(chosen, values):
        real, wanted = call(query, box, points[i]), python_value(value, box.range)
        if box.symbol in PREDICATES:
            real, wanted = bool(real), bool(wanted)
        if not same(real, wanted, box.range):
            return f"{box.symbol}{tuple(points[i])} is {real}, its definition says {wanted}"
    return None


def main():
    parts = sys.argv[1:]
    paths = [p for f in FAMILIES for p in sorted((ROOT / f).glob("*.smt2"))]
    paths = [p for p in paths if not parts or any(x in str(p.relative_to(ROOT)) for x in parts)]
    bad, counts, boxes = 0, {}, {}
    for path in paths:  # libraries are compiled and forks are made before there are threads
        query = Query(path)
        for box in query.boxes.values():
            if not box.program:
                library_of(query, box)
            boxes.setdefault((path.parent, box.symbol), (query, box))
    for query, box in boxes.values():
        try:
            difference = compare_box(query, box)
        except (RuntimeError, ValueError, subprocess.SubprocessError) as e:
            difference = f"{box.symbol}: {e}"
        if difference:
            bad += 1
            print(f"BAD  {query.path.parent.name}: {difference}")
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for path, good, text in pool.map(check_query, paths):
            bad += not good
            label = text.split(":")[0]
            counts[label] = counts.get(label, 0) + 1
            print(f"{'good' if good else 'BAD '} {path.relative_to(ROOT)}  {text}", flush=True)
    print(f"{len(paths)} queries, {len(boxes)} boxes, {bad} bad; " + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
