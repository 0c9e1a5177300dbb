#include "engine/z3/z3_child.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "base/alloc.h"
#include "base/io.h"
#include "engine/z3/z3_heap.h"
#include "engine/z3/z3_translate.h"

#define STACK_BYTES (UINT64_C(100) << 20)

/* An assertion that libz3 did not get: until its level is popped there is no answer. */
typedef struct missing {
    size_t level;
    char *why;
} missing;

/* The counter runs on: it is looked at after so many checks, and when one knew nothing. */
enum { UNSEEN_CHECKS = 16 };

typedef struct z3_child {
    term_bank *bank;
    FILE *input;
    int output;
    uint64_t seed;
    Z3_context context;
    Z3_solver solver; /* made when it is known for which logic */
    symbol_id logic;
    z3_translator *translator;
    size_t level;
    VEC(missing) missing;
    VEC(Z3_ast) assumptions;          /* of the last check, as given to the solver */
    bool in_query;                    /* the translator has a level more, for the last check */
    bool pushed;                      /* so has the solver, for assumptions that are no literals */
    uint32_t milliseconds, resources; /* the solver's limits; 0: none */
    uint32_t counted, units;          /* libz3's counter when it was last looked at; the reply's */
    uint32_t unseen;                  /* checks with a limit of units since then */
    bool broken;                      /* the parent does not listen any more */
    strbuf reply;
} z3_child;

static void reply(z3_child *c, z3_reply kind, const char *bytes, size_t n)
{
    z3_head head = {.kind = kind, .size = (uint32_t)n, .units = c->units};
    c->units = 0;
    c->broken = c->broken || !io_write_all(c->output, &head, sizeof head) ||
                !io_write_all(c->output, bytes, n);
}

static void reply_text(z3_child *c, z3_reply kind, const char *text)
{
    reply(c, kind, text, strlen(text));
}

/* The message of a failed call; NULL if it did not fail. */
static const char *failure(z3_child *c)
{
    Z3_error_code code = Z3_get_error_code(c->context);
    return code == Z3_OK ? NULL : Z3_get_error_msg(c->context, code);
}

static void ignore_error(Z3_context context, Z3_error_code code)
{
    (void)context; /* every caller asks for the code; the default would end the process */
    (void)code;
}

static void set_seed(uint64_t seed)
{
    if (!seed)
        return;
    char text[24];
    snprintf(text, sizeof text, "%u", (unsigned)(seed % 0x7fffffff));
    Z3_global_param_set("smt.random_seed", text);
    Z3_global_param_set("sat.random_seed", text);
    Z3_global_param_set("nlsat.seed", text);
}

static void make_context(z3_child *c)
{
    set_seed(c->seed);
    Z3_config config = Z3_mk_config();
    c->context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(c->context, ignore_error);
    Z3_set_ast_print_mode(c->context, Z3_PRINT_SMTLIB2_COMPLIANT);
    c->translator = z3t_new(c->bank, c->context);
}

/* The same solver as the z3 program uses for the logic. */
static Z3_solver solver(z3_child *c)
{
    if (c->solver)
        return c->solver;
    if (c->logic) {
        Z3_symbol name = Z3_mk_string_symbol(c->context, symbol_text(c->bank, c->logic));
        c->solver = Z3_mk_solver_for_logic(c->context, name);
        if (failure(c))
            c->solver = NULL; /* a logic that libz3 does not know */
    }
    if (!c->solver)
        c->solver = Z3_mk_solver(c->context);
    Z3_solver_inc_ref(c->context, c->solver);
    return c->solver;
}

static void tell_logic(z3_child *c, symbol_id logic)
{
    if (c->level || c->solver)
        return; /* too late for another solver; any can do all logics */
    c->logic = logic;
    solver(c); /* now, while the parent still reads */
}

static void leave_query(z3_child *c)
{
    if (c->in_query)
        z3t_pop(c->translator, 1);
    if (c->pushed)
        Z3_solver_pop(c->context, solver(c), 1);
    c->in_query = c->pushed = false;
    vec_clear(&c->assumptions);
}

static void add_missing(z3_child *c, const char *why)
{
    missing m = {.level = c->level, .why = base_strdup(why)};
    vec_push(&c->missing, m);
}

static void assert_ast(z3_child *c, Z3_ast a)
{
    Z3_solver_assert(c->context, solver(c), a);
    if (failure(c))
        add_missing(c, failure(c));
}

static void assert_facts(z3_child *c)
{
    z3_ast_vec *facts = z3t_facts(c->translator);
    for (size_t i = 0; i < facts->n; i++)
        assert_ast(c, facts->at[i]);
    vec_clear(facts);
}

static void tell_assert(z3_child *c, term_id t)
{
    Z3_ast a = z3t_term(c->translator, t);
    assert_facts(c);
    if (a)
        assert_ast(c, a);
    else
        add_missing(c, z3t_error(c->translator));
}

static void tell_define(z3_child *c, decl_id d, term_id body)
{
    if (!z3t_define(c->translator, d, body))
        add_missing(c, z3t_error(c->translator));
}

static void tell_push(z3_child *c)
{
    Z3_solver_push(c->context, solver(c));
    z3t_push(c->translator);
    c->level++;
}

static void tell_pop(z3_child *c, uint32_t levels)
{
    Z3_solver_pop(c->context, solver(c), levels);
    z3t_pop(c->translator, levels);
    c->level -= levels;
    while (c->missing.n && vec_last(&c->missing).level > c->level) {
        free(vec_last(&c->missing).why);
        c->missing.n--;
    }
}

/* Only when they change: libz3 takes a millisecond to look at its parameters. */
static void set_limits(z3_child *c, uint32_t milliseconds, uint32_t resources)
{
    if (c->milliseconds == milliseconds && c->resources == resources)
        return;
    c->milliseconds = milliseconds;
    c->resources = resources;
    Z3_params limits = Z3_mk_params(c->context);
    Z3_params_inc_ref(c->context, limits);
    Z3_params_set_uint(c->context, limits, Z3_mk_string_symbol(c->context, "timeout"),
                       milliseconds ? milliseconds : UINT32_MAX);
    Z3_params_set_uint(c->context, limits, Z3_mk_string_symbol(c->context, "rlimit"), resources);
    Z3_solver_set_params(c->context, solver(c), limits);
    Z3_params_dec_ref(c->context, limits);
}

/* What libz3 has counted since it was last asked; for small checks that takes as long as they do. */
static uint32_t units_since(z3_child *c)
{
    uint32_t before = c->counted;
    Z3_stats stats = Z3_solver_get_statistics(c->context, solver(c));
    Z3_stats_inc_ref(c->context, stats);
    for (unsigned i = Z3_stats_size(c->context, stats); i-- > 0;)
        if (!strcmp(Z3_stats_get_key(c->context, stats, i), "rlimit count")) {
            c->counted = Z3_stats_get_uint_value(c->context, stats, i);
            break;
        }
    Z3_stats_dec_ref(c->context, stats);
    return c->counted - before;
}

static bool is_literal(const term_bank *b, term_id t)
{
    if (term_op_of(b, t) == OP_NOT)
        t = term_arg(b, t, 0);
    return term_op_of(b, t) == OP_APP && !term_arity(b, t) &&
           decl_kind_of(b, term_decl(b, t)) == DECL_FREE;
}

/* libz3 takes literals only: anything else gets one that implies it. */
static bool add_assumption(z3_child *c, term_id t, size_t position)
{
    Z3_ast a = z3t_term(c->translator, t);
    assert_facts(c);
    if (!a)
        return false;
    if (!is_literal(c->bank, t)) {
        if (!c->pushed)
            Z3_solver_push(c->context, solver(c));
        c->pushed = true;
        char name[48];
        snprintf(name, sizeof name, "tandem!assumption!%zu", position);
        Z3_ast literal = Z3_mk_const(c->context, Z3_mk_string_symbol(c->context, name),
                                     Z3_mk_bool_sort(c->context));
        Z3_inc_ref(c->context, literal);
        Z3_ast implication = Z3_mk_implies(c->context, literal, a);
        assert_ast(c, implication);
        a = literal;
    }
    vec_push(&c->assumptions, a);
    return true;
}

static void reply_check(z3_child *c, Z3_lbool answer)
{
    const char *why = failure(c);
    if (why)
        reply_text(c, Z3_REPLY_FAILED, why);
    else if (answer == Z3_L_TRUE)
        reply_text(c, Z3_REPLY_SAT, "");
    else if (answer == Z3_L_FALSE)
        reply_text(c, Z3_REPLY_UNSAT, "");
    else
        reply_text(c, Z3_REPLY_UNKNOWN, Z3_solver_get_reason_unknown(c->context, solver(c)));
}

/* Ends this process after so much of its own time (0: never): loops in which libz3 neither counts nor looks at
 * its limits end in no other way. */
static void guard(uint32_t milliseconds)
{
    struct itimerval end = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &end, NULL);
}

static void ask_check(z3_child *c, const uint32_t *words, size_t n)
{
    z3t_push(c->translator);
    c->in_query = true;
    if (!c->missing.n)
        set_limits(c, words[0], words[1]);
    for (size_t i = Z3_CHECK_WORDS; !c->missing.n && i < n; i++)
        if (!add_assumption(c, words[i], i)) {
            reply_text(c, Z3_REPLY_FAILED, z3t_error(c->translator));
            return;
        }
    if (c->missing.n) {
        reply_text(c, Z3_REPLY_FAILED, c->missing.at[0].why);
        return;
    }
    if (words[3])
        units_since(c); /* those of earlier checks are theirs */
    if (words[2])
        guard(words[2]);
    Z3_lbool answer = c->assumptions.n ? Z3_solver_check_assumptions(c->context, solver(c),
                                                                     (unsigned)c->assumptions.n,
                                                                     c->assumptions.at)
                                       : Z3_solver_check(c->context, solver(c));
    if (words[2])
        guard(0);
    bool look = words[3] || (words[1] && (answer == Z3_L_UNDEF || ++c->unseen >= UNSEEN_CHECKS));
    if (look && !failure(c)) { /* the next call forgets a failure */
        c->units = units_since(c);
        c->unseen = 0;
    }
    reply_check(c, answer);
}

/* The model of the last check with a reference, or NULL after a reply that says why not. */
static Z3_model take_model(z3_child *c)
{
    Z3_model model = Z3_solver_get_model(c->context, solver(c));
    const char *why = failure(c);
    if (why || !model) {
        reply_text(c, Z3_REPLY_FAILED, why ? why : "libz3 gives no model");
        return NULL;
    }
    Z3_model_inc_ref(c->context, model);
    return model;
}

static void ask_model(z3_child *c)
{
    Z3_model model = take_model(c);
    if (!model)
        return;
    const char *text = Z3_model_to_string(c->context, model);
    if (failure(c)) {
        reply_text(c, Z3_REPLY_FAILED, failure(c));
    } else {
        strbuf_clear(&c->reply);
        strbuf_puts(&c->reply, "(\n");
        z3t_restore_names(c->translator, text, &c->reply);
        strbuf_puts(&c->reply, ")\n");
        reply(c, Z3_REPLY_OK, c->reply.text, c->reply.n);
    }
    Z3_model_dec_ref(c->context, model);
}

/* The value as a word, if its sort has such and it fits. */
static z3_word word_of(z3_child *c, Z3_ast value)
{
    z3_word w = {0};
    int64_t number;
    switch (Z3_get_sort_kind(c->context, Z3_get_sort(c->context, value))) {
    case Z3_BOOL_SORT:
        w.word = Z3_get_bool_value(c->context, value) == Z3_L_TRUE;
        w.fits = Z3_get_bool_value(c->context, value) != Z3_L_UNDEF;
        break;
    case Z3_BV_SORT:
        w.fits = Z3_is_numeral_ast(c->context, value) &&
                 Z3_get_numeral_uint64(c->context, value, &w.word);
        break;
    case Z3_INT_SORT:
        w.fits = Z3_is_numeral_ast(c->context, value) &&
                 Z3_get_numeral_int64(c->context, value, &number);
        w.word = w.fits ? (uint64_t)number : 0;
        break;
    default:
        break;
    }
    return w;
}

/* As a word, or appended to the texts. */
static z3_word add_value(z3_child *c, Z3_model model, term_id t, strbuf *texts)
{
    Z3_ast a = z3t_term(c->translator, t), value = NULL;
    z3_word w = {0};
    vec_clear(z3t_facts(c->translator)); /* of new elements: the model cannot know them */
    bool known = a && Z3_model_eval(c->context, model, a, true, &value) && value && !failure(c);
    if (known)
        w = word_of(c, value);
    if (w.fits)
        return w;
    strbuf_puts(texts, "(v ");
    if (known)
        z3t_restore_names(c->translator, Z3_ast_to_string(c->context, value), texts);
    else
        strbuf_puts(texts, "?");
    strbuf_puts(texts, ")\n");
    return w;
}

static void ask_values(z3_child *c, const uint32_t *words, size_t n)
{
    Z3_model model = take_model(c);
    if (!model)
        return;
    strbuf texts = STRBUF_INIT;
    z3t_push(c->translator);
    strbuf_clear(&c->reply);
    strbuf_putc(&texts, '(');
    for (size_t i = 0; i < n; i++) {
        z3_word w = add_value(c, model, words[i], &texts);
        strbuf_add(&c->reply, (const char *)&w, sizeof w);
    }
    strbuf_puts(&texts, ")\n");
    strbuf_add(&c->reply, texts.text, texts.n);
    z3t_pop(c->translator, 1);
    Z3_model_dec_ref(c->context, model);
    reply(c, Z3_REPLY_OK, c->reply.text, c->reply.n);
    strbuf_free(&texts);
}

static void ask_core(z3_child *c)
{
    Z3_ast_vector core = Z3_solver_get_unsat_core(c->context, solver(c));
    if (!core || failure(c)) {
        reply_text(c, Z3_REPLY_FAILED, failure(c) ? failure(c) : "libz3 gives no core");
        return;
    }
    Z3_ast_vector_inc_ref(c->context, core);
    vec_u32 positions = {0};
    unsigned n = Z3_ast_vector_size(c->context, core);
    for (size_t i = 0; i < c->assumptions.n; i++)
        for (unsigned k = 0; k < n; k++)
            if (Z3_is_eq_ast(c->context, Z3_ast_vector_get(c->context, core, k),
                             c->assumptions.at[i])) {
                vec_push(&positions, (uint32_t)i);
                break;
            }
    Z3_ast_vector_dec_ref(c->context, core);
    reply(c, Z3_REPLY_OK, (const char *)positions.at, positions.n * sizeof *positions.at);
    vec_free(&positions);
}

static void ask_statistics(z3_child *c)
{
    Z3_stats stats = Z3_solver_get_statistics(c->context, solver(c));
    Z3_stats_inc_ref(c->context, stats);
    strbuf_clear(&c->reply);
    for (unsigned i = 0; i < Z3_stats_size(c->context, stats); i++) {
        strbuf_printf(&c->reply, "%s ", Z3_stats_get_key(c->context, stats, i));
        if (Z3_stats_is_uint(c->context, stats, i))
            strbuf_printf(&c->reply, "%u\n", Z3_stats_get_uint_value(c->context, stats, i));
        else
            strbuf_printf(&c->reply, "%.3f\n", Z3_stats_get_double_value(c->context, stats, i));
    }
    Z3_stats_dec_ref(c->context, stats);
    reply(c, Z3_REPLY_OK, c->reply.text, c->reply.n);
}

static void serve(z3_child *c, z3_request request, const uint32_t *words, size_t n)
{
    if (request <= Z3_TELL_POP || request == Z3_ASK_CHECK)
        leave_query(c);
    switch (request) {
    case Z3_TELL_LOGIC:
        tell_logic(c, words[0]);
        break;
    case Z3_TELL_ASSERT:
        tell_assert(c, words[0]);
        break;
    case Z3_TELL_DEFINE:
        tell_define(c, words[0], words[1]);
        break;
    case Z3_TELL_PUSH:
        tell_push(c);
        break;
    case Z3_TELL_POP:
        tell_pop(c, words[0]);
        break;
    case Z3_ASK_SETTLE:
        reply_text(c, Z3_REPLY_OK, "");
        break;
    case Z3_ASK_CHECK:
        ask_check(c, words, n);
        break;
    case Z3_ASK_MODEL:
        ask_model(c);
        break;
    case Z3_ASK_VALUES:
        ask_values(c, words, n);
        break;
    case Z3_ASK_CORE:
        ask_core(c);
        break;
    case Z3_ASK_STATISTICS:
        ask_statistics(c);
        break;
    }
}

/* libz3 recurses on deep terms: it may use more stack than we were given to begin with. */
static void widen_stack(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur >= STACK_BYTES)
        return;
    stack.rlim_cur = stack.rlim_max < STACK_BYTES ? stack.rlim_max : STACK_BYTES;
    setrlimit(RLIMIT_STACK, &stack);
}

/* So that guard() ends it, whatever we were given. */
static void allow_guard(void)
{
    sigset_t guard_signal;
    sigemptyset(&guard_signal);
    sigaddset(&guard_signal, SIGPROF);
    signal(SIGPROF, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &guard_signal, NULL);
}

int z3_child_run(void *context, int input, int output)
{
    const z3_child_config *config = context;
    z3_child c = {.bank = config->bank, .seed = config->seed, .output = output};
    allow_guard();
    widen_stack();
    bank_seal(c.bank);
    strbuf_init(&c.reply);
    c.input = fdopen(input, "r");
    if (!c.input)
        return 1;
    z3_heap_prepare();
    make_context(&c);
    vec_u32 words = {0};
    z3_head head;
    while (!c.broken && fread(&head, sizeof head, 1, c.input) == 1) {
        vec_resize(&words, head.size);
        if (fread(words.at, sizeof *words.at, head.size, c.input) != head.size)
            break;
        serve(&c, head.kind, words.at, words.n);
    }
    return 0;
}
