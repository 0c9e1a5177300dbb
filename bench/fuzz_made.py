#!/usr/bin/env python3
"""Random inputs for fuzz targets whose texts have a structure that mutation seldom makes: bench/fuzz_targets.py begins with them.

    bench/fuzz_made.py TARGET FOLDER [COUNT]

The same command makes the same files; a target leaves out what is beyond its own limit of bytes.
"""
import json, pathlib, random, re, struct, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def one_of(*choices):
    return random.choice(choices)


# ---- Conditions in C ----------------------------------------------------------------------------

CASTS = ("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long")
NUMBERS = ("0", "1", "2", "3", "7", "8", "10u", "0x1f", "077", "255", "256", "65535", "2147483647", "2147483648u", "4294967295",
           "10UL", "9223372036854775807", "18446744073709551615", "-1", "'a'")


# Names that are words of SMT-LIB are printed otherwise.
NAMES = sorted({word for file in ("src/term/core/ops.def", "src/smtlib/read/commands.def", "src/smtlib/print/dialect.def", "src/smtlib/print/print_symbol.c")
                for word in re.findall(r'"([A-Za-z_]\w*)"', (ROOT / file).read_text())})


SEEN = {"number": [], "condition": []}  # of this text: rules are about equal parts


def again(kind, text):
    """The text, or one that was there before, also negated."""
    if SEEN[kind] and random.random() < .2:
        text = random.choice(SEEN[kind])
        return f"!({text})" if kind == "condition" and random.random() < .3 else text
    SEEN[kind].append(text)
    return text


def number_text(depth, bound=()):
    return again("number", new_number_text(depth, bound))


def new_number_text(depth, bound):
    if depth <= 0 or random.random() < .2:
        return one_of("x", "u", "x", "u", random.choice(NUMBERS), *bound)
    inner = lambda: number_text(depth - 1, bound)
    kind = random.randrange(12)
    if kind < 5:
        return f"({inner()} {one_of('+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>')} {inner()})"
    if kind < 7:
        return f"{one_of('-', '~', '!', '+', '-')}{inner()}"
    if kind < 8:
        return f"({random.choice(CASTS)}){inner()}"
    if kind < 9:
        return f"f({inner()}, {inner()})"
    if kind < 10:
        return one_of(f"a[{inner()}]", f"m[{inner()}][{inner()}]", "a[u]", "m[1][2]")
    if kind < 11:
        return f"({condition_text(depth - 1, bound)} ? {inner()} : {inner()})"
    return f"({condition_text(depth - 1, bound)})"


def condition_text(depth, bound=()):
    return again("condition", new_condition_text(depth, bound))


def new_condition_text(depth, bound):
    if depth <= 0:
        return f"{one_of('x', 'u', 'x', *bound)} {one_of('<', '<=', '==', '!=')} {random.choice(NUMBERS)}"
    kind = random.randrange(12)
    if kind < 5:
        compare = one_of("<", "<=", ">", ">=", "==", "!=")
        return f"{number_text(depth - 1, bound)} {compare} {number_text(depth - 1, bound)}"
    if kind < 7:
        return f"({condition_text(depth - 1, bound)} {one_of('&&', '||', '==>', '==', '!=')} {condition_text(depth - 1, bound)})"
    if kind < 8:
        return f"({condition_text(depth - 1, bound)} ? {condition_text(depth - 1, bound)} : {condition_text(depth - 1, bound)})"
    if kind < 9:
        return f"!({condition_text(depth - 1, bound)})"
    if kind < 10:
        name = one_of("k", "j", "i", random.choice(NAMES))
        return f"(forall {name}: {condition_text(depth - 1, (*bound, name, f'a[{name}]'))})"
    return one_of("true", "false", number_text(depth - 1, bound))


def c_condition():
    if random.random() < .5:
        name = random.choice(NAMES)
        return f"forall {name}: {one_of('a[' + name + ']', name, name + ' + x', 'x', '-7 % 3')} {one_of('<', '==', '!=')} {random.choice(NUMBERS)}".encode()
    for kind in SEEN:
        SEEN[kind].clear()
    return condition_text(random.randrange(1, 5)).encode()


# ---- Grammars -----------------------------------------------------------------------------------


def operators():
    text = (ROOT / "src/term/core/ops.def").read_text()
    others = {"extract", "concat", "zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat", "+", "-", "*", "div", "mod",
              "abs", "<", "<=", ">", ">=", "=", "distinct", "ite", "and", "or", "not", "xor", "=>", "divisible", "to_real"}
    return sorted(o for o in set(re.findall(r'"([^"\s]+)"', text)) if o.startswith("bv") or "bv_" in o or "_bv" in o or o in others)


def race_grammar():
    names, lines = operators(), []
    if random.random() < .8:
        lines.append("only " + " ".join(random.sample(names, one_of(1, 1, 2, 3, 5, 8))))
    for _ in range(random.randrange(4)):
        word = one_of("on", "off", "weight")
        weight = " " + one_of("0", "1", "0.5", "1e-3", "2", "-1", "x") if word == "weight" else ""
        lines.append(f"{word} {random.choice(names)}{weight}")
    lines += [f"assertions {random.randrange(5)}", f"depth {random.randrange(5)}", f"constants {one_of(0, 20, 38, 50, 99, 100)}"]
    random.shuffle(lines)
    return ("\n".join(lines) + "\n#" + "x" * random.randrange(200)).encode()


def invariants():
    names = ["S", "p", "q", "cmp", "op"][:random.randrange(1, 6)]
    words = [*names, "var", "const", "opaque", "x", "n", "(", ")", "&&", '"||"', "<", "<=", "==", "!=", "+", "-", "*", "%", "!", "0", "1",
             "7", "?", ":", "x <= n", "( var + const )", "var < var", "f ( var , var )", '"|"']
    rules = []
    for name in names:
        ways = [" ".join(random.choice(words) for _ in range(one_of(1, 1, 2, 3, 3, 5))) for _ in range(random.randrange(1, 5))]
        if random.random() < .5:
            ways.append(one_of("var < const", "var == var", "x <= n", "( p )", "p && p", "! ( p )", "<=", "+"))
        rules.append(f"{name} {one_of('::=', '::=', '::=', '=')} " + " | ".join(ways))
    return "\n".join(rules).encode()


# ---- Models --------------------------------------------------------------------------------------

# Operators by the sorts that they take and give, in the words of `term` below: build/bench/random_models has those of the
# standard, here are the others. `e` stands for any sort, the same all through; a comma for a blank.
MODEL_OPERATORS = """
bits bits bits: bvadd bvsub bvmul bvand bvor bvxor bvudiv_i bvurem_i bvsdiv_i bvsrem_i bvsmod_i ext_rotate_left ext_rotate_right
bits bits: bvnot bvneg (_,rotate_left,3) (_,rotate_right,9)
bit bits: bvredor bvredand
bit bits bits: bvultbv bvsltbv bvcomp
bool bits bits: bvumul_noovfl bvsmul_noovfl bvsmul_noudfl bvnego bvuaddo bvsdivo bvult bvsge
bits bit bits bits: bvite
bit bool: bool2bv
bool bits: bv2bool
int bits: bv2nat bv2int sbv_to_int
bits int: (_,int2bv,8) (_,nat2bv,8) (_,int_to_bv,8)
int int int: + - * div mod ^ (_,iand,4)
int int: - ~ abs int.pow2 int.log2
int int int int: piand
bool int: int.ispow2 (_,divisible,3)
real real: - sqrt exp sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot
real real real: + - * / ^
real int: to_real
int real: to_int
bool real: is_int
real: real.pi
string string: str.rev str.to_lower str.to_upper str.tolower str.toupper
string string int string: str.update
int string language int: str.indexof_re
bool string language: str.in_re str.in.re
string string language string: str.replace_re str.replace_re_all
language string: str.to_re str.to.re
language language language: re.++ re.union re.inter re.diff re.intersect
language language: re.* re.+ re.opt re.comp re.complement (_,re.^,3) (_,re.loop,1,3) (_,re.loop,3,1)
language string string: re.range
language: re.all re.none re.allchar re.nostr re.full
int string: str.len str.to_int str.to.int str.to_code str.code
string int: str.from_int int.to.str str.from_code str.from-code
bool bool bool: and or xor => implies iff = distinct
bool bool: not
e bool e e: ite if
bool e e: = distinct
seq e: seq.unit
seq seq seq: seq.++
int seq: seq.len
e seq int: seq.nth
seq seq int: seq.at
seq seq int int: seq.extract
seq seq int seq: seq.update
bool seq seq: seq.prefixof seq.suffixof seq.contains =
int seq seq int: seq.indexof
seq seq seq seq: seq.replace seq.replace_all
seq seq: seq.rev
set e: set.singleton
set e set: set.insert
set set set: set.union set.inter set.minus
bool e set: set.member
bool set set: set.subset =
int set: set.card
e set: set.choose
set set: set.complement
bool set: set.is_empty set.is_singleton
set predicate set: set.filter
bool predicate set: set.all set.some
set change set: set.map
bag e int: bag
int e bag: bag.count
bag bag bag: bag.union_max bag.union_disjoint bag.inter_min bag.difference_subtract bag.difference_remove
bool bag bag: bag.subbag =
bag bag: bag.setof bag.duplicate_removal
int bag: bag.card
e bag: bag.choose
bool e bag: bag.member
bag predicate bag: bag.filter
bool predicate bag: bag.all bag.some
bag change bag: bag.map
pair e e: tuple
e pair: (_,tuple.select,0) (_,tuple.select,1)
pair pair e: (_,tuple.update,0) (_,tuple.update,1)
pair pair: (_,tuple.project,1,0)
relation pair: set.singleton
relation relation relation: set.union rel.join
relation relation: rel.transpose rel.tclosure (_,rel.project,1,0)
relation set: rel.iden
set relation int: rel.join_image
table pair int: bag
table table: (_,table.project,1,0)
e array e: select @
array array e e: store
bool array e: ensure_index
bool array array e e: eqrange
array array: (_,map,f)
float mode float float: fp.add fp.sub fp.mul fp.div
float mode float float float: fp.fma
float mode float: fp.sqrt fp.roundToIntegral
float float float: fp.rem fp.min fp.max
bool float float: fp.leq fp.lt fp.eq
bits float: fp.to_ieee_bv
real float: fp.to_real
bits mode float: (_,fp.to_ubv,8) (_,fp.to_sbv,8)
float mode real: (_,to_fp,5,11)
list int list: cons
list list: tail ((_,update,head),X)
int list: head
bool list: (_,is,cons) is-nil
"""
ELEMENTS = ("int", "bits", "bool", "string", "real", "list", "float", "other", "bit")
GENERIC = ("seq", "set", "bag", "pair", "relation", "table", "array", "predicate", "change")


def productions():
    table = {}
    for line in MODEL_OPERATORS.strip().splitlines():
        sorts, names = line.split(":", 1)
        result, *arguments = sorts.split()
        for name in names.split():
            table.setdefault(result, []).append((name.replace(",", " "), arguments))
    return table


PRODUCTIONS = productions()
SORTS = {"int": "Int", "bits": "(_ BitVec 8)", "bit": "(_ BitVec 1)", "bool": "Bool", "string": "String", "real": "Real", "list": "List",
         "other": "U", "float": "(_ FloatingPoint 5 11)", "mode": "RoundingMode", "language": "RegLan"}
LEAVES = {"int": ("x", "0", "1", "2", "7", "(- 3)", "1000000007", "(f 1)", "(- 18446744073709551616)"),
          "bits": ("y", "#x00", "#x01", "#x80", "#xff", "(_ bv7 8)", "#b00001111"), "bit": ("#b0", "#b1", "(_ bv1 1)"),
          "bool": ("p", "true", "false"), "string": ("s", '""', '"a"', '"ab"', '"Z9"', r'"\u{ff}b"', r'"\u0041"', '"""x"'),
          "real": ("r", "0.0", "1.5", "(/ 1 3)", "(- 2.0)", "1e3", "(/ 1.0 0.0)"), "list": ("l", "nil", "(cons 1 nil)", "(as nil List)"),
          "other": ("e", "U!val!0", "(as @U_0 U)", "@uc_U_1"), "mode": ("RNE", "RNA", "RTP", "RTN", "roundTowardZero"),
          "float": ("d", "(_ NaN 5 11)", "(_ -oo 5 11)", "(_ +zero 5 11)", "(fp #b0 #b00000 #b0000000001)", "(fp #b1 #b10000 #b1010101010)"),
          "language": ("re.all", "re.none", "re.allchar", '(str.to_re "a")', '(re.range "a" "f")')}


def sort_text(sort, element):
    e = SORTS[element]
    return SORTS.get(sort) or {"e": e, "seq": f"(Seq {e})", "set": f"(Set {e})", "bag": f"(Bag {e})", "pair": f"(Tuple {e} {e})",
                               "relation": f"(Relation {e} {e})", "table": f"(Table {e} {e})", "array": f"(Array {e} {e})",
                               "predicate": f"(-> {e} Bool)", "change": f"(-> {e} {e})"}[sort]


def leaf(sort, element, bound):
    if sort == "e":
        return leaf(element, element, bound)
    fitting = [name for name, of in bound if of == sort_text(sort, element)]
    if fitting and random.random() < .6:
        return random.choice(fitting)
    if sort in LEAVES:
        return random.choice(LEAVES[sort])
    if sort in ("predicate", "change"):
        name = one_of("u", "v", "x")
        body = term("bool" if sort == "predicate" else element, element, 1, (*bound, (name, SORTS[element])))
        return f"(lambda (({name} {SORTS[element]})) {body})"
    inner = leaf(element, element, bound)
    whole = sort_text(sort, element)
    return {"seq": one_of(f"(as seq.empty {whole})", f"(seq.unit {inner})"), "set": one_of(f"(as set.empty {whole})", f"(as set.universe {whole})", f"(set.singleton {inner})"),
            "bag": one_of(f"(as bag.empty {whole})", f"(bag {inner} {one_of(0, 1, 2)})"), "pair": f"(tuple {inner} {leaf(element, element, bound)})",
            "relation": one_of(f"(as set.empty {whole})", f"(set.singleton (tuple {inner} {leaf(element, element, bound)}))"),
            "table": one_of(f"(as bag.empty {whole})", f"(bag (tuple {inner} {inner}) 2)"),
            "array": one_of(f"((as const {whole}) {inner})", "a", f"(lambda ((i {SORTS[element]})) (ite (= i {inner}) {inner} {leaf(element, element, bound)}))")}[sort]


def bound_text(sort, element, depth, bound):
    """A binder, a match, an annotation, a call."""
    name, of = one_of("u", "v", "x"), one_of(*ELEMENTS, "mode", "set", "array", "pair", "seq")
    more = (*bound, (name, sort_text(of, element)))
    kind = random.randrange(6)
    if kind == 0 or (kind < 3 and sort != "bool"):
        return f"(let (({name} {term(of, element, depth - 1, bound)})) {term(sort, element, depth - 1, more)})"
    if kind < 3:
        return f"({one_of('forall', 'exists')} (({name} {sort_text(of, element)})) {term('bool', element, depth - 1, more)})"
    if kind == 3:
        return f"(match {term('list', element, depth - 1, bound)} (({one_of('nil', '_')} {term(sort, element, 1, bound)}) ((cons h t) {term(sort, element, 1, (*bound, ('h', 'Int'), ('t', 'List')))})))"
    if kind == 4:
        return f"(! {term(sort, element, depth - 1, bound)} :named {one_of('n', '|n m|')})"
    return f"(as {term(sort, element, depth - 1, bound)} {sort_text(sort, element)})"


def term(sort, element, depth, bound=()):
    if sort == "e":
        sort = element
    if depth <= 0 or random.random() < .15:
        return leaf(sort, element, bound)
    if random.random() < .15:
        return bound_text(sort, element, depth, bound)
    ways = PRODUCTIONS.get(sort, []) + (PRODUCTIONS["e"] if sort == element else [])
    if not ways or random.random() < .02:  # of another sort
        return leaf(sort, one_of(*ELEMENTS), bound) if not ways else term(one_of(*ELEMENTS, *GENERIC), element, depth - 1, bound)
    name, arguments = random.choice(ways)
    arguments = [term(a, element, depth - 1, bound) for a in arguments]
    if name.endswith(" X)"):
        name, arguments = name[1:-3], [*arguments, "7"]
    return f"({' '.join([name, *arguments])})" if arguments else name


ASKED = (("x", "int"), ("y", "bits"), ("s", "string"), ("p", "bool"), ("r", "real"), ("d", "float"), ("e", "other"), ("l", "list"), ("x", "bits"))


def definition():
    element = one_of(*ELEMENTS)
    kind = random.randrange(12)
    if kind < 6:
        name, sort = random.choice(ASKED)
        return f"(define-fun {name} () {SORTS[sort]} {term(sort, element if random.random() < .5 else sort, random.randrange(1, 5))})"
    if kind == 6:
        return f"(define-fun a () (Array Int (_ BitVec 8)) {one_of('(_ as-array k!0)', '((as const (Array Int (_ BitVec 8))) #x01)', '(store a 1 #x02)', '(lambda ((i Int)) (ite (< i 2) #x01 #x00))')})"
    if kind == 7:
        return f"(define-fun k!0 ((i Int)) (_ BitVec 8) {term('bits', 'bits', 2, (('i', 'Int'),))})"
    if kind == 8:
        return f"(define-fun {one_of('f', 'div0', 'mod0')} ((x!0 Int)) Int {term('int', 'int', 3, (('x!0', 'Int'),))})"
    if kind == 9:
        return one_of("(declare-fun U!val!0 () U)", "(declare-datatypes () ())", "(declare-sort V 0)", "(define-fun-rec g ((n Int)) Int (g n))",
                      "(forall ((u U)) (or (= u U!val!0) (= u U!val!1)))", "; cardinality of U is 2\n", "(define-const r Real (root-obj (+ (^ x 2) (- 2)) 1))")
    if kind == 10:
        return f"(define-fun /0 ((x!0 Real)) Real {term('real', 'real', 2, (('x!0', 'Real'),))})"
    one = random.choice(("f", "fp.min_unspecified", "fp.to_ubv_unspecified"))
    return f"(define-fun {one} ((x!0 {SORTS[element]}) (x!1 {SORTS[element]})) {SORTS[element]} {term(element, element, 2, (('x!0', SORTS[element]),))})"


def model():
    if random.random() < .3:  # values
        name, sort = random.choice(ASKED)
        return f"(({name} {term(sort, one_of(*ELEMENTS), random.randrange(1, 5))}) ({random.choice(ASKED)[0]} {term('int', 'int', 2)}))".encode()
    inside = "\n".join(definition() for _ in range(random.randrange(1, 5)))
    return f"({one_of('', 'model ')}{inside})".encode()


# ---- Results ------------------------------------------------------------------------------------


def value(depth):
    if depth <= 0 or random.random() < .5:
        return one_of(0, 1, -1, 1.5, 1e300, 42, 2**63, 2**70, "", "sat", "proved", "a<b", "\u00e9\u2028\\\"", "(assert (= x 1))", True, False, None)
    if random.random() < .4:
        return [value(depth - 1) for _ in range(random.randrange(4))]
    return {name: value(depth - 1) for name in random.sample(KEYS, random.randrange(5))}


KEYS = sorted(set(re.findall(r'"([a-z_]+)"', (ROOT / "src/report/run_json.c").read_text())))
LISTS = [k for k in KEYS if k.endswith("s")]


def results():
    tree = {name: value(2) for name in random.sample(KEYS, random.randrange(1, 6))}
    for name in random.sample(LISTS, min(2, len(LISTS))):
        tree[name] = [{k: value(1) for k in random.sample(KEYS, random.randrange(1, 7))} for _ in range(random.randrange(1, 4))]
    text = json.dumps(tree, ensure_ascii=random.random() < .5)
    if random.random() < .3:
        text = one_of("; c\n", "") + one_of("(assert (and |a b| \"s\"\"t\" #x1F #b01 1.5 :key (! x :named y)))", "(set-logic ALL)", "<b>") + text
    if random.random() < .2:
        at = random.randrange(len(text))
        text = text[:at] + one_of("", "\\u12", "\\ud800", "\x01", ",", "]") + text[at + 1:]
    return text.encode()


# ---- Traces -------------------------------------------------------------------------------------

OPS = {name: (number, int(operands)) for number, (name, operands) in enumerate(
    re.findall(r"^OP\((\w+), (\d)\)", (ROOT / "runtime/ops.def").read_text(), re.M))}
COMPARE = ("EQ", "NE", "ULT", "ULE", "SLT", "SLE")
BINARY = ("ADD", "SUB", "MUL", "UDIV", "SDIV", "UREM", "SREM", "SHL", "LSHR", "ASHR", "AND", "OR", "XOR")
FLOAT = ("FADD", "FSUB", "FMUL", "FDIV", "FREM")


class Log:
    """Records with expressions of the right widths, mostly."""

    def __init__(self):
        self.records, self.known = [], []  # (number, width)

    def add(self, name, width=0, a=0, b=0, c=0, flag=0):
        self.records.append(struct.pack("<BBHIII", OPS[name][0], flag, width, a & 0xffffffff, b & 0xffffffff, c & 0xffffffff))
        return len(self.records)

    def expression(self, name, width, a=0, b=0, c=0, flag=0):
        self.known.append((self.add(name, width, a, b, c, flag), width))
        return self.known[-1][0]

    def some(self, width=None):
        fitting = [n for n, w in self.known if width in (None, w)]
        if fitting and random.random() < .97:
            return random.choice(fitting)
        return self.expression("CONST", width or 32, random.choice((0, 1, 255, 0x80000000, 0x3f800000)), one_of(0, 0, 0x3ff00000, 0x80000000))

    def width_of(self, number):
        return next((w for n, w in self.known if n == number), 32)

    def step(self):
        a = self.some()
        width = self.width_of(a)
        kind = random.randrange(16)
        if kind < 2:
            self.expression("INPUT", 8, random.randrange(6), random.randrange(4))
        elif kind < 4:
            self.expression(random.choice(BINARY), width, a, self.some(width))
        elif kind < 6:
            self.expression(random.choice(COMPARE), 1, a, self.some(width))
        elif kind < 8:
            self.change_width(a, width)
        elif kind < 9:
            self.expression("ITE", width, self.some(1), a, self.some(width))
        elif kind < 11:
            self.float_step()
        elif kind < 12:
            self.expression("NOT", width, a)
        else:
            self.event(a, width)

    def change_width(self, a, width):
        way = one_of("ZEXT", "SEXT", "TRUNC", "EXTRACT", "CONCAT")
        if way in ("ZEXT", "SEXT"):
            self.expression(way, min(width * one_of(2, 4, 8), 128), a)
        elif way == "CONCAT":
            b = self.some()
            self.expression(way, width + self.width_of(b), a, b)
        else:
            small = random.randrange(1, width + 1)
            self.expression(way, small, a, random.randrange(width - small + 1))

    def float_step(self):
        width = one_of(32, 64, 80)
        a = self.some(width)
        way = random.randrange(6)
        if way < 2:
            self.expression(random.choice(FLOAT), width, a, self.some(width))
        elif way < 3:
            self.expression(one_of("FNEG", "FABS", "FSQRT", "FROUND"), width, a, random.randrange(6))
        elif way < 4:
            self.expression(one_of("FOEQ", "FOLT", "FOLE", "FUNO"), 1, a, self.some(width))
        elif way < 5:
            self.expression(one_of("TO_SINT", "TO_UINT"), one_of(8, 16, 32, 64), a, width)
            self.expression(one_of("FEXT", "FTRUNC"), one_of(32, 64, 80), a)
        else:
            whole = one_of(8, 16, 32, 64)
            self.expression(one_of("FROM_SINT", "FROM_UINT"), width, self.some(whole), whole)

    def event(self, a, width):
        way, site = random.randrange(9), random.randrange(4)
        if way < 3:
            self.add(one_of("BRANCH", "CHECK"), 1, self.some(1), site, one_of(0, 1), one_of(0, 1))
        elif way < 4:
            n = random.randrange(4)
            self.add("SWITCH", width, a, site, n)
            for i in range(n):
                self.add("CASE", width, i, 0, 0, int(i == 1))
        elif way < 5:
            self.add("CONCRETE", width, a, random.randrange(256), 0, random.randrange(8))
        elif way < 6:
            self.add("ASSUME", 1, self.some(1), site, random.randrange(5), one_of(0, 1))
        elif way < 7:
            self.table()
        elif way < 8:
            self.box(site)
        else:
            self.add("END_OF_INPUT", 0, random.randrange(6), random.randrange(5))

    def box(self, site):
        """A call with some arguments, bytes that it could see and bytes that it changed, and what came of it."""
        counts = [random.randrange(3) for _ in range(3)]
        width = one_of(0, 8, 32, 32, 64)
        raw = struct.pack("<4IQ2IQ", *counts, width, random.randrange(256), one_of(0, 0, 34), random.randrange(3), one_of(0, 0, 1, 1 << 63))
        for _ in range(counts[0]):
            number = self.some()
            raw += struct.pack("<QII", random.randrange(256), one_of(0, number), self.width_of(number))
        for number in range(counts[1] + counts[2]):
            raw += struct.pack("<QIB3x", 8192 + number, one_of(0, self.some(8)), random.randrange(256))
        raw += bytes(-len(raw) % 16)
        box = self.add("BOX", 0, random.randrange(2), site, len(raw) // 16)
        self.records += [raw[i:i + 16] for i in range(0, len(raw), 16)]
        if width:
            self.expression("FRESH", width, 0, box)
        for number in range(counts[2]):
            self.expression("FRESH", 8, number + 1, box)

    def table(self):
        size, with_terms = one_of(4, 8, 16, 20), one_of(0, 0, 1)
        data = self.add("TABLE_DATA", 0, 4096, 0, size, with_terms)
        raw = bytes(random.randrange(256) for _ in range(size))
        raw += bytes(-len(raw) % 16)
        if with_terms:
            terms = struct.pack(f"<{size}I", *(random.choice([n for n, w in self.known if w == 8] or [0]) for _ in range(size)))
            raw += terms + bytes(-len(terms) % 16)
        self.records += [raw[i:i + 16] for i in range(0, len(raw), 16)]
        base = self.expression("CONST", 64, 4096)
        wide = self.expression("ZEXT", 64, self.some(8))
        self.expression("TABLE", one_of(8, 16, 32), self.expression("ADD", 64, base, wide), data)


def trace():
    log = Log()
    for i in range(random.randrange(1, 5)):
        log.expression("INPUT", 8, random.randrange(6), i % 4)
    while len(log.records) < 30:
        log.step()
    if random.random() < .5:
        log.add("BRANCH", 1, log.some(1), 1, 0, 1)
    text = bytearray(b"".join(log.records[:32]))
    if random.random() < .2:
        text[random.randrange(len(text))] = random.randrange(256)
    return bytes(text)


MADE = {f.__name__: f for f in (c_condition, race_grammar, invariants, model, results, trace)}


USUAL, MORE = 4000, {"trace": 40000, "c_condition": 20000, "model": 40000}


def make(name, folder, count=0):
    random.seed(name)
    for number in range(count or MORE.get(name, USUAL)):
        (folder / f"made-{number}").write_bytes(MADE[name]())


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in MADE or not all(count.isdigit() for count in sys.argv[3:]):
        sys.exit(f"{__doc__}\ntargets: {', '.join(MADE)}")
    where = pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    make(sys.argv[1], where, *map(int, sys.argv[3:4]))
