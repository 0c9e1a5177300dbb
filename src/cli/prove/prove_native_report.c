#include "cli/prove/prove_native_report.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/prove/prove_verdict.h"

enum { SHOWN_FIRST = 20, SHOWN_LAST = 10 }; /* inputs of a long run */

void prove_native_fault(const hunt_fault *f, strbuf *out)
{
    if (f->kind == IR_ASSERTION)
        strbuf_printf(out, "the assertion of line %u fails", f->line);
    else if (f->signal)
        strbuf_printf(out, "%s by %s", strsignal(f->signal),
                      f->line ? "what is called, or comes after a call, in line "
                              : "the program before its first call");
    else
        strbuf_printf(out, "%s in line ", prove_fault_word(f->kind));
    if (f->kind != IR_ASSERTION && f->line)
        strbuf_printf(out, "%u", f->line);
}

void prove_native_value(const native_stub *s, uint64_t bits, strbuf *out)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    if (s->real)
        strbuf_printf(out, "%.17g", s->width == 32 ? (double)(float)d : d);
    else if (s->is_unsigned || s->width == 1)
        strbuf_printf(out, "%" PRIu64, bits);
    else
        strbuf_printf(out, "%" PRId64, (int64_t)(bits << (64 - s->width)) >> (64 - s->width));
}

static bool same(const hunt_input *x, const hunt_input *y)
{
    return x->value == y->value && x->stub == y->stub && x->line == y->line;
}

/* "unknown() = 3 in line 7", and how often that is given one after the other: the place behind. */
static size_t put_input(const hunt *h, const hunt_fault *f, size_t i, strbuf *out)
{
    const native_stub *s = hunt_stub(h, f->inputs.at[i].stub);
    size_t end = i + 1;
    while (end < f->inputs.n && same(&f->inputs.at[i], &f->inputs.at[end]))
        end++;
    strbuf_printf(out, "%s%s = ", s->name, s->parameter ? "" : "()");
    prove_native_value(s, f->inputs.at[i].value, out);
    if (f->inputs.at[i].line && !s->parameter)
        strbuf_printf(out, " in line %u", f->inputs.at[i].line);
    if (end - i > 1)
        strbuf_printf(out, ", %zu times", end - i);
    return end;
}

void prove_native_print(const hunt *h)
{
    const hunt_fault *f = hunt_found(h);
    strbuf text = STRBUF_INIT;
    size_t shown = 0;
    for (size_t i = 0; i < f->inputs.n;) {
        strbuf_clear(&text);
        size_t end = put_input(h, f, i, &text);
        if (shown++ < SHOWN_FIRST || f->inputs.n - i <= SHOWN_LAST)
            cli_print("  input: %s\n", text.text);
        else if (shown == SHOWN_FIRST + 1)
            cli_print("  ... and so on\n");
        i = end;
    }
    strbuf_clear(&text);
    prove_native_fault(f, &text);
    cli_print("  %s; the program was run natively%s\n", text.text,
              f->inputs.n ? " with these inputs" : "");
    strbuf_free(&text);
}

void prove_native_json(json_writer *j, const hunt *h)
{
    const hunt_fault *f = hunt_found(h);
    strbuf text = STRBUF_INIT;
    json_key(j, "native_run");
    json_array(j);
    for (size_t i = 0; i < f->inputs.n;) {
        strbuf_clear(&text);
        i = put_input(h, f, i, &text);
        json_string(j, text.text);
    }
    json_end(j);
    if (f->kind == IR_ASSERTION) {
        json_key(j, "assertion_line");
        json_uint(j, f->line);
    }
    strbuf_free(&text);
}
