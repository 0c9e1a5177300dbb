#include "cli/prove/prove_files.h"

#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "prove/ctext/c_text.h"

static bool has_invariants(const prove_report *r)
{
    return r->result && (r->result->verdict == PROVE_PROVED || r->result->verdict == PROVE_ALMOST);
}

/* One clause for each conjunct that can be said. Integers of ACSL are mathematical ones, so no cast of
 * ours is lost. */
static void put_acsl(const prove_report *r, uint32_t cut, strbuf *out)
{
    const term_vec *all = &r->result->invariants[cut];
    size_t n = 0;
    strbuf_puts(out, "/*@ ");
    for (size_t i = 0; i < all->n; i++) {
        strbuf text = STRBUF_INIT;
        if (c_text_print(prove_report_proof(r)->program, all->at[i], &text) &&
            !strchr(text.text, '@')) /* which of two names is meant, C cannot say */
            strbuf_printf(out, "%sloop invariant %s;", n++ ? " " : "", text.text);
        strbuf_free(&text);
    }
    strbuf_puts(out, n ? " */\n" : "loop invariant \\true; */\n");
}

/* With the indentation of the line before which it stands. */
static void put_comments(const prove_report *r, bool acsl, unsigned line, const char *text,
                         strbuf *out)
{
    for (uint32_t cut = 1; cut < prove_report_proof(r)->cuts.n; cut++) {
        if (ir_system_line(prove_report_proof(r), cut) != line)
            continue;
        strbuf_add(out, text, strspn(text, " \t"));
        if (acsl) {
            put_acsl(r, cut, out);
            continue;
        }
        strbuf_puts(out, r->result->verdict == PROVE_PROVED ? "/* invariant: "
                                                            : "/* almost correct invariant: ");
        c_text_conjunction(prove_report_proof(r)->program, &r->result->invariants[cut], out);
        strbuf_puts(out, " */\n");
    }
}

bool prove_annotate(const prove_report *r, bool acsl, const char *path)
{
    strbuf source = STRBUF_INIT, out = STRBUF_INIT;
    bool good = file_read(r->file, &source);
    unsigned line = 1;
    for (const char *at = source.text; good && *at; line++) {
        if (has_invariants(r))
            put_comments(r, acsl, line, at, &out);
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
