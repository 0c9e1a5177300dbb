/* Tests that need no solver: the first ones, and others of another length. */
#include <stdio.h>

#include "explore/search/explore_impl.h"

/* `n` bytes of text with a line end. */
static void fill(strbuf *b, uint32_t n)
{
    strbuf_clear(b);
    for (uint32_t i = 0; i < n; i++)
        strbuf_putc(b, i + 1 == n ? '\n' : 'a');
}

static bool is_named(const explore_config *config, const char *variable)
{
    size_t n = strcspn(variable, "=");
    for (size_t i = 0; i < config->n_variables; i++)
        if (strlen(config->variables[i]) == n && !strncmp(config->variables[i], variable, n))
            return true;
    return false;
}

static void first_test(const explore_config *config, uint32_t n_args, uint32_t bytes,
                       explore_test *t)
{
    const explore_shape *shape = &config->shape;
    strbuf content = STRBUF_INIT;
    explore_test_init(t);
    for (uint32_t i = 0; i < n_args; i++)
        explore_test_add_arg(t, "", 0);
    size_t others;
    const char *const *env = target_environment(&config->given, &others);
    for (size_t i = 0; i < config->n_variables; i++) {
        strbuf_clear(&content);
        strbuf_printf(&content, "%s=%.*s", config->variables[i], (int)(bytes < 16 ? bytes : 16),
                      "aaaaaaaaaaaaaaaa");
        explore_test_add_env(t, content.text, content.n);
        t->has_env = true;
    }
    for (size_t i = 0; t->has_env && i < others; i++)
        if (!is_named(config, env[i]))
            explore_test_add_env(t, env[i], strlen(env[i]));
    fill(&content, bytes < shape->stdin_bytes ? bytes : shape->stdin_bytes);
    if (shape->has_stdin)
        explore_test_set_input(t, content.text, content.n);
    fill(&content, bytes < shape->file_bytes ? bytes : shape->file_bytes);
    for (uint32_t i = 0; i < shape->n_files && i < 26; i++)
        explore_test_add_file(t, (char[]){(char)('A' + i), 0}, content.text, content.n);
    strbuf_free(&content);
}

/* Without the arguments that all runs are given: tests on disk have them. */
static bool strip(const target_given *given, const explore_test *t, explore_test *rest)
{
    for (size_t i = 0; i < given->n_args; i++)
        if (i >= t->args.n || strcmp(t->args.at[i].text, given->args[i]))
            return false;
    explore_test_copy(rest, t);
    for (size_t i = 0; i < t->args.n; i++)
        strbuf_free(&rest->args.at[i]);
    vec_clear(&rest->args);
    for (size_t i = given->n_args; i < t->args.n; i++)
        explore_test_add_arg(rest, t->args.at[i].text, t->args.at[i].n);
    return true;
}

/* What other fuzzers put into files and standard input goes where the program's input is. */
static void adapt(const explorer *x, const explore_test *t, explore_test *to)
{
    if (!x->config->given.n_args || !strip(&x->config->given, t, to))
        explore_test_copy(to, t);
    if (x->config->data_file && !to->files.n && to->has_stdin) {
        explore_test_add_file(to, "A", to->input.text, to->input.n);
        strbuf_clear(&to->input);
        to->has_stdin = false;
    }
}

void explorer_add_seed(void *context, const explore_test *t)
{
    explorer *x = context;
    queue_entry *e;
    if (explorer_over(x))
        return;
    if (!x->harness || t->objects.n) {
        explore_test own;
        adapt(x, t, &own);
        explorer_try(x, &own, 0, &e);
        explore_test_free(&own);
        return;
    }
    uint32_t most = x->config->max_len ? x->config->max_len : UINT32_MAX;
    explore_test with;
    explore_test_init(&with);
    explore_test_add_object(&with, TEST_DATA, t->input.text, t->input.n < most ? t->input.n : most);
    explorer_try(x, &with, 0, &e);
    explore_test_free(&with);
}

/* The input of a harness, of several lengths. */
static void begin_harness(explorer *x)
{
    static const char zeros[64];
    static const size_t sizes[] = {sizeof zeros, 0, 4, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        explore_test t;
        explore_test_init(&t);
        explore_test_add_object(&t, TEST_DATA, zeros, sizes[i]);
        explorer_add_seed(x, &t);
        explore_test_free(&t);
    }
}

void explorer_begin(explorer *x)
{
    static const uint32_t sizes[] = {4, 0, 16};
    const explore_shape *shape = &x->config->shape;
    strbuf old = STRBUF_INIT;
    strbuf_printf(&old, "%s/tests", x->config->out);
    x->resuming = true; /* what is there already is not written again */
    if (x->output.n_tests)
        output_each_test(old.text, explorer_add_seed, x);
    x->resuming = false;
    strbuf_free(&old);
    for (size_t i = 0; i < x->config->n_seeds; i++)
        output_each_test(x->config->seeds[i], explorer_add_seed, x);
    if (x->config->merge)
        return;
    if (x->harness) {
        begin_harness(x);
        return;
    }
    bool bytes = shape->has_stdin || shape->n_files || x->config->n_variables;
    for (uint32_t n = shape->min_args; n <= shape->max_args && !explorer_over(x); n++)
        for (int i = 0; i < (bytes ? 3 : 1) && !explorer_over(x); i++) {
            explore_test t;
            first_test(x->config, n, sizes[i], &t);
            explorer_add_seed(x, &t);
            explore_test_free(&t);
        }
}

/* The input of a harness, which nobody sees read to its end, where it reached something. */
static void lengthen_data(explorer *x, const queue_entry *e)
{
    explore_test more;
    queue_entry *added;
    size_t most = explorer_most_data(x);
    if (e->gain < 2 || !e->test.objects.n || e->test.objects.at[0].bytes.n >= most)
        return;
    explore_test_copy(&more, &e->test);
    strbuf *data = &more.objects.at[0].bytes;
    size_t wanted = data->n * 2 + 4 < most ? data->n * 2 + 4 : most;
    while (data->n < wanted)
        strbuf_putc(data, 'a');
    explorer_try(x, &more, e->generation + 1, &added);
    explore_test_free(&more);
}

/* An input was read to its end: there could be more. */
void explorer_lengthen(explorer *x, const queue_entry *e, const explore_trace *t)
{
    const explore_shape *shape = &x->config->shape;
    uint32_t made = 0;
    if (x->harness)
        lengthen_data(x, e);
    for (size_t i = 0; i < t->ends.n && made < x->limits->lengthened && !explorer_over(x); i++) {
        const trace_end *end = &t->ends.at[i];
        explore_test more;
        queue_entry *added;
        explore_test_copy(&more, &e->test);
        strbuf *part = end->kind == TANDEM_STDIN ? &more.input
                       : end->kind == TANDEM_FILE && end->index < more.files.n
                           ? &more.files.at[end->index].bytes
                           : NULL;
        uint32_t most = end->kind == TANDEM_STDIN ? shape->stdin_bytes : shape->file_bytes;
        if (part && part->n < most) {
            size_t wanted = part->n * 2 + 4 < most ? part->n * 2 + 4 : most;
            more.has_stdin = more.has_stdin || end->kind == TANDEM_STDIN;
            while (part->n < wanted)
                strbuf_putc(part, 'a');
            explorer_try(x, &more, e->generation + 1, &added);
            made++;
        }
        explore_test_free(&more);
    }
}

/* One argument more, one less. */
void explorer_other_counts(explorer *x, const queue_entry *e)
{
    const explore_shape *shape = &x->config->shape;
    for (int way = 0; way < 2 && !explorer_over(x); way++) {
        explore_test t;
        queue_entry *added;
        explore_test_copy(&t, &e->test);
        if (way && t.args.n > shape->min_args) {
            strbuf_free(&t.args.at[--t.args.n]);
            explorer_try(x, &t, e->generation + 1, &added);
        } else if (!way && t.args.n < shape->max_args) {
            explore_test_add_arg(&t, "", 0);
            explorer_try(x, &t, e->generation + 1, &added);
        }
        explore_test_free(&t);
    }
}

/* The same where the system refuses something. */
void explorer_failures(explorer *x, const queue_entry *e)
{
    uint32_t most = x->config->shape.max_fail;
    for (uint32_t seed = 1;
         most && !e->test.max_fail && seed <= x->limits->failing_runs && !explorer_over(x);
         seed++) {
        explore_test t;
        queue_entry *added;
        explore_test_copy(&t, &e->test);
        t.max_fail = 1 + seed % most;
        t.fail_seed = seed;
        explorer_try(x, &t, e->generation + 1, &added);
        explore_test_free(&t);
    }
}
