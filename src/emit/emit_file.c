/* The file around the constraints: comment, boxes, helpers, inputs, and a main for each fuzzer. */
#include "emit/emit_array.h"

#define N(id) (UINT64_C(1) << EMIT_##id)
static const struct {
    uint64_t needs;
    const char *text;
} HELPERS[] = {
#define HELPER(id, needs, text) {needs, text},
#include "emit/emit_helpers.def"
#undef HELPER
};
_Static_assert(EMIT_HELPER_COUNT <= 64, "the needs of a helper are a word");

void emit_need(emitter *e, emit_helper helper)
{
    e->helpers[helper] = true;
    for (size_t i = 0; i < helper; i++) /* helpers need only earlier ones */
        if (HELPERS[helper].needs >> i & 1)
            e->helpers[i] = true;
}

void emit_put_helpers(const emitter *e, strbuf *out)
{
    for (size_t i = 0; i < EMIT_HELPER_COUNT; i++)
        if (e->helpers[i])
            strbuf_printf(out, "%s\n", HELPERS[i].text);
}

static void put_comment(const emitter *e, const emit_config *config, strbuf *out)
{
    strbuf link = STRBUF_INIT;
    for (size_t i = 0; i < config->n_link; i++)
        strbuf_printf(&link, " %s", config->link[i]);
    strbuf_printf(out,
                  "/* Constraints as a program%s%s: an input that ends in abort() is a model.\n",
                  config->title ? ", of " : "", config->title ? config->title : "");
    strbuf_printf(out, " * The input is %u bytes:\n", e->program->bytes);
    for (size_t i = 0; i < e->program->inputs.n; i++) {
        const emit_input *in = &e->program->inputs.at[i];
        strbuf_printf(out, " *   %u..%u  ", in->offset, in->offset + in->size - 1);
        for (const char *c = symbol_text(e->bank, decl_name(e->bank, in->decl)); *c; c++)
            if ((unsigned char)*c >= ' ' && *c != '*' && *c != '/' && *c != '\\')
                strbuf_putc(out, *c);
        strbuf_puts(out, ", ");
        sort_print(e->bank, in->sort, out);
        strbuf_putc(out, '\n');
    }
    strbuf_printf(
        out,
        " * With libFuzzer:  clang -O1 -fsanitize=fuzzer THIS.c%s -lm && ./a.out -max_len=%u\n"
        " * With AFL++:      afl-clang-fast -O1 THIS.c%s -lm && afl-fuzz -i SEEDS -o OUT ./a.out\n"
        " * One input:       clang -O1 -DREPLAY THIS.c%s -lm && ./a.out <INPUT */\n",
        link.text, e->program->bytes ? e->program->bytes : 1, link.text, link.text);
    strbuf_free(&link);
}

static const char INCLUDES[] = "#include <fenv.h>\n"
                               "#include <math.h>\n"
                               "#include <setjmp.h>\n"
                               "#include <signal.h>\n"
                               "#include <stdbool.h>\n"
                               "#include <stdint.h>\n"
                               "#include <stdlib.h>\n"
                               "#include <string.h>\n"
                               "#include <unistd.h>\n"
                               "\n"
                               "/* Formulas do say x == x and x >= 0. */\n"
                               "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
                               "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n"
                               "#ifdef __clang__\n"
                               "#pragma STDC FP_CONTRACT OFF\n"
                               "#endif\n\n";

static const char READ_INPUT[] =
    "#define READ_INPUT(type, from, size) \\\n"
    "    __extension__({ type x_ = 0; memcpy(&x_, from, size); x_; })\n";
static const char READ_WIDE[] =
    "#define READ_WIDE(type, from, size) \\\n"
    "    __extension__({ type x_ = 0; for (unsigned i_ = size; i_-- > 0;) \\\n"
    "        x_ = x_ << 8 | (from)[i_]; x_; })\n";

/* A box that crashes has no value, so the attempt ends; only FOUND() may abort. */
static const char LANDING[] =
    "static sigjmp_buf landing;\n"
    "static struct sigaction abort_before;\n\n"
    "static void crashed(int number)\n"
    "{\n"
    "    siglongjmp(landing, number);\n"
    "}\n\n"
    "static void catch_crashes(void)\n"
    "{\n"
    "    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};\n"
    "    static char stack[65536];\n"
    "    static bool done;\n"
    "    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_NODEFER | SA_ONSTACK};\n"
    "    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};\n"
    "    if (done)\n"
    "        return;\n"
    "    done = true;\n"
    "    sigaltstack(&alternative, NULL);\n"
    "    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)\n"
    "        sigaction(signals[i], &action, &abort_before); /* SIGABRT is the last */\n"
    "}\n\n"
    "#ifndef FOUND\n"
    "#define FOUND() found()\n"
    "static void found(void)\n"
    "{\n"
    "    sigaction(SIGABRT, &abort_before, NULL);\n"
    "    abort();\n"
    "}\n"
    "#endif\n\n";
static const char NO_LANDING[] = "#ifndef FOUND\n#define FOUND() abort()\n#endif\n\n";

static void put_driver(const emitter *e, bool boxes, strbuf *out)
{
    strbuf_printf(
        out,
        "int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);\n"
        "int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)\n"
        "{\n"
        "    unsigned char input[%u] = {0};\n"
        "    memcpy(input, data, size < sizeof input ? size : sizeof input);\n"
        "%s"
        "    constraints(input);\n"
        "    return 0;\n"
        "}\n\n",
        e->program->bytes + 1,
        boxes ? "    catch_crashes();\n    if (sigsetjmp(landing, 0))\n        return 0;\n" : "");
    strbuf_puts(out, "#ifdef __AFL_COMPILER\n"
                     "#include <sys/prctl.h>\n"
                     "__AFL_FUZZ_INIT();\n"
                     "int main(void)\n"
                     "{\n"
                     "    __AFL_INIT();\n"
                     "    prctl(PR_SET_PDEATHSIG, SIGKILL); /* not to outlive the fuzzer */\n"
                     "    unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;\n"
                     "    while (__AFL_LOOP(100000))\n"
                     "        LLVMFuzzerTestOneInput(data, (size_t)__AFL_FUZZ_TESTCASE_LEN);\n"
                     "    return 0;\n"
                     "}\n"
                     "#elif defined(REPLAY)\n"
                     "int main(void)\n"
                     "{\n"
                     "    unsigned char data[sizeof(int) << 16];\n"
                     "    ssize_t n = read(STDIN_FILENO, data, sizeof data);\n"
                     "    return n < 0 || LLVMFuzzerTestOneInput(data, (size_t)n);\n"
                     "}\n"
                     "#endif\n");
}

static void put_body(emitter *e, const char *ladder, strbuf *out)
{
    strbuf_puts(out, "static void constraints(const unsigned char *input)\n{\n");
    if (!e->program->inputs.n)
        strbuf_puts(out, "    (void)input;\n");
    for (size_t i = 0; i < e->program->inputs.n; i++)
        emit_read(e, &e->program->inputs.at[i], out);
    if (e->flag)
        strbuf_puts(out, "    bool ok = true; /* until an operation has no value */\n");
    strbuf_printf(out, "\n%s}\n\n", ladder);
}

void emit_file(emitter *e, const emit_config *config, const char *ladder, strbuf *out)
{
    strbuf body = STRBUF_INIT;
    put_body(e, ladder, &body); /* first: reading inputs may need helpers */
    put_comment(e, config, out);
    strbuf_puts(out, INCLUDES);
    emit_table_lines(e, out);
    if (e->called.n) {
        strbuf_puts(out, "/* Closed boxes. */\n");
        emit_prototypes(e, out);
        strbuf_putc(out, '\n');
    }
    for (size_t i = 0; i < e->wide.n; i++)
        strbuf_printf(out,
                      "__extension__ typedef unsigned _BitInt(%u) bv%u;\n"
                      "__extension__ typedef signed _BitInt(%u) signed_bv%u;\n",
                      e->wide.at[i], e->wide.at[i], e->wide.at[i], e->wide.at[i]);
    emit_put_helpers(e, out);
    emit_array_types(e, out);
    if (e->reads_words)
        strbuf_puts(out, READ_INPUT);
    if (e->reads_wide)
        strbuf_puts(out, READ_WIDE);
    strbuf_puts(out, e->called.n ? LANDING : NO_LANDING);
    strbuf_puts(out, body.text);
    put_driver(e, e->called.n, out);
    strbuf_free(&body);
}
