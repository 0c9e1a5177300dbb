/* A run that breaks the property, as a C file: the program, and definitions of the functions that gave
 * its inputs, which give them again. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/prove/prove_files.h"
#include "cli/prove/prove_native_report.h"
#include "program/compile.h"
#include "prove/ctext/c_text.h"

typedef struct replay {
    const prove_report *report;
    strbuf source;
    strbuf inputs, parameters; /* texts of values, with commas */
    size_t n_inputs;
    bool lost; /* an input that no function gives */
} replay;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool gives_inputs(const char *name)
{
    return text_begins(name, "unknown") || text_begins(name, "__VERIFIER_nondet_");
}

/* ---- The source ------------------------------------------------------------------------------ */

/* The next word of the text that is `name`, or begins with it; NULL: there is none. */
static const char *find_word(const char *at, const char *name, bool whole)
{
    size_t n = strlen(name);
    for (const char *start = at; (at = strstr(at, name)); at++)
        if ((at == start || !is_word(at[-1])) && (!whole || !is_word(at[n])))
            return at;
    return NULL;
}

/* "name (...) {" is in the text. */
static bool defines(const replay *r, const char *name)
{
    for (const char *at = r->source.text; (at = find_word(at, name, true));) {
        int depth = 0;
        at += strlen(name);
        at += strspn(at, " \t\r\n");
        if (*at != '(')
            continue;
        do {
            depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        } while (*at++ && depth);
        at += strspn(at, " \t\r\n");
        if (*at == '{')
            return true;
    }
    return false;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static void add_input(replay *r, const char *name, bool parameter, const char *value)
{
    if (parameter)
        strbuf_printf(&r->parameters, "%s%s", r->parameters.n ? ", " : "", value);
    else
        strbuf_printf(&r->inputs, "    {(long long)%s, %s}, /* %s() */\n", value, value, name);
    r->n_inputs += !parameter;
}

static void add_native(replay *r)
{
    const hunt *h = r->report->result->hunted;
    const hunt_fault *f = hunt_found(h);
    for (size_t i = 0; i < f->inputs.n; i++) {
        const native_stub *s = hunt_stub(h, f->inputs.at[i].stub);
        strbuf value = STRBUF_INIT;
        prove_native_value(s, f->inputs.at[i].value, &value);
        if (!f->inputs.at[i].stub)
            r->lost = true; /* memory */
        else
            add_input(r, s->name, s->parameter, value.text);
        strbuf_free(&value);
    }
}

static void add_step(replay *r, const ir_system *s, const run_step *step)
{
    for (size_t k = 0; k < s->program->locations.n; k++) {
        const ir_location *l = &s->program->locations.at[k];
        for (size_t i = 0; i < l->inputs.n; i++)
            for (size_t m = 0; step->taken && m < step->inputs.n; m++) {
                const ir_input *x = &l->inputs.at[i];
                bool called = x->called && gives_inputs(x->name);
                strbuf value = STRBUF_INIT;
                if (x->term != step->taken->inputs.at[m])
                    continue;
                c_text_value(s->program, &x->type, step->inputs.at[m], &value);
                if (called || x->given)
                    add_input(r, x->name, x->given, value.text);
                else if (!x->called)
                    r->lost = true;
                strbuf_free(&value);
            }
    }
}

static void add_inputs(replay *r)
{
    const prove_result *result = r->report->result;
    const ir_system *s = result->run_system ? result->run_system : r->report->system;
    if (result->hunted)
        add_native(r);
    for (size_t i = 0; !result->hunted && i < result->run.steps.n; i++) {
        r->lost |= result->run.steps.at[i].skipped > 0;
        add_step(r, s, &result->run.steps.at[i]);
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Each function that the text calls for an input and does not define. */
static void put_givers(const replay *r, strbuf *out)
{
    static const char *const stems[] = {"unknown", "__VERIFIER_nondet_"};
    strbuf done = STRBUF_INIT;
    for (size_t k = 0; k < 2; k++)
        for (const char *at = r->source.text; (at = find_word(at, stems[k], false)); at++) {
            size_t n = 0;
            while (is_word(at[n]))
                n++;
            char *name = base_strndup(at, n);
            if (at[n + strspn(at + n, " \t")] == '(' && !defines(r, name) &&
                !find_word(done.n ? done.text : "", name, true)) {
                strbuf_printf(out,
                              "__typeof__(%s()) %s()\n{\n"
                              "    TANDEM_GIVE(__typeof__(%s()));\n}\n",
                              name, name, name);
                strbuf_printf(&done, "%s ", name);
            }
            free(name);
        }
    strbuf_free(&done);
}

/* What ends a run, unless the program has it. */
static void put_ends(const replay *r, strbuf *out)
{
    static const struct {
        const char *name, *text;
    } ends[] = {{"assert", "#ifndef assert\nvoid assert(int c)\n{\n    if (!c)\n"
                           "        __builtin_trap();\n}\n#endif\n"},
                {"__VERIFIER_assert",
                 "void __VERIFIER_assert(int c)\n{\n    if (!c)\n        __builtin_trap();\n}\n"},
                {"assume", "void assume(int c)\n{\n    if (!c)\n        exit(0);\n}\n"},
                {"__VERIFIER_assume",
                 "void __VERIFIER_assume(int c)\n{\n    if (!c)\n        exit(0);\n}\n"},
                {"reach_error", "void reach_error(void)\n{\n    __builtin_trap();\n}\n"},
                {"__VERIFIER_error", "void __VERIFIER_error(void)\n{\n    __builtin_trap();\n}\n"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!defines(r, ends[i].name))
            strbuf_puts(out, ends[i].text);
}

static void put_head(const replay *r, strbuf *out)
{
    strbuf_puts(
        out, "/* The run that breaks the property. It fails when it is run:\n *\n"
             " *     cc -w -fsanitize=address,undefined -fno-sanitize-recover=all -o replay FILE");
    for (size_t i = 0; i < r->report->n_libraries; i++)
        strbuf_printf(out, " %s", r->report->libraries[i]);
    strbuf_puts(out, " -lm && ./replay\n");
    if (r->report->model == IR_MATH)
        strbuf_puts(out,
                    " *\n * It was found with mathematical integers: a run of the machine may wrap "
                    "around where this one does not.\n");
    if (r->lost)
        strbuf_puts(out,
                    " *\n * It begins with memory that is not initialised, or parts of it were not "
                    "written down: such values are not in this file.\n");
    strbuf_puts(out, " */\n");
}

static void put_source(const replay *r, strbuf *out)
{
    bool is_main = !strcmp(r->report->entry, "main");
    strbuf_puts(out, ir_predeclared());
    if (is_main)
        strbuf_puts(out, "#define main tandem_main\n");
    strbuf_printf(out, "#line 1 \"%s\"\n", r->report->file);
    strbuf_add(out, r->source.text, r->source.n);
    strbuf_puts(out, "\n#line 1 \"replay\"\n");
    if (is_main)
        strbuf_puts(out, "#undef main\n");
}

bool prove_replay(const prove_report *report, const char *path)
{
    replay r = {
        .report = report, .source = STRBUF_INIT, .inputs = STRBUF_INIT, .parameters = STRBUF_INIT};
    strbuf out = STRBUF_INIT;
    bool good = file_read(report->file, &r.source);
    if (good) {
        add_inputs(&r);
        put_head(&r, &out);
        put_source(&r, &out);
        strbuf_printf(&out,
                      "static const struct tandem_input {\n    long long i;\n    double d;\n"
                      "} tandem_inputs[] = {\n%s    {0, 0}};\n"
                      "static unsigned long tandem_at;\n"
                      "#define TANDEM_GIVE(type) \\\n"
                      "    const struct tandem_input *next = &tandem_inputs[tandem_at]; \\\n"
                      "    tandem_at += tandem_at < %zu; \\\n"
                      "    return _Generic((type)0, float: next->d, double: next->d, "
                      "default: next->i)\n",
                      r.inputs.n ? r.inputs.text : "", r.n_inputs);
        put_givers(&r, &out);
        put_ends(&r, &out);
        strbuf_printf(&out, "int main(void)\n{\n    %s(%s);\n    return 0;\n}\n",
                      strcmp(report->entry, "main") ? report->entry : "tandem_main",
                      r.parameters.n ? r.parameters.text : "");
        good = folder_write(path, out.text, out.n);
    }
    strbuf_free(&out);
    strbuf_free(&r.source);
    strbuf_free(&r.inputs);
    strbuf_free(&r.parameters);
    return good;
}
