#include "engine/z3/z3_names.h"

#include <stdbool.h>
#include <string.h>

#include "smtlib/print/printer.h"
#include "smtlib/read/sexpr.h"

static bool is_used(const z3_names *names, const char *name)
{
    for (size_t i = 0; i < names->used.n; i++)
        if (!strcmp(names->used.at[i], name))
            return true;
    return false;
}

static const char *original_of(const z3_names *names, const char *name, size_t n)
{
    for (size_t i = 0; i < names->renamed.n; i++)
        if (!strncmp(names->renamed.at[i].shown, name, n) && !names->renamed.at[i].shown[n])
            return names->renamed.at[i].original;
    return NULL;
}

void z3_names_rename(z3_names *names, const char *shown, const char *original)
{
    if (original_of(names, shown, strlen(shown)))
        return;
    z3_renamed r = {.shown = base_strdup(shown), .original = base_strdup(original)};
    vec_push(&names->renamed, r);
}

/* Sorts and functions that libz3 reads without a declaration, and that no declaration may have. */
static bool is_own(const char *name)
{
    static const char *const own[] = {"List",   "Set",  "Seq",  "Array",  "RegEx",
                                      "RegLan", "Pair", "Char", "String", "Unicode"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i]))
            return true;
    return smt_is_reserved(name, strlen(name));
}

const char *z3_names_new(z3_names *names, const char *base, const char *original)
{
    strbuf name = STRBUF_INIT;
    strbuf_puts(&name, base);
    for (size_t i = names->used.n; is_used(names, name.text) || is_own(name.text); i++) {
        strbuf_clear(&name);
        strbuf_printf(&name, "%s!t%zu", base, i);
    }
    char *made = strbuf_detach(&name);
    vec_push(&names->used, made);
    if (original) {
        z3_names_rename(names, made, original);
    } else if (strcmp(made, base)) {
        strbuf symbol = STRBUF_INIT;
        strbuf_printf(&symbol, "|%s|", base);
        z3_names_rename(names, made, symbol.text);
        strbuf_free(&symbol);
    }
    return made;
}

void z3_names_restore(const z3_names *names, const char *text, strbuf *out)
{
    if (!names->renamed.n) {
        strbuf_puts(out, text);
        return;
    }
    sexpr_scanner s = sexpr_scan(text);
    for (sexpr_token t; (t = sexpr_next(&s)).kind != SEXPR_END; text = s.at) {
        bool quoted = t.kind == SEXPR_QUOTED;
        const char *original = original_of(names, t.text + quoted, t.n - 2 * quoted);
        strbuf_add(out, text, (size_t)(t.text - text)); /* blanks and comments */
        if (original)
            strbuf_puts(out, original);
        else
            strbuf_add(out, t.text, t.n);
    }
    strbuf_puts(out, text);
}

void z3_names_free(z3_names *names)
{
    for (size_t i = 0; i < names->used.n; i++)
        free(names->used.at[i]);
    for (size_t i = 0; i < names->renamed.n; i++) {
        free(names->renamed.at[i].shown);
        free(names->renamed.at[i].original);
    }
    vec_free(&names->used);
    vec_free(&names->renamed);
}
