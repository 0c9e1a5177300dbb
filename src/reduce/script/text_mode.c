#include "reduce/script/text_mode.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/map.h"
#include "reduce/script/forms.h"
#include "reduce/script/skeleton.h"
#include "smtlib/read/lexer.h"
#include "smtlib/read/reader.h"

typedef struct text_reducer {
    const text_config *config;
    strbuf *now;
    forms forms; /* of `now` */
    bool legal;  /* our reader accepts the original, so it must accept what comes of it; */
    bool strict; /* also in strict reading */
    map tried;
    double deadline;
    bool stopped;
    reduce_result result;
} text_reducer;

static bool over(text_reducer *r)
{
    const text_config *c = r->config;
    if (!r->stopped)
        r->stopped = (c->interrupt && *c->interrupt) ||
                     (c->max_checks && r->result.checks >= c->max_checks) ||
                     (r->deadline > 0 && clock_wall() >= r->deadline);
    return r->stopped;
}

/* Does our reader accept the script? */
static bool is_legal(const char *text, size_t n, bool strict)
{
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    lexer_text from = {text, n};
    smt_source source = {"script", lexer_read_text, &from};
    smt_reader *reader = smt_reader_new(table, &source, &(smt_reader_config){.strict = strict});
    smt_command command = {0};
    smt_status status;
    int64_t levels = 0;
    while ((status = smt_reader_next(reader, &command)) == SMT_OK && levels >= 0) {
        if (command.kind == CMD_PUSH)
            levels += (int64_t)command.number;
        else if (command.kind == CMD_POP)
            levels -= (int64_t)command.number;
        else if (command.kind == CMD_RESET)
            levels = 0;
    }
    smt_command_free(&command);
    smt_reader_free(reader);
    symtab_free(table);
    bank_free(b);
    return status == SMT_END && levels >= 0;
}

/* One node less, or another text in its place. */
typedef struct edit {
    size_t node;
    size_t by;           /* a node inside it, or 0: */
    const char *literal; /* "": the node goes away */
} edit;

/* The text with the edits made, which are in order and do not overlap. */
static void apply(const text_reducer *r, const edit *edits, size_t n, strbuf *out)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const form_node *node = &r->forms.nodes.at[edits[i].node];
        strbuf_add(out, r->now->text + at, node->start - at);
        if (edits[i].by)
            forms_add(&r->forms, edits[i].by, out);
        else
            strbuf_puts(out, edits[i].literal);
        at = node->end;
        if (!edits[i].by && !*edits[i].literal) /* no gap is left */
            while (at < r->now->n && isspace((unsigned char)r->now->text[at]))
                at++;
    }
    strbuf_add(out, r->now->text + at, r->now->n - at);
}

static bool holds(text_reducer *r, const strbuf *text)
{
    uint64_t hash = hash_bytes(text->text, text->n);
    bool is_new;
    map_insert(&r->tried, hash == MAP_NO_KEY ? 0 : hash, &is_new);
    if (!is_new || over(r) || (r->legal && !is_legal(text->text, text->n, r->strict)))
        return false;
    r->result.checks++;
    reduce_verdict verdict = r->config->check(r->config->context, text->text, text->n);
    r->stopped |= verdict == REDUCE_STOP;
    return verdict == REDUCE_YES;
}

/* Makes the edits if the check holds afterwards. Numbers of nodes are others then. */
static bool take(text_reducer *r, const edit *edits, size_t n)
{
    strbuf candidate = STRBUF_INIT;
    forms new = {0};
    apply(r, edits, n, &candidate);
    bool zero = n == 1 && !edits[0].by && edits[0].literal[0] == '#';
    if (candidate.n + !zero > r->now->n || !forms_read(&new, candidate.text, candidate.n) ||
        !holds(r, &candidate)) {
        forms_free(&new);
        strbuf_free(&candidate);
        return false;
    }
    strbuf_free(r->now);
    *r->now = candidate;
    forms_free(&r->forms);
    r->forms = new;
    r->result.steps++;
    if (r->config->progress)
        r->config->progress(r->config->context, candidate.text, candidate.n, r->result.checks);
    return true;
}

/* The elements of a list, or the commands of the script. */
static void children_of(const text_reducer *r, size_t first, size_t end, vec_u32 *out)
{
    vec_clear(out);
    for (size_t i = first; i < end; i = r->forms.nodes.at[i].last)
        vec_push(out, (uint32_t)i);
}

static bool drop_range(text_reducer *r, const vec_u32 *nodes, size_t first, size_t n)
{
    VEC(edit) edits = {0};
    for (size_t i = 0; i < n; i++) {
        edit e = {nodes->at[first + i], 0, ""};
        vec_push(&edits, e);
    }
    bool done = take(r, edits.at, edits.n);
    vec_free(&edits);
    return done;
}

static bool drop_commands(text_reducer *r)
{
    vec_u32 nodes = {0};
    bool changed = false;
    children_of(r, 0, r->forms.nodes.n, &nodes);
    for (size_t group = (nodes.n + 1) / 2; group && !over(r);
         group = group > 1 ? (group + 1) / 2 : 0)
        for (size_t end = nodes.n; end && !over(r);) {
            size_t first = end > group ? end - group : 0;
            if (drop_range(r, &nodes, first, end - first)) {
                changed = true;
                children_of(r, 0, r->forms.nodes.n, &nodes);
            }
            end = first;
        }
    vec_free(&nodes);
    return changed;
}

/* A push and a later pop together, with everything else as it is: neither can go alone. */
static bool drop_pairs(text_reducer *r)
{
    bool changed = false;
    for (size_t i = 0; i < r->forms.nodes.n && !over(r); i = r->forms.nodes.at[i].last) {
        if (!forms_is(&r->forms, i, "push"))
            continue;
        for (size_t j = i; j < r->forms.nodes.n; j = r->forms.nodes.at[j].last) {
            edit both[] = {{i, 0, ""}, {j, 0, ""}};
            if (forms_is(&r->forms, j, "pop") && take(r, both, 2)) {
                changed = true;
                i = 0;
                break;
            }
        }
    }
    return changed;
}

/* #x or #b and as many zeros as the literal has digits; "" for other tokens, and for zero. */
static void zero_like(const text_reducer *r, const form_node *n, strbuf *out)
{
    const char *text = r->now->text + n->start;
    size_t length = n->end - n->start;
    if (length < 3 || text[0] != '#' || strspn(text + 2, "0") >= length - 2)
        return;
    strbuf_add(out, text, 2);
    for (size_t i = 2; i < length; i++)
        strbuf_putc(out, '0');
}

/* Whether the node is one of two arguments of an operator. Readers, also ours, take one argument
 * where the standard wants two, so that its loss would go unnoticed. */
static bool is_one_of_two(const text_reducer *r, size_t node)
{
    size_t parent = node, elements = 0;
    while (parent && r->forms.nodes.at[parent].depth >= r->forms.nodes.at[node].depth)
        parent--;
    for (size_t i = parent + 1; i < r->forms.nodes.at[parent].last; i = r->forms.nodes.at[i].last)
        elements++;
    return r->forms.nodes.at[node].depth > 1 && elements == 3 &&
           !r->forms.nodes.at[parent + 1].list;
}

/* Everything that may be done to one node. Returns after the first step. */
static bool edit_node(text_reducer *r, size_t node)
{
    static const char *const literals[] = {"", "true", "false", "0", "\"\"", "0.0"};
    const form_node n = r->forms.nodes.at[node];
    if (n.end - n.start == 1)
        return false;
    for (size_t i = is_one_of_two(r, node); i < sizeof literals / sizeof *literals; i++)
        if (take(r, &(edit){node, 0, literals[i]}, 1))
            return true;
    vec_u32 inner = {0};
    strbuf zero = STRBUF_INIT;
    zero_like(r, &n, &zero);
    bool done = zero.n && take(r, &(edit){node, 0, zero.text}, 1);
    strbuf_free(&zero);
    if (n.list)
        children_of(r, node + 1, n.last, &inner);
    for (size_t i = 0; i < inner.n && !done && !over(r); i++)
        done = take(r, &(edit){node, inner.at[i], NULL}, 1);
    vec_free(&inner);
    return done;
}

/* Parts of commands, from the top level down. */
static bool edit_nodes(text_reducer *r)
{
    bool changed = false, any = true;
    for (uint32_t depth = 1; any && !over(r); depth++) {
        any = false;
        for (size_t i = 0; i < r->forms.nodes.n && !over(r); i++) {
            if (r->forms.nodes.at[i].depth != depth)
                continue;
            any = true;
            while (i < r->forms.nodes.n && r->forms.nodes.at[i].depth == depth && edit_node(r, i))
                changed = true;
        }
    }
    return changed;
}

/* ---- Terms in the frame of the script -------------------------------------------------------- */

typedef struct framed {
    text_reducer *r;
    skeleton frame;
} framed;

static reduce_verdict check_framed(void *context, term_bank *b, const formula *candidate)
{
    framed *f = context;
    strbuf text = STRBUF_INIT;
    reduce_verdict verdict = REDUCE_NO;
    if (skeleton_print(&f->frame, candidate, &text)) {
        verdict = f->r->config->check(f->r->config->context, text.text, text.n);
        f->r->result.checks++;
    }
    strbuf_free(&text);
    return verdict;
}

/* Replaces the text as a whole by one that was checked. */
static void replace_text(text_reducer *r, strbuf *text)
{
    forms new;
    if (!forms_read(&new, text->text, text->n)) {
        strbuf_free(text);
        return;
    }
    strbuf_free(r->now);
    *r->now = *text;
    forms_free(&r->forms);
    r->forms = new;
    if (r->config->progress)
        r->config->progress(r->config->context, r->now->text, r->now->n, r->result.checks);
}

/* Reduces the terms of the script, typed. False: that is not possible, or brought nothing. */
static bool reduce_terms(text_reducer *r)
{
    framed f = {.r = r};
    strbuf text = STRBUF_INIT;
    if (!r->legal || !skeleton_read(&f.frame, r->now->text, r->now->n))
        return false;
    uint64_t most = r->config->max_checks, used = r->result.checks;
    double now = clock_wall();
    reduce_config config = {.check = check_framed,
                            .limits = r->config->limits,
                            .context = &f,
                            .max_checks = most > used ? most - used
                                          : most      ? 1
                                                      : 0,
                            .max_seconds = r->deadline > now ? r->deadline - now : 0,
                            .interrupt = r->config->interrupt};
    formula small;
    formula_copy(&small, &f.frame.formula);
    reduce_result result = reduce_formula(f.frame.bank, &small, &config);
    bool better = result.steps && skeleton_print(&f.frame, &small, &text) && text.n < r->now->n;
    r->stopped |= result.holds && !result.complete;
    if (better) {
        r->result.steps += result.steps;
        replace_text(r, &text);
    } else {
        strbuf_free(&text);
    }
    formula_free(&small);
    skeleton_free(&f.frame);
    return better;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Commands one after the other, without what stands between them: comments and blank lines. */
static void close_up(text_reducer *r)
{
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < r->forms.nodes.n; i = r->forms.nodes.at[i].last) {
        forms_add(&r->forms, i, &text);
        strbuf_putc(&text, '\n');
    }
    if (holds(r, &text))
        replace_text(r, &text);
    else
        strbuf_free(&text);
}

reduce_result reduce_text(strbuf *text, const text_config *config)
{
    text_reducer r = {.config = config, .now = text};
    r.result.holds = true;
    r.deadline = config->max_seconds > 0 ? clock_wall() + config->max_seconds : 0;
    if (!forms_read(&r.forms, text->text, text->n))
        return r.result;
    r.legal = is_legal(text->text, text->n, false);
    r.strict = r.legal && is_legal(text->text, text->n, true);
    r.result.size_before = r.forms.nodes.n;
    close_up(&r);
    bool changed = true;
    while (changed && !over(&r)) {
        changed = drop_commands(&r);
        changed |= drop_pairs(&r);
        changed |= reduce_terms(&r) || edit_nodes(&r);
    }
    r.result.size_after = r.forms.nodes.n;
    r.result.complete = !r.stopped;
    forms_free(&r.forms);
    map_free(&r.tried);
    return r.result;
}
