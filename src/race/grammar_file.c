/* Files of a grammar: constructs on, off and weighted; seeds. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/options.h"
#include "race/grammar.h"

enum { DEPTH_MOST = 20, ASSERTIONS_MOST = 1000 };

static void set_weight(grammar *g, size_t which, double weight)
{
    g->constructs.at[which].on = weight > 0;
    if (g->constructs.at[which].op)
        g->weights[g->constructs.at[which].op] = weight;
}

static bool read_number(const char *word, uint32_t low, uint32_t high, uint32_t *number)
{
    uint64_t n;
    if (!word || !options_read_number(word, &n) || n < low || n > high)
        return false;
    *number = (uint32_t)n;
    return true;
}

static char *say(const char *format, const char *word)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, word);
    return strbuf_detach(&message);
}

/* Sets the weights of all constructs that are named in the rest of the line. */
static char *set_named(grammar *g, char **rest, double weight)
{
    char *word = strtok_r(NULL, " \t", rest);
    if (!word)
        return base_strdup("which construct?");
    for (; word; word = strtok_r(NULL, " \t", rest)) {
        size_t place = grammar_find(g, word);
        if (place == SIZE_MAX)
            return say("there is no construct '%s' in these theories", word);
        set_weight(g, place, weight);
    }
    return NULL;
}

static char *read_weight(grammar *g, char **rest)
{
    char *name = strtok_r(NULL, " \t", rest), *word = strtok_r(NULL, " \t", rest), *end = NULL;
    size_t place = name ? grammar_find(g, name) : SIZE_MAX;
    double weight = word ? strtod(word, &end) : -1;
    if (place == SIZE_MAX)
        return say("there is no construct '%s' in these theories", name ? name : "");
    if (!word || *end || !(weight >= 0 && weight <= 1))
        return base_strdup("a weight is a number from 0 to 1");
    set_weight(g, place, weight);
    return NULL;
}

/* A message for the user, or NULL. */
static char *read_line(grammar *g, char *line)
{
    line[strcspn(line, "#")] = '\0';
    char *rest = NULL, *word = strtok_r(line, " \t", &rest);
    if (!word)
        return NULL;
    if (!strcmp(word, "on"))
        return set_named(g, &rest, 1);
    if (!strcmp(word, "off"))
        return set_named(g, &rest, 0);
    if (!strcmp(word, "weight"))
        return read_weight(g, &rest);
    if (!strcmp(word, "only")) {
        for (size_t i = 0; i < g->constructs.n; i++)
            set_weight(g, i, 0);
        return set_named(g, &rest, 1);
    }
    const char *number = strtok_r(NULL, " \t", &rest);
    if (!strcmp(word, "assertions"))
        return read_number(number, 1, ASSERTIONS_MOST, &g->assertions)
                   ? NULL
                   : base_strdup("assertions: a number from 1 to 1000");
    if (!strcmp(word, "depth"))
        return read_number(number, 1, DEPTH_MOST, &g->depth)
                   ? NULL
                   : base_strdup("depth: a number from 1 to 20");
    if (!strcmp(word, "constants"))
        return read_number(number, 0, 100, &g->constants) ? NULL
                                                          : base_strdup("constants: a percentage");
    return say("'%s' is no word of a grammar file: on, off, only, weight, assertions, depth, "
               "constants",
               word);
}

bool grammar_parse(grammar *g, const char *name, const char *text, char **error)
{
    char *copy = base_strdup(text), *wrong = NULL;
    unsigned number = 0;
    for (char *line = copy, *next; line && !wrong; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        wrong = read_line(g, line);
    }
    free(copy);
    if (!wrong)
        return true;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s:%u: %s", name, number, wrong);
    free(wrong);
    *error = strbuf_detach(&message);
    return false;
}

bool grammar_read(grammar *g, const char *path, char **error)
{
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    if (good) {
        good = grammar_parse(g, path, text.text, error);
    } else {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "cannot read %s: %s", path, strerror(errno));
        *error = strbuf_detach(&message);
    }
    strbuf_free(&text);
    return good;
}

/* What is asserted of all logics goes together only in one that has everything. */
bool grammar_add_seed(grammar *g, const char *path, char **error)
{
    formula f = {0};
    if (!formula_read(g->bank, path, &f, error))
        return false;
    f.logic = g->logic;
    if (f.assertions.n)
        vec_push(&g->seeds, f);
    else
        formula_free(&f);
    return true;
}
