#include "fuzz/emit.h"

#include <stdarg.h>
#include <stdlib.h>

#include "fuzz/emit_impl.h"
#include "term/eval.h"
#include "term/subst.h"
#include "term/walk.h"

enum { LONG_TEXT = 120, DEEPEST_LADDER = 24 };

#define N(id) (UINT64_C(1) << EMIT_##id)
static const struct {
    uint64_t needs;
    const char *text;
} HELPERS[] = {
#define HELPER(id, needs, text) {needs, text},
#include "fuzz/emit_helpers.def"
#undef HELPER
};
_Static_assert(EMIT_HELPER_COUNT <= 64, "the needs of a helper are a word");

void emit_decline(emitter *e, const char *format, ...)
{
    if (e->reason)
        return;
    strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    e->reason = strbuf_detach(&text);
}

void emit_need(emitter *e, emit_helper helper)
{
    e->helpers[helper] = true;
    for (size_t i = 0; i < helper; i++) /* helpers need only earlier ones */
        if (HELPERS[helper].needs >> i & 1)
            e->helpers[i] = true;
}

/* ---- Terms ---------------------------------------------------------------------------------- */

/* The value of a term without variables, or 0. */
static value_id fold(emitter *e, term_id t)
{
    term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(b, t, &n_indices);
    if (op == OP_CONST)
        return term_value(b, t);
    if (op == OP_APP || op == OP_VAR || op == OP_PATTERN || term_is_binder(op))
        return 0;
    vec_u32 args = {0};
    bool constant = true;
    for (uint32_t i = 0; i < term_arity(b, t) && constant; i++) {
        vec_push(&args, (value_id)map_get(&e->values, term_arg(b, t, i), 0));
        constant = vec_last(&args);
    }
    eval_reason why;
    value_id v = constant ? eval_op(b, op, indices, n_indices, term_sort(b, t), args.at,
                                    (uint32_t)args.n, &why)
                          : 0;
    vec_free(&args);
    return v;
}

static bool emit_term(emitter *e, term_id t)
{
    const term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    value_id v = fold(e, t);
    if (v) { /* one that has no C form may still be folded into its user */
        map_put(&e->values, t, v);
        if (emit_sort_fits(b, value_sort(b, v)))
            emit_literal(e, t, v);
        return true;
    }
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!map_get(&e->of_term, term_arg(b, t, i), 0)) {
            emit_ctype(e, term_sort(b, term_arg(b, t, i)));
            return false;
        }
    emit_ctype(e, term_sort(b, t));
    if (e->reason)
        return false;
    if (op == OP_APP && decl_kind_of(b, term_decl(b, t)) == DECL_FREE) {
        if (term_arity(b, t) || (e->boxes && boxes_find(e->boxes, term_decl(b, t))))
            emit_call(e, t);
        else
            emit_add_input(e, t);
    } else if (!emit_core(e, t) && !emit_integer(e, t) && !emit_float(e, t) && !emit_bits(e, t)) {
        emit_decline(e, "'%s' has no C form",
                     *term_op_text(op) ? term_op_text(op) : "this operator");
    }
    return !e->reason;
}

static bool is_leaf(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST || (term_op_of(b, t) == OP_APP && !term_arity(b, t));
}

/* What is used often, or is getting long, gets a name. */
static void shorten(emitter *e, term_id t, bool is_root)
{
    uint64_t number = map_get(&e->of_term, t, 0);
    if (!number || is_leaf(e->bank, t) || map_get(&e->values, t, 0))
        return;
    uint64_t uses = map_get(&e->uses, t, 0);
    if (uses > 1 || (!is_root && strlen(e->exprs.at[number - 1].text) > LONG_TEXT))
        emit_hoist(e, t);
}

static void count_uses(emitter *e, const term_vec *order, const term_vec *roots)
{
    for (size_t i = 0; i < order->n; i++)
        for (uint32_t k = 0; k < term_arity(e->bank, order->at[i]); k++)
            ++*map_insert(&e->uses, term_arg(e->bank, order->at[i], k), NULL);
    for (size_t i = 0; i < roots->n; i++)
        ++*map_insert(&e->uses, roots->at[i], NULL);
}

/* ---- The ladder ----------------------------------------------------------------------------- */

typedef struct ladder {
    strbuf text;
    unsigned depth;                      /* of indentation */
    unsigned braces[DEEPEST_LADDER + 1]; /* the depths at which one was opened */
    unsigned open;
    bool deep; /* nested ifs; else: leave at the first that fails */
} ladder;

static void indent(ladder *l)
{
    for (unsigned i = 0; i < l->depth; i++)
        strbuf_puts(&l->text, "    ");
}

/* The statements that wait, each on its line. */
static void put_statements(emitter *e, ladder *l)
{
    if (!e->statements.n)
        return;
    if (l->deep && l->depth > 1) {
        l->text.text[--l->text.n] = '\0';
        strbuf_puts(&l->text, " {\n");
        l->braces[l->open++] = l->depth - 1;
    }
    for (char *line = e->statements.text; *line;) {
        char *end = strchr(line, '\n');
        indent(l);
        strbuf_add(&l->text, line, (size_t)(end + 1 - line));
        line = end + 1;
    }
    strbuf_clear(&e->statements);
}

static void put_rung(emitter *e, ladder *l, term_id constraint)
{
    const emit_expr *x = &e->exprs.at[map_get(&e->of_term, constraint, 0) - 1];
    strbuf text = STRBUF_INIT;
    put_statements(e, l);
    indent(l);
    if (x->partial) {
        e->flag = true;
        emit_operand(x, &text);
        strbuf_puts(&text, " && ok");
    } else {
        strbuf_puts(&text, x->text);
    }
    strbuf_puts(&l->text, l->deep ? "if (" : "if (!(");
    emit_put_with_flag(text.text, "ok", &l->text);
    strbuf_puts(&l->text, l->deep ? ")\n" : "))\n");
    l->depth++;
    if (!l->deep) {
        indent(l);
        strbuf_puts(&l->text, "return;\n");
        l->depth--;
    }
    strbuf_free(&text);
}

/* All constraints; false when some part has no C form. */
static bool put_ladder(emitter *e, const term_vec *roots, ladder *l)
{
    term_vec order = {0};
    map root_set = {0};
    size_t next = 0;
    term_postorder(e->bank, roots->at, roots->n, &order);
    count_uses(e, &order, roots);
    for (size_t i = 0; i < roots->n; i++)
        map_put(&root_set, roots->at[i], 1);
    for (size_t i = 0; i < order.n && emit_term(e, order.at[i]); i++) {
        shorten(e, order.at[i], map_get(&root_set, order.at[i], 0));
        while (next < roots->n && map_get(&e->of_term, roots->at[next], 0))
            put_rung(e, l, roots->at[next++]);
    }
    vec_free(&order);
    map_free(&root_set);
    indent(l);
    strbuf_puts(&l->text, "FOUND();\n");
    while (l->open) {
        l->depth = l->braces[--l->open];
        indent(l);
        strbuf_puts(&l->text, "}\n");
    }
    return !e->reason;
}

/* ---- The file ------------------------------------------------------------------------------- */

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

static void put_body(emitter *e, const ladder *l, strbuf *out)
{
    strbuf_puts(out, "static void constraints(const unsigned char *input)\n{\n");
    if (!e->program->inputs.n)
        strbuf_puts(out, "    (void)input;\n");
    for (size_t i = 0; i < e->program->inputs.n; i++)
        emit_read(e, &e->program->inputs.at[i], out);
    if (e->flag)
        strbuf_puts(out, "    bool ok = true; /* until an operation has no value */\n");
    strbuf_printf(out, "\n%s}\n\n", l->text.text);
}

static void put_file(emitter *e, const emit_config *config, const ladder *l, strbuf *out)
{
    strbuf body = STRBUF_INIT;
    put_body(e, l, &body); /* first: reading inputs may need helpers */
    put_comment(e, config, out);
    strbuf_puts(out, INCLUDES);
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
    for (size_t i = 0; i < EMIT_HELPER_COUNT; i++)
        if (e->helpers[i])
            strbuf_printf(out, "%s\n", HELPERS[i].text);
    if (e->reads_words)
        strbuf_puts(out, READ_INPUT);
    if (e->reads_wide)
        strbuf_puts(out, READ_WIDE);
    strbuf_puts(out, e->called.n ? LANDING : NO_LANDING);
    strbuf_puts(out, body.text);
    put_driver(e, e->called.n, out);
    strbuf_free(&body);
}

static void emitter_free(emitter *e)
{
    for (size_t i = 0; i < e->exprs.n; i++) {
        free(e->exprs.at[i].text);
        free(e->exprs.at[i].value);
        free(e->exprs.at[i].flag);
    }
    vec_free(&e->exprs);
    map_free(&e->of_term);
    map_free(&e->values);
    map_free(&e->uses);
    map_free(&e->names);
    map_free(&e->variables);
    vec_free(&e->wide);
    vec_free(&e->called);
    strbuf_free(&e->statements);
}

emit_program *emit_c(term_bank *b, const box_set *boxes, const term_id *constraints, size_t n,
                     const emit_config *config, char **reason)
{
    emitter e = {.bank = b, .boxes = boxes, .program = base_alloc_zero(1, sizeof *e.program)};
    ladder l = {.depth = 1, .deep = n <= DEEPEST_LADDER};
    term_vec roots = {0};
    strbuf file = STRBUF_INIT;
    strbuf_init(&e.statements);
    strbuf_init(&l.text);
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, constraints[i]));
    if (put_ladder(&e, &roots, &l))
        put_file(&e, config, &l, &file);
    strbuf_free(&l.text);
    vec_free(&roots);
    if (e.reason) {
        *reason = e.reason;
        emit_program_free(e.program);
        e.program = NULL;
        strbuf_free(&file);
    } else {
        e.program->text = strbuf_detach(&file);
    }
    emitter_free(&e);
    return e.program;
}

void emit_program_free(emit_program *p)
{
    if (!p)
        return;
    free(p->text);
    vec_free(&p->inputs);
    free(p);
}
