"""Random C programs without undefined behaviour (with -fwrapv), for the instrumentation to survive.

text(seed) is a program that reads bytes by input_byte() and input_fill(), computes with all that C has
(integers of all widths, floats, structures by value and in memory, unions, bit-fields, pointers, tables,
function pointers, variable arguments, loops, switches, goto, setjmp) and prints what became of it.
"""
import random

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
            "_Bool"]
FLOATS = ["float", "double"]
PRELUDE = """#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char input_byte(void);
void input_fill(void *to, size_t n);
static unsigned long state = 1;
static int steps;
static void note(unsigned long v) { state = (state ^ v) * 1099511628211UL; }
static void note_double(double d) { unsigned long v; if (d != d) d = 0.5; memcpy(&v, &d, 8); note(v); }
static long to_long(double d) { return d > -1e15 && d < 1e15 ? (long)d : 7; }
static int more(void) { return ++steps < 3000; }
static double small(double d) { return d > -1e12 && d < 1e12 ? d : 1.25; }
"""


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.out = [PRELUDE]
        self.structs = []  # (name, [(type, field, array length or 0)])
        self.globals = []  # (type, name)
        self.arrays = []  # (type, name, length a power of two)
        self.functions = []  # (name, result, [types], variadic)
        self.labels = 0

    def pick(self, *choices):
        return self.r.choice(choices)

    def scalar_type(self):
        return self.r.choice(INTEGERS) if self.r.random() < 0.8 else self.r.choice(FLOATS)

    # ---- expressions: of a scope, which is a list of (type, name) of scalars

    def index(self, scope):
        """A small expression for the place in an array."""
        names = [v for t, v in scope if t not in FLOATS] or [str(self.r.randrange(64))]
        a, b = self.r.choice(names), self.r.choice(names)
        return self.pick(a, a, f"({a} {self.pick('+', '-', '^', '*')} {self.r.randrange(1, 64)})", f"({a} + {b})",
                         str(self.r.randrange(64)))

    def variable(self, scope):
        kind = self.r.random()
        if scope and kind < 0.55:
            return self.r.choice(scope)[1]
        if self.arrays and kind < 0.8:
            _, name, n = self.r.choice(self.arrays)
            return f"{name}[{self.index(scope)} & {n - 1}]"
        if self.globals:
            return self.r.choice(self.globals)[1]
        return str(self.r.randrange(100))

    def constant(self):
        return self.pick(str(self.r.randrange(10)), str(self.r.randrange(256)), f"{self.r.getrandbits(31)}",
                         f"{self.r.getrandbits(63)}L", f"-{self.r.randrange(1, 1000)}", f"{self.r.getrandbits(32)}u",
                         f"'{chr(self.r.randrange(97, 123))}'")

    def integer(self, scope, depth):
        """An expression of some integer type."""
        if depth <= 0 or self.r.random() < 0.12:
            return f"(long)to_long({self.variable(scope)})" if self.r.random() < 0.7 else self.constant()
        a = lambda: self.integer(scope, depth - 1)
        t = self.r.choice(INTEGERS)
        form = self.r.randrange(24)
        if form < 6:
            return f"({t})({a()} {self.pick('+', '-', '*', '&', '|', '^')} {a()})"
        if form < 8:
            u = self.pick("unsigned", "unsigned long", "int", "long")
            return f"(({u})({a()}) {self.pick('<<', '>>')} (({a()}) & {31 if u in ('unsigned', 'int') else 63}))"
        if form < 10:
            u = self.pick("unsigned", "unsigned long", "unsigned char")
            return f"(({u})({a()}) {self.pick('/', '%')} (({u})({a()}) | 1))"
        if form == 10:
            return f"((int)({a()}) {self.pick('/', '%')} (((int)({a()}) & 0xffff) + 1))"
        if form < 13:
            return f"({a()} {self.pick('<', '<=', '>', '>=', '==', '!=')} {a()})"
        if form == 13:
            return f"({self.floating(scope, depth - 1)} {self.pick('<', '<=', '>', '>=', '==', '!=')} " \
                   f"{self.floating(scope, depth - 1)})"
        if form == 14:
            return f"({a()} {self.pick('&&', '||')} {a()})"
        if form == 15:
            return f"({a()} ? {a()} : {a()})"
        if form == 16:
            return f"({self.pick('-', '~', '!')}({t})({a()}))"
        if form == 17:
            return f"to_long({self.floating(scope, depth - 1)})"
        if form == 18:
            return self.pick("__builtin_popcountl({})", "__builtin_clzl(({}) | 1)", "__builtin_ctz((unsigned)({}) | 4u)",
                             "(int)__builtin_bswap32({})", "__builtin_bswap64({})", "abs((int)({}) | 1)",
                             "(int)__builtin_bswap16({})", "labs(({}) | 1)").format(a())
        if form == 19:
            op = self.pick("add", "sub", "mul")
            u = self.pick("int", "unsigned", "long", "unsigned long", "short", "unsigned char")
            return f"({{ {u} r_; int o_ = __builtin_{op}_overflow(({u})({a()}), ({u})({a()}), &r_); r_ + o_; }})"
        if form == 20:
            return f"({{ unsigned v_ = (unsigned)({a()}), s_ = {a()} & 31; v_ << s_ | v_ >> (-s_ & 31); }})"
        if form == 21:
            return f"({{ {t} x_ = ({t})({a()}), y_ = ({t})({a()}); x_ {self.pick('<', '>')} y_ ? x_ : y_; }})"
        if form == 22:
            return f"((long)((__int128)(long)({a()}) * (long)({a()}) >> {self.r.randrange(64)}))"
        return f"(int)({{ union {{ float f; unsigned u; }} p_ = {{.f = (float)small({self.floating(scope, depth - 1)})}}; " \
               f"p_.u >> {self.r.randrange(32)}; }})"

    def floating(self, scope, depth):
        if depth <= 0 or self.r.random() < 0.2:
            return self.pick(f"(double)({self.variable(scope)})", f"{self.r.uniform(-50, 50):.3f}",
                             f"{self.r.uniform(-50, 50):.2f}f", "0.5")
        a = lambda: self.floating(scope, depth - 1)
        form = self.r.randrange(9)
        if form < 4:
            return f"small({a()} {self.pick('+', '-', '*', '/')} {a()})"
        if form == 4:
            return f"(double)({self.pick('int', 'unsigned', 'long', 'unsigned long')})({self.integer(scope, depth - 1)})"
        if form == 5:
            return f"(float)small({a()})"
        if form == 6:
            return f"({self.integer(scope, depth - 1)} ? {a()} : {a()})"
        if form == 7:
            return f"__builtin_fabs({a()})" if self.r.random() < 0.7 else f"(double)((long double)({a()}) * 1.5L)"
        return f"(-({a()}))"

    def value(self, scope, t, depth=3):
        return f"({t})small({self.floating(scope, depth)})" if t in FLOATS else f"({t})({self.integer(scope, depth)})"

    # ---- statements

    def assignable(self, scope):
        kind = self.r.random()
        if self.arrays and kind < 0.4:
            t, name, n = self.r.choice(self.arrays)
            return t, f"{name}[{self.index(scope)} & {n - 1}]"
        local = [v for v in scope if not v[1].startswith("i_")]
        if local and kind < 0.75:
            return self.r.choice(local)
        return self.r.choice(self.globals)

    def call(self, scope):
        name, result, types, variadic = self.r.choice(self.functions)
        arguments = [self.argument(scope, t) for t in types]
        if variadic:
            n = self.r.randrange(1, 8)
            arguments[0] = str(n)
            for i in range(n):
                arguments += [f"(int)({self.integer(scope, 1)})", f"small({self.floating(scope, 1)})",
                              f"(long)({self.integer(scope, 1)})"]
        text = f"{name}({', '.join(arguments)})"
        if result in dict(self.structs):
            field = self.r.choice(dict(self.structs)[result])
            return f"{text}.{field[1]}" + (f"[{self.r.randrange(field[2])}]" if field[2] else "")
        return text

    def argument(self, scope, t):
        if t.endswith("*"):
            _, name, n = self.r.choice([a for a in self.arrays if a[0] + " *" == t])
            return f"&{name}[({self.integer(scope, 1)}) & {n // 2 - 1}]"
        if t in dict(self.structs):
            fields = [f".{f}{[f'[{self.r.randrange(n)}]'][0] if n else ''} = {self.value(scope, ft, 1)}"
                      for ft, f, n in dict(self.structs)[t]]
            return f"({t}){{{', '.join(fields)}}}"
        return self.value(scope, t, 2)

    def statement(self, scope, depth, loops=True):
        form = self.r.randrange(26)
        if form < 7 or depth <= 0:
            t, place = self.assignable(scope)
            return f"{place} = {self.value(scope, t)};"
        if form < 9:
            t, place = self.assignable(scope)
            if t in FLOATS or t == "_Bool":
                return f"{place} = {self.value(scope, t)};"
            return f"{place} {self.pick('+=', '-=', '^=', '|=', '&=', '*=')} {self.integer(scope, 2)};"
        if form < 12:
            other = f" else {{ {self.block(scope, depth - 1, loops)} }}" if self.r.random() < 0.5 else ""
            return f"if ({self.integer(scope, 3)}) {{ {self.block(scope, depth - 1, loops)} }}{other}"
        if form < 14 and loops:
            self.labels += 1
            i = f"i_{self.labels}"
            bound = self.pick(str(self.r.randrange(1, 9)), f"(({self.integer(scope, 1)}) & 7)")
            inner = self.block(scope + [("int", i)], depth - 1, self.r.random() < 0.4)
            leave = f"if ({self.integer(scope, 2)}) {self.pick('break', 'continue')};" if self.r.random() < 0.4 else ""
            return f"for (int {i} = 0; {i} < {bound} && more(); {i}++) {{ {inner} {leave} }}"
        if form == 14:
            cases = self.r.sample(range(-3, 40), self.r.randrange(2, 7))
            body = " ".join(f"case {c}: {self.block(scope, depth - 1, False)} {self.pick('break;', 'break;', '')}"
                            for c in cases)
            return f"switch ((int)({self.integer(scope, 2)}){self.pick('', ' & 7', ' % 16')}) " \
                   f"{{ {body} default: {self.block(scope, depth - 1, False)} }}"
        if form < 18 and self.functions:
            return f"note_double((double)({self.call(scope)}));"
        if form == 18 and self.arrays:
            t, name, n = self.r.choice(self.arrays)
            half = n // 2
            return self.pick(f"memcpy({name}, {name} + {half}, {half} * sizeof *{name});",
                             f"memmove({name} + 1, {name}, (({self.integer(scope, 1)}) & {half - 1}) * sizeof *{name});",
                             f"memset({name}, {0 if t in FLOATS or t == '_Bool' else f'(int)({self.integer(scope, 1)})'}, "
                             f"(({self.integer(scope, 1)}) & {n - 1}) * sizeof *{name});")
        if form == 19:
            self.labels += 1
            return f"if ({self.integer(scope, 2)}) goto l_{self.labels}; {self.statement(scope, 0)} l_{self.labels}:;"
        if form == 20:
            return self.structure(scope)
        if form == 21:
            return f"note((unsigned long)({self.integer(scope, 3)}));"
        if form == 22 and self.pointers:
            kind, table = self.r.choice(self.pointers)
            return f"note((unsigned long){table}[({self.integer(scope, 1)}) & 3]({self.value(scope, 'int', 2)}, " \
                   f"{self.value(scope, 'int', 2)}));"
        if form == 23:
            return f"{{ int n_ = (({self.integer(scope, 1)}) & 15) + 1; int v_[n_]; " \
                   f"for (int k_ = 0; k_ < n_; k_++) v_[k_] = k_ * n_; note(v_[({self.integer(scope, 1)} & 0xff) % n_]); }}"
        if form == 24:
            return f"note_double(small({self.floating(scope, 3)}));"
        return f"{{ static int counter; counter += __atomic_add_fetch(&counter, (int)({self.integer(scope, 1)}), " \
               f"__ATOMIC_SEQ_CST); note(counter); }}"

    def structure(self, scope):
        """Something with a structure in memory, with a copy of it, and with a pointer to it."""
        name, fields = self.r.choice(self.structs)
        v, w = f"s_{self.labels}", f"t_{self.labels}"
        self.labels += 1
        text = f"{{ {name} {v} = {self.argument(scope, name)}, {w}; "
        for t, f, n in fields:
            if self.r.random() < 0.5:
                text += f"{v}.{f}{f'[({self.integer(scope, 1)}) & {n - 1}]' if n else ''} = {self.value(scope, t, 2)}; "
        text += f"{w} = {v}; {name} *p_ = {self.integer(scope, 2)} ? &{v} : &{w}; "
        for t, f, n in fields:
            text += f"note_double((double)p_->{f}{f'[({self.integer(scope, 1)}) & {n - 1}]' if n else ''}); "
        return text + "}"

    def block(self, scope, depth, loops):
        return " ".join(self.statement(scope, depth, loops) for _ in range(self.r.randrange(1, 4)))

    # ---- definitions

    def define_struct(self):
        name = f"s{len(self.structs)}"
        fields = []
        for i in range(self.r.randrange(1, 6)):
            t = self.scalar_type()
            fields.append((t, f"f{i}", self.pick(0, 0, 0, 2, 4)))
        body = " ".join(f"{t} {f}{f'[{n}]' if n else ''};" for t, f, n in fields)
        if self.r.random() < 0.4:
            fields.append(("int", "b0", 0))
            fields.append(("unsigned", "b1", 0))
            body += f" int b0 : {self.r.randrange(2, 20)}; unsigned b1 : {self.r.randrange(1, 30)};"
        packed = " __attribute__((packed))" if self.r.random() < 0.2 else ""
        self.out.append(f"typedef struct {{ {body} }}{packed} {name};")
        self.structs.append((name, fields))

    def define_function(self, number):
        variadic = self.r.random() < 0.15
        result = self.r.choice(self.structs)[0] if self.r.random() < 0.2 else self.scalar_type()
        types = []
        for _ in range(self.r.randrange(0, 6)):
            types.append(self.r.choice(self.structs)[0] if self.r.random() < 0.25 else
                         self.r.choice(self.arrays)[0] + " *" if self.r.random() < 0.15 else self.scalar_type())
        if variadic:
            types = ["int"] + types
        name = f"f{number}"
        scope = [(t, f"a{i}") for i, t in enumerate(types) if t in INTEGERS + FLOATS and not (variadic and i == 0)]
        parameters = ", ".join(f"{t} a{i}" for i, t in enumerate(types)) or "void"
        body = "if (!more()) " + (f"return ({result}){{0}};" if result.startswith("s") and result[1:].isdigit()
                                  else "return 0;")
        for i, t in enumerate(types):
            if t in dict(self.structs):
                for ft, f, n in dict(self.structs)[t]:
                    scope.append((ft, f"a{i}.{f}" + (f"[{self.r.randrange(n)}]" if n else "")))
            elif t.endswith("*"):
                scope.append((t[:-2], f"a{i}[{self.r.randrange(2)}]"))
        if variadic:
            last = f"a{len(types) - 1}"
            body += f" va_list ap; va_start(ap, {last}); for (int k = 0; k < a0; k++) {{ int x = va_arg(ap, int); " \
                    "double d = va_arg(ap, double); long l = va_arg(ap, long); if (x > l) note(x); note_double(d); " \
                    "note(l); } va_end(ap);"
        for i in range(self.r.randrange(0, 4)):
            t = self.scalar_type()
            body += f" {t} v{i} = {self.value(scope, t, 2)};"
            scope.append((t, f"v{i}"))
        for _ in range(self.r.randrange(1, 6)):
            body += "\n    " + self.statement(scope, 2)
        body += f"\n    return {self.argument(scope, result)};"
        attribute = self.pick("", "static ", "static ", "__attribute__((noinline)) ",
                              "static __attribute__((noinline)) ")
        self.out.append(f"{attribute}{result} {name}({parameters + (', ...' if variadic else '')})\n{{\n    {body}\n}}")
        self.functions.append((name, result, types, variadic))

    def define_pointers(self):
        names = []
        for i in range(4):
            self.out.append(f"{self.pick('', 'static ')}int g{i}(int a, int b) {{ return "
                            f"{self.integer([('int', 'a'), ('int', 'b')], 2)}; }}")
            names.append(f"g{i}")
        self.out.append(f"static int (*const pointers[4])(int, int) = {{{', '.join(names)}}};")
        self.pointers.append(("int", "pointers"))

    def define_jump(self):
        self.out.append("static jmp_buf landing;\nstatic __attribute__((noinline)) void jump(int x) "
                        "{ if (x & 1) longjmp(landing, (x & 7) + 1); }")

    def text(self):
        self.pointers = []
        for _ in range(self.r.randrange(1, 5)):
            self.define_struct()
        for i in range(self.r.randrange(2, 7)):
            t = self.scalar_type()
            self.globals.append((t, f"v_{i}"))
            self.out.append(f"{self.pick('', 'static ', 'volatile ')}{t} v_{i} = {self.r.randrange(2)};")
        for i in range(self.r.randrange(1, 5)):
            t, n = self.scalar_type(), self.pick(2, 4, 8, 16, 64)
            self.arrays.append((t, f"a_{i}", n))
            self.out.append(f"{self.pick('', 'static ')}{t} a_{i}[{n}];")
        self.out.append("static const short table[32] = {" + ", ".join(str(self.r.randrange(-99, 99)) for _ in range(32))
                        + "};")
        self.define_pointers()
        self.define_jump()
        for i in range(self.r.randrange(1, 7)):
            self.define_function(i)
        scope = [("unsigned char", "x"), ("int", "y"), ("long", "z"), ("double", "w")]
        body = ["unsigned char x = input_byte(); int y; long z; double w;",
                "input_fill(&y, sizeof y); input_fill(&z, sizeof z); w = (int)(input_byte() - 100) * 0.25;"]
        for t, name, n in self.arrays:
            if t not in FLOATS and t != "_Bool":
                body.append(f"input_fill({name}, sizeof {name});")
        body.append("volatile int landed = setjmp(landing); if (!landed) jump(x); note(landed);")
        body.append("note(table[x & 31]); note(table[(y ^ x) & 31]);")
        for _ in range(self.r.randrange(5, 14)):
            body.append(self.statement(scope, 3))
        for t, name in self.globals + scope:
            body.append(f"note_double((double){name});")
        for t, name, n in self.arrays:
            body.append(f"for (int i = 0; i < {n}; i++) note_double((double){name}[i]);")
        body.append('printf("%016lx %d\\n", state, steps); return (int)(state & 63);')
        self.out.append("int main(int argc, char **argv)\n{\n    " + "\n    ".join(body) + "\n}")
        return "\n".join(self.out) + "\n"


def text(seed):
    return Program(seed).text()


if __name__ == "__main__":
    import sys
    print(text(int(sys.argv[1])), end="")
