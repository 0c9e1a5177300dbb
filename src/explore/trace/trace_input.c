/* Between the variables of a trace and the bytes of a test. */
#include "explore/trace/trace.h"

static uint8_t byte_at(const strbuf *b, size_t offset)
{
    return offset < b->n ? (uint8_t)b->text[offset] : 0;
}

/* Where the value of NAME=VALUE begins. */
static size_t value_of(const strbuf *b)
{
    const char *equals = memchr(b->text, '=', b->n);
    return equals ? (size_t)(equals - b->text) + 1 : b->n;
}

uint8_t trace_input_byte(const explore_test *test, uint8_t kind, uint32_t index, uint32_t offset)
{
    switch (kind) {
    case TANDEM_ARG:
        return index && index <= test->args.n ? byte_at(&test->args.at[index - 1], offset) : 0;
    case TANDEM_ENV:
        return index < test->env.n
                   ? byte_at(&test->env.at[index], value_of(&test->env.at[index]) + offset)
                   : 0;
    case TANDEM_STDIN:
        return byte_at(&test->input, offset);
    case TANDEM_FILE:
        return index < test->files.n ? byte_at(&test->files.at[index].bytes, offset) : 0;
    default:
        return index < test->objects.n ? byte_at(&test->objects.at[index].bytes, offset) : 0;
    }
}

/* With zeros up to it. */
static void set_byte(strbuf *b, size_t offset, uint8_t value)
{
    while (b->n <= offset)
        strbuf_putc(b, 0);
    b->text[offset] = (char)value;
}

static strbuf *part_of(explore_test *t, const trace_variable *v)
{
    switch (v->kind) {
    case TANDEM_ARG:
        return v->index && v->index <= t->args.n ? &t->args.at[v->index - 1] : NULL;
    case TANDEM_ENV:
        return v->index < t->env.n ? &t->env.at[v->index] : NULL;
    case TANDEM_STDIN:
        t->has_stdin = true;
        return &t->input;
    case TANDEM_FILE:
        return v->index < t->files.n ? &t->files.at[v->index].bytes : NULL;
    default:
        return v->index < t->objects.n ? &t->objects.at[v->index].bytes : NULL;
    }
}

/* Objects that the run asked for and the test did not have. */
static void add_objects(const explore_trace *t, explore_test *to)
{
    for (size_t i = 0; i < t->inputs.n; i++) {
        const tandem_input *x = &t->inputs.at[i];
        if (x->kind != TANDEM_OBJECT || x->index != to->objects.n)
            continue;
        explore_test_add_object(to, x->name, "", 0);
        if (x->bytes)
            set_byte(&vec_last(&to->objects).bytes, x->bytes - 1, 0);
    }
}

void trace_make_test(const explore_trace *t, const explore_test *from, const uint8_t *values,
                     explore_test *to)
{
    explore_test_copy(to, from);
    add_objects(t, to);
    for (size_t i = 0; i < t->variables.n; i++) {
        const trace_variable *v = &t->variables.at[i];
        strbuf *part = part_of(to, v);
        if (!part)
            continue;
        size_t at = v->offset + (v->kind == TANDEM_ENV ? value_of(part) : 0);
        if (at < part->n || values[i])
            set_byte(part, at, values[i]);
    }
    for (size_t i = 0; i < to->args.n; i++)
        to->args.at[i].n = strlen(to->args.at[i].text);
    for (size_t i = 0; i < to->env.n; i++)
        to->env.at[i].n = strlen(to->env.at[i].text);
}
