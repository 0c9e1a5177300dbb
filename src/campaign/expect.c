/* What a script is expected to answer. Only its tokens are looked at: a benchmark may be written in
 * a dialect that our reader does not know. */
#include <ctype.h>
#include <string.h>

#include "campaign/suite.h"
#include "smtlib/read/sexpr.h"

/* What is known of the check that comes next. */
typedef struct coming {
    answer status;
    bool exactly;
} coming;

static void take_info(coming *c, const sexpr_token *words, size_t n)
{
    answer a;
    if (n < 3 || !answer_read(words[2].text, words[2].n, &a))
        return;
    if (sexpr_is(words[1], ":tandem-answer")) {
        c->status = a;
        c->exactly = true;
    } else if (sexpr_is(words[1], ":status") && !c->exactly) {
        c->status = a == ANSWER_UNKNOWN ? ANSWER_NONE : a;
    }
}

static void take_check(suite_file *file, coming *c)
{
    vec_push(&file->expected, (uint8_t)c->status);
    file->exactly |= c->exactly;
    *c = (coming){ANSWER_NONE, false};
}

void suite_expect_text(suite_file *file, const char *text)
{
    enum { WORDS = 3 };
    sexpr_token words[WORDS];
    size_t n = 0, depth = 0;
    coming c = {ANSWER_NONE, false};
    sexpr_scanner scanner = sexpr_scan(text);
    for (sexpr_token t; (t = sexpr_next(&scanner)).kind != SEXPR_END;) {
        if (t.kind == SEXPR_OPEN) {
            depth++;
            n = depth == 1 ? 0 : n;
        } else if (t.kind == SEXPR_CLOSE) {
            depth -= depth > 0;
            if (depth == 0 && n && sexpr_is(words[0], "set-info"))
                take_info(&c, words, n);
            else if (depth == 0 && n &&
                     (sexpr_is(words[0], "check-sat") || sexpr_is(words[0], "check-sat-assuming")))
                take_check(file, &c);
        } else if (depth == 1 && n < WORDS) {
            words[n++] = t;
        }
    }
    if (!file->expected.n)
        take_check(file, &c);
}

/* The one answer that the words of `name` speak of; ANSWER_NONE for none or both. */
static answer answer_in_name(const char *name, size_t n)
{
    answer found = ANSWER_NONE;
    for (size_t i = 0; i < n;) {
        size_t start = i;
        while (i < n && isalpha((unsigned char)name[i]))
            i++;
        answer a;
        if (answer_read(name + start, i - start, &a) && a != ANSWER_UNKNOWN) {
            if (found != ANSWER_NONE && found != a)
                return ANSWER_NONE;
            found = a;
        }
        i += i < n;
    }
    return found;
}

void suite_expect_path(suite_file *file)
{
    if (file->expected.n != 1 || file->expected.at[0] != ANSWER_NONE || file->exactly)
        return;
    const char *end = file->path + strlen(file->path);
    answer found = ANSWER_NONE;
    for (bool is_name = true; end > file->path && found == ANSWER_NONE; is_name = false) {
        const char *start = end;
        while (start > file->path && start[-1] != '/')
            start--;
        size_t n = (size_t)(end - start);
        answer a;
        if (is_name)
            found = answer_in_name(start, n);
        else if (answer_read(start, n, &a) && a != ANSWER_UNKNOWN)
            found = a;
        end = start > file->path ? start - 1 : start;
    }
    file->expected.at[0] = (uint8_t)found;
}
