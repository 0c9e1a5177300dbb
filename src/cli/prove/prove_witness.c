/* Witnesses in SV-COMP's format, 2.0 or 2.1: the invariants of a proof, or what functions returned in a run that
 * breaks the property. */
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/sha256.h"
#include "cli/prove/prove_files.h"
#include "cli/prove/prove_native_report.h"
#include "prove/ctext/c_text.h"

/* A scalar in single quotes. */
static void put_quoted(strbuf *out, const char *text)
{
    strbuf_putc(out, '\'');
    for (; *text; text++)
        strbuf_printf(out, *text == '\'' ? "%c%c" : "%c", *text, *text);
    strbuf_putc(out, '\'');
}

static void put_hash(strbuf *out, const char *bytes, size_t n)
{
    uint8_t digest[SHA256_BYTES];
    sha256(bytes, n, digest);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        strbuf_printf(out, "%02x", digest[i]);
}

/* From what it is about: the same proof of the same file has the same number. */
static void put_uuid(strbuf *out, const char *hash)
{
    strbuf_printf(out, "%.8s-%.4s-4%.3s-8%.3s-%.12s", hash, hash + 8, hash + 12, hash + 16,
                  hash + 20);
}

static const char *specification(prove_property p)
{
    return p == PROVE_NO_OVERFLOW ? "LTL(G ! overflow)"
           : p == PROVE_DEREF     ? "LTL(G valid-deref)"
                                  : "LTL(G ! call(reach_error()))";
}

static void put_metadata(const prove_report *r, const strbuf *source, const char *type, strbuf *out)
{
    strbuf hash = STRBUF_INIT;
    put_hash(&hash, source->text, source->n);
    char now[40];
    time_t seconds = time(NULL);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (r->model == IR_MATH)
        strbuf_puts(out, "# Signed numbers were taken for mathematical integers.\n");
    strbuf_printf(out, "- entry_type: %s\n  metadata:\n    format_version: '%s'\n    uuid: '", type,
                  r->witness_version);
    put_uuid(out, hash.text);
    strbuf_printf(out,
                  "'\n    creation_time: '%s'\n    producer:\n      name: 'Tandem'\n"
                  "      version: '%s'\n    task:\n      input_files:\n        - ",
                  now, TANDEM_VERSION);
    put_quoted(out, r->file);
    strbuf_puts(out, "\n      input_file_hashes:\n        ");
    put_quoted(out, r->file);
    strbuf_printf(out,
                  ": '%s'\n      specification: 'CHECK( init(%s()), %s )'\n"
                  "      data_model: %s\n      language: C\n",
                  hash.text, r->entry, specification(r->property), r->ilp32 ? "ILP32" : "LP64");
    strbuf_free(&hash);
}

static void put_invariant(const prove_report *r, uint32_t cut, strbuf *out)
{
    const ir_system *s = prove_report_proof(r);
    const ir_location *place = &s->program->locations.at[s->cuts.at[cut]];
    term_vec said = {0};
    for (size_t i = 0; i < r->result->invariants[cut].n; i++) {
        strbuf unused = STRBUF_INIT;
        if (c_text_print(s->program, r->result->invariants[cut].at[i], &unused) &&
            !strchr(unused.text, '@')) /* which of two names is meant, C cannot say */
            vec_push(&said, r->result->invariants[cut].at[i]);
        strbuf_free(&unused);
    }
    strbuf text = STRBUF_INIT;
    c_text_conjunction(s->program, &said, &text);
    strbuf_puts(out, "    - invariant:\n        type: loop_invariant\n        location:\n"
                     "          file_name: ");
    put_quoted(out, r->file);
    strbuf_printf(out, "\n          line: %u\n", place->line);
    if (place->column)
        strbuf_printf(out, "          column: %u\n", place->column);
    strbuf_printf(
        out, "          function: %s\n        value: ", place->function ? place->function : "main");
    put_quoted(out, text.text);
    strbuf_puts(out, "\n        format: c_expression\n");
    strbuf_free(&text);
    vec_free(&said);
}

static void put_invariants(const prove_report *r, strbuf *out)
{
    bool any = prove_report_proof(r)->cuts.n > 1 && !r->result->complete;
    strbuf_puts(out, any ? "  content:\n" : "  content: []\n");
    for (uint32_t cut = 1; any && cut < prove_report_proof(r)->cuts.n; cut++)
        put_invariant(r, cut, out);
}

/* ---- Violations ------------------------------------------------------------------------------ */

static void put_waypoint(const prove_report *r, const char *type, unsigned line, strbuf *out)
{
    strbuf_printf(out,
                  "    - segment:\n        - waypoint:\n            type: %s\n"
                  "            action: follow\n            location:\n              file_name: ",
                  type);
    put_quoted(out, r->file);
    strbuf_printf(out, "\n              line: %u\n", line ? line : 1);
}

static void put_return(const prove_report *r, unsigned line, const char *value, strbuf *out)
{
    put_waypoint(r, "function_return", line, out);
    strbuf_printf(out,
                  "            constraint:\n              value: '\\result == %s'\n"
                  "              format: ext_c_expression\n",
                  value);
}

/* What functions returned in one step, in the order of the text. */
static void put_step(const prove_report *r, const ir_system *s, const run_step *step, strbuf *out)
{
    for (size_t k = 0; k < s->program->locations.n; k++) {
        const ir_location *l = &s->program->locations.at[k];
        for (size_t i = 0; i < l->inputs.n; i++)
            for (size_t m = 0; step->taken && m < step->inputs.n; m++) {
                const ir_input *x = &l->inputs.at[i];
                strbuf value = STRBUF_INIT;
                if (x->term != step->taken->inputs.at[m] || !x->called || x->given || !x->line)
                    continue;
                c_text_value(s->program, &x->type, step->inputs.at[m], &value);
                put_return(r, x->line, value.text, out);
                strbuf_free(&value);
            }
    }
}

static void put_violation(const prove_report *r, strbuf *out)
{
    const prove_result *result = r->result;
    const hunt_fault *f = result->hunted ? hunt_found(result->hunted) : NULL;
    const ir_system *s = result->run_system ? result->run_system : r->system;
    unsigned line = f ? f->line : vec_last(&result->run.steps).taken->line;
    strbuf_puts(out, "  content:\n");
    for (size_t i = 0; f && i < f->inputs.n; i++) {
        const native_stub *stub = hunt_stub(result->hunted, f->inputs.at[i].stub);
        strbuf value = STRBUF_INIT;
        prove_native_value(stub, f->inputs.at[i].value, &value);
        if (!stub->parameter)
            put_return(r, f->inputs.at[i].line, value.text, out);
        strbuf_free(&value);
    }
    for (size_t i = 0; !f && i < result->run.steps.n; i++)
        put_step(r, s, &result->run.steps.at[i], out);
    put_waypoint(r, "target", line, out);
}

bool prove_witness(const prove_report *r, const char *path)
{
    strbuf source = STRBUF_INIT, out = STRBUF_INIT;
    bool violated = r->result->verdict == PROVE_VIOLATED;
    bool good = file_read(r->file, &source);
    put_metadata(r, &source, violated ? "violation_sequence" : "invariant_set", &out);
    if (violated)
        put_violation(r, &out);
    else
        put_invariants(r, &out);
    good = good && folder_write(path, out.text, out.n);
    strbuf_free(&source);
    strbuf_free(&out);
    return good;
}
