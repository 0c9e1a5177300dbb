#include "engine/z3/z3_text_shape.h"

#include <string.h>

#include "smtlib/read/sexpr.h"

/* Reads the rest of a command whose parenthesis has been read: its first two words, where those are no
 * lists. False when it does not end. */
static bool read_command(sexpr_scanner *s, sexpr_token words[2])
{
    size_t depth = 1, n = 0;
    words[0] = words[1] = (sexpr_token){.text = ""};
    while (depth) {
        sexpr_token t = sexpr_next(s);
        if (t.kind == SEXPR_END || t.kind == SEXPR_BROKEN)
            return false;
        if (t.kind == SEXPR_OPEN) {
            depth++;
            n = 2; /* no words behind a list */
        } else if (t.kind == SEXPR_CLOSE) {
            depth--;
        } else if (depth == 1 && n < 2) {
            words[n++] = t;
        }
    }
    return true;
}

static bool is_one_of(sexpr_token w, const char *const *texts)
{
    for (; *texts; texts++)
        if (sexpr_is(w, *texts))
            return true;
    return false;
}

static bool is_harmless(const sexpr_token words[2])
{
    static const char *const commands[] = {"set-info",
                                           "declare-fun",
                                           "declare-const",
                                           "declare-sort",
                                           "declare-datatypes",
                                           "declare-datatype",
                                           "define-fun",
                                           "define-sort",
                                           "define-fun-rec",
                                           "define-funs-rec",
                                           "define-const",
                                           "assert",
                                           NULL};
    static const char *const options[] = {":produce-models", ":print-success", NULL};
    return is_one_of(words[0], commands) ||
           (sexpr_is(words[0], "set-option") && is_one_of(words[1], options));
}

void shape_read(const char *text, script_shape *shape)
{
    *shape = (script_shape){0};
    bool checked = false;
    sexpr_scanner s = sexpr_scan(text);
    for (sexpr_token t; (t = sexpr_next(&s)).kind != SEXPR_END;) {
        sexpr_token words[2];
        if (t.kind != SEXPR_OPEN || !read_command(&s, words))
            return;
        if (sexpr_is(words[0], "set-logic") && !checked && !*shape->logic &&
            words[1].n < SHAPE_LOGIC_SIZE) {
            memcpy(shape->logic, words[1].text, words[1].n);
        } else if (sexpr_is(words[0], "check-sat") && !checked) {
            checked = true;
            shape->check = (size_t)(t.text - text);
        } else if (sexpr_is(words[0], "get-model") && checked && !shape->model) {
            shape->model = true;
        } else if (checked ? !sexpr_is(words[0], "exit") : !is_harmless(words)) {
            return;
        }
    }
    shape->simple = checked;
}
