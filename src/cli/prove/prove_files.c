#include "cli/prove/prove_files.h"

#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/sha256.h"
#include "prove/ctext/c_text.h"

static bool has_invariants(const prove_report *r)
{
    return r->result && (r->result->verdict == PROVE_PROVED || r->result->verdict == PROVE_ALMOST);
}

/* With the indentation of the line before which it stands. */
static void put_comments(const prove_report *r, unsigned line, const char *text, strbuf *out)
{
    for (uint32_t cut = 1; cut < r->system->cuts.n; cut++) {
        if (ir_system_line(r->system, cut) != line)
            continue;
        strbuf_add(out, text, strspn(text, " \t"));
        strbuf_puts(out, r->result->verdict == PROVE_PROVED ? "/* invariant: "
                                                            : "/* almost correct invariant: ");
        c_text_conjunction(r->system->program, &r->result->invariants[cut], out);
        strbuf_puts(out, " */\n");
    }
}

bool prove_annotate(const prove_report *r, const char *path)
{
    strbuf source = STRBUF_INIT, out = STRBUF_INIT;
    bool good = file_read(r->file, &source);
    unsigned line = 1;
    for (const char *at = source.text; good && *at; line++) {
        if (has_invariants(r))
            put_comments(r, line, at, &out);
        const char *end = strchr(at, '\n');
        size_t n = end ? (size_t)(end - at) + 1 : strlen(at);
        strbuf_add(&out, at, n);
        at += n;
    }
    good = good && folder_write(path, out.text, out.n);
    strbuf_free(&source);
    strbuf_free(&out);
    return good;
}

/* ---- Witnesses ------------------------------------------------------------------------------- */

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

static void put_metadata(const prove_report *r, const strbuf *source, strbuf *out)
{
    strbuf hash = STRBUF_INIT;
    put_hash(&hash, source->text, source->n);
    char now[40];
    time_t seconds = time(NULL);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &parts);
    strbuf_puts(out, "- entry_type: invariant_set\n  metadata:\n    format_version: '2.0'\n"
                     "    uuid: '");
    put_uuid(out, hash.text);
    strbuf_printf(out,
                  "'\n    creation_time: '%s'\n    producer:\n      name: 'Tandem'\n"
                  "      version: '%s'\n    task:\n      input_files:\n        - ",
                  now, TANDEM_VERSION);
    put_quoted(out, r->file);
    strbuf_puts(out, "\n      input_file_hashes:\n        ");
    put_quoted(out, r->file);
    strbuf_printf(
        out,
        ": '%s'\n      specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )'\n"
        "      data_model: LP64\n      language: C\n",
        hash.text);
    strbuf_free(&hash);
}

static void put_invariant(const prove_report *r, uint32_t cut, strbuf *out)
{
    const ir_system *s = r->system;
    const ir_location *place = &s->program->locations.at[s->cuts.at[cut]];
    term_vec said = {0};
    for (size_t i = 0; i < r->result->invariants[cut].n; i++) {
        strbuf unused = STRBUF_INIT;
        if (c_text_print(s->program, r->result->invariants[cut].at[i], &unused))
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

bool prove_witness(const prove_report *r, const char *path)
{
    strbuf source = STRBUF_INIT, out = STRBUF_INIT;
    bool good = file_read(r->file, &source);
    put_metadata(r, &source, &out);
    bool any = has_invariants(r) && r->system->cuts.n > 1;
    strbuf_puts(&out, any ? "  content:\n" : "  content: []\n");
    for (uint32_t cut = 1; any && cut < r->system->cuts.n; cut++)
        put_invariant(r, cut, &out);
    good = good && folder_write(path, out.text, out.n);
    strbuf_free(&source);
    strbuf_free(&out);
    return good;
}
