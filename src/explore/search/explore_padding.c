/* Numbers in texts, with room for larger ones. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "explore/search/explore_impl.h"

/* How numbers get more room: so many digits, or a fraction. */
typedef struct padding {
    uint32_t digits; /* 0: a fraction */
    bool hexadecimal;
} padding;

/* A program with fields of fixed width has no room for wide numbers: those of years, days and bytes are for it. */
static const padding paddings[] = {{10, false}, {4, false}, {2, false}, {4, true}, {2, true}};
static const padding fraction = {0};
enum { PADDINGS = sizeof paddings / sizeof *paddings };

static bool is_digit(const padding *how, const strbuf *b, size_t i)
{
    if (i >= b->n)
        return false;
    return how->hexadecimal ? isxdigit((unsigned char)b->text[i])
                            : isdigit((unsigned char)b->text[i]);
}

static bool is_behind(const strbuf *b, size_t i, const char *any)
{
    return i < b->n && b->text[i] && strchr(any, b->text[i]);
}

/* Digits of a word, of "0x", or of what has a fraction already stay as they are. */
static bool may_pad(const padding *how, const strbuf *b, size_t from, size_t end)
{
    bool hexadecimal = end == from + 1 && b->text[from] == '0' && is_behind(b, end, "xX");
    bool real = (from && b->text[from - 1] == '.') || is_behind(b, end, ".");
    bool word = how->hexadecimal &&
                ((from && isalnum((unsigned char)b->text[from - 1]) && b->text[from - 1] != 'x') ||
                 (end < b->n && isalnum((unsigned char)b->text[end])));
    return !hexadecimal && !real && !word && (!how->digits || end - from < how->digits);
}

/* Zeros before each number, or a fraction behind it; false: there is none, or no room. */
static bool pad_numbers(strbuf *b, size_t most, const padding *how)
{
    strbuf out = STRBUF_INIT;
    bool any = false;
    for (size_t i = 0, end; i < b->n; i = end) {
        for (end = i; is_digit(how, b, end);)
            end++;
        bool pad = end > i && may_pad(how, b, i, end);
        for (size_t k = end - i; pad && k < how->digits; k++)
            strbuf_putc(&out, '0');
        end += end == i;
        strbuf_add(&out, b->text + i, end - i);
        if (pad && !how->digits)
            strbuf_puts(&out, ".0000");
        any |= pad;
    }
    any = any && out.n <= most;
    if (any) {
        strbuf_clear(b);
        strbuf_add(b, out.text, out.n);
    }
    strbuf_free(&out);
    return any;
}

/* The test with more room in its numbers; false: it has none. */
static bool pad_test(const explorer *x, const explore_test *of, const padding *how, explore_test *t)
{
    const explore_shape *shape = &x->config->shape;
    explore_test_copy(t, of);
    bool any = t->has_stdin && pad_numbers(&t->input, shape->stdin_bytes, how);
    for (size_t i = 0; i < t->files.n; i++)
        any |= pad_numbers(&t->files.at[i].bytes, shape->file_bytes, how);
    for (size_t i = 0; i < t->args.n; i++)
        any |= pad_numbers(&t->args.at[i], shape->arg_bytes, how);
    if (x->harness && t->objects.n)
        any |= pad_numbers(&t->objects.at[0].bytes, explorer_most_data(x), how);
    return any;
}

/* `follows`: it is known to go where the test goes. */
static void try_padded(explorer *x, const queue_entry *e, const explore_test *t, bool follows)
{
    queue_entry *added = NULL;
    explorer_try(x, t, e->generation + 1, &added);
    if (added && added->gain < e->gain) {
        added->gain = 1; /* it is worth a trace, though it reached nothing new */
        added->roomy = follows;
    }
}

static bool reaches(explorer *x, const explore_test *t, const uint8_t *wanted, uint32_t n)
{
    target_result r;
    bool all = explorer_run(x, x->runner, t, &(target_options){0}, &r) && r.n_guards == n;
    for (uint32_t i = 0; i < n && all; i++)
        all = !wanted[i] || r.coverage[i];
    return all;
}

static size_t room_of(const explore_test *t)
{
    size_t n = t->input.n;
    for (size_t i = 0; i < t->files.n; i++)
        n += t->files.at[i].bytes.n;
    for (size_t i = 0; i < t->args.n; i++)
        n += t->args.at[i].n;
    for (size_t i = 0; i < t->objects.n; i++)
        n += t->objects.at[i].bytes.n;
    return n;
}

/* The largest that goes wherever the test does; or else the first. */
static void pad_whole(explorer *x, const queue_entry *e)
{
    explore_test padded[PADDINGS];
    size_t n = 0, best = 0, room = 0;
    target_result r;
    for (size_t i = 0; i < PADDINGS; i++)
        if (pad_test(x, &e->test, &paddings[i], &padded[n]))
            n++;
        else
            explore_test_free(&padded[n]);
    if (n > 1 && explorer_run(x, x->runner, &e->test, &(target_options){0}, &r) &&
        r.outcome != TARGET_HUNG) {
        uint8_t *wanted = base_alloc(r.n_guards + 1);
        memcpy(wanted, r.coverage, r.n_guards);
        for (size_t i = 0; i < n && !explorer_over(x); i++)
            if (room_of(&padded[i]) > room && reaches(x, &padded[i], wanted, r.n_guards)) {
                room = room_of(&padded[i]);
                best = i;
            }
        free(wanted);
    }
    if (n)
        try_padded(x, e, &padded[best], room);
    for (size_t i = 0; i < n; i++)
        explore_test_free(&padded[i]);
}

/* A number in a text has only so many digits. With zeros the program sees the same number, and the solver has room for
 * others. */
void explorer_pad_numbers(explorer *x, const queue_entry *e)
{
    explore_test t;
    if (!x->limits->lengthened || e->roomy || explorer_over(x))
        return;
    pad_whole(x, e);
    if (pad_test(x, &e->test, &fraction, &t) && !explorer_over(x))
        try_padded(x, e, &t, false);
    explore_test_free(&t);
}
