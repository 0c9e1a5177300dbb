#include "cli/fuse/fuse_gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "campaign/finding_file.h"
#include "judge/known.h"
#include "report/markup.h"
#include "smtlib/script/shape.h"

typedef void (*finding_visit)(void *context, const finding *f);

typedef VEC(finding) gate_findings;

static bool read_findings(store *s, finding_state state, gate_findings *out, char **error)
{
    store_ids ids = {0};
    bool good = store_findings(s, state, &ids);
    for (size_t i = 0; good && i < ids.n; i++) {
        finding f;
        good = store_get_finding(s, ids.at[i], &f);
        if (good)
            vec_push(out, f);
    }
    if (!good)
        *error = base_strdup(store_error(s));
    vec_free(&ids);
    return good;
}

/* One that is not reduced yet, and has all that a reduced one has, is most likely the same. */
static bool is_alike(const gate_findings *reduced, const finding *f)
{
    for (size_t i = 0; i < reduced->n; i++) {
        const finding *other = &reduced->at[i];
        if (other->kind == f->kind && other->got == f->got && !strcmp(other->solver, f->solver) &&
            finding_shapes_alike(other->signature, f->signature))
            return true;
    }
    return false;
}

static void free_findings(gate_findings *list)
{
    for (size_t i = 0; i < list->n; i++)
        finding_free(&list->at[i]);
    vec_free(list);
}

/* The findings that count: those that are reduced, then the others. */
static bool each_finding(store *s, finding_visit visit, void *context, char **error)
{
    gate_findings reduced = {0}, confirmed = {0};
    bool good = read_findings(s, FINDING_REDUCED, &reduced, error) &&
                read_findings(s, FINDING_CONFIRMED, &confirmed, error);
    for (size_t i = 0; good && i < reduced.n; i++)
        visit(context, &reduced.at[i]);
    for (size_t i = 0; good && i < confirmed.n; i++)
        if (!is_alike(&reduced, &confirmed.at[i]))
            visit(context, &confirmed.at[i]);
    free_findings(&reduced);
    free_findings(&confirmed);
    return good;
}

static bool write_text(const char *path, const strbuf *text, char **error)
{
    if (file_write(path, text))
        return true;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "cannot write %s: %s", path, strerror(errno));
    *error = strbuf_detach(&message);
    return false;
}

/* ---- JUnit ----------------------------------------------------------------------------------- */

typedef struct junit {
    const fuse_gate *gate;
    const solver *solver; /* whose findings are written */
    strbuf failures;
    size_t n;
} junit;

static void junit_failure(void *context, const finding *f)
{
    junit *j = context;
    if (strcmp(f->solver, solver_text(j->solver)))
        return;
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    finding_file_path(j->gate->folder, f, &path);
    finding_print(f, &text);
    j->n++;
    strbuf_puts(&j->failures, "    <testcase classname=\"tandem.fuse\" name=\"");
    markup_puts(&j->failures, path.text);
    strbuf_puts(&j->failures, "\">\n      <failure type=\"");
    markup_puts(&j->failures, finding_kind_name(f->kind));
    strbuf_puts(&j->failures, "\" message=\"");
    markup_puts(&j->failures, f->message);
    strbuf_puts(&j->failures, "\">");
    for (const char *line = text.text; *line;) {
        size_t n = strcspn(line, "\n");
        markup_escape(&j->failures, line, n);
        strbuf_putc(&j->failures, '\n');
        line += n + (line[n] != '\0');
    }
    strbuf_puts(&j->failures, "</failure>\n    </testcase>\n");
    strbuf_free(&path);
    strbuf_free(&text);
}

/* A suite for each solver; one that has no finding has one case, which passed. */
static bool write_junit(const fuse_gate *g, char **error)
{
    strbuf out = STRBUF_INIT;
    bool good = true;
    strbuf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (size_t i = 0; good && i < g->n; i++) {
        junit j = {.gate = g, .solver = g->solvers[i], .failures = STRBUF_INIT};
        good = each_finding(g->store, junit_failure, &j, error);
        strbuf_puts(&out, "  <testsuite name=\"");
        markup_puts(&out, solver_text(j.solver));
        strbuf_putc(&out, ' ');
        markup_puts(&out, solver_version(j.solver));
        strbuf_printf(&out, "\" tests=\"%zu\" failures=\"%zu\">\n", j.n ? j.n : 1, j.n);
        if (j.n)
            strbuf_puts(&out, j.failures.text);
        else
            strbuf_puts(&out, "    <testcase classname=\"tandem.fuse\" name=\"no finding\"/>\n");
        strbuf_puts(&out, "  </testsuite>\n");
        strbuf_free(&j.failures);
    }
    strbuf_puts(&out, "</testsuites>\n");
    good = good && write_text(g->junit, &out, error);
    strbuf_free(&out);
    return good;
}

/* ---- SARIF ----------------------------------------------------------------------------------- */

typedef struct sarif {
    const fuse_gate *gate;
    json_writer json;
} sarif;

static void member(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void begin_object(json_writer *j, const char *key)
{
    json_key(j, key);
    json_object(j);
}

static void begin_list(json_writer *j, const char *key)
{
    json_key(j, key);
    json_array(j);
}

static void sarif_place(json_writer *j, const char *path)
{
    begin_list(j, "locations");
    json_object(j);
    begin_object(j, "physicalLocation");
    begin_object(j, "artifactLocation");
    member(j, "uri", path);
    json_end(j);
    json_end(j);
    json_end(j);
    json_end(j);
}

static void sarif_result(void *context, const finding *f)
{
    sarif *s = context;
    json_writer *j = &s->json;
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    finding_file_path(s->gate->folder, f, &path);
    strbuf_printf(&text, "%s %s: %s", f->solver, f->version, f->message);
    json_object(j);
    member(j, "ruleId", finding_kind_name(f->kind));
    member(j, "level", f->kind <= FINDING_CRASH ? "error" : "warning");
    begin_object(j, "message");
    member(j, "text", text.text);
    json_end(j);
    sarif_place(j, path.text);
    begin_object(j, "partialFingerprints");
    member(j, "signature/v1", f->signature);
    json_end(j);
    json_end(j);
    strbuf_free(&path);
    strbuf_free(&text);
}

static void sarif_rules(json_writer *j)
{
    begin_list(j, "rules");
    for (int k = 0; k < FINDING_KIND_COUNT; k++) {
        json_object(j);
        member(j, "id", finding_kind_name((finding_kind)k));
        json_end(j);
    }
    json_end(j);
}

static bool write_sarif(const fuse_gate *g, char **error)
{
    strbuf out = STRBUF_INIT;
    sarif s = {.gate = g};
    json_writer *j = &s.json;
    json_init(j, &out);
    json_object(j);
    member(j, "version", "2.1.0");
    member(j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    begin_list(j, "runs");
    json_object(j);
    begin_object(j, "tool");
    begin_object(j, "driver");
    member(j, "name", "tandem fuse");
    member(j, "version", TANDEM_VERSION);
    sarif_rules(j);
    json_end(j);
    json_end(j);
    begin_list(j, "results");
    bool good = each_finding(g->store, sarif_result, &s, error);
    json_end(j);
    json_end(j);
    json_end(j);
    json_end(j);
    strbuf_putc(&out, '\n');
    good = good && write_text(g->sarif, &out, error);
    strbuf_free(&out);
    return good;
}

bool fuse_gate_write(const fuse_gate *g, char **error)
{
    return (!g->junit || write_junit(g, error)) && (!g->sarif || write_sarif(g, error));
}

/* ---- Accepted findings ----------------------------------------------------------------------- */

typedef struct acceptance {
    const known_list *known; /* NULL: none yet */
    strbuf lines;
    size_t n;
} acceptance;

/* A value of a pattern: in quotes; what would be any text or any character there still fits itself. */
static void put_value(strbuf *out, const char *key, const char *text)
{
    strbuf_printf(out, "%s=\"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *text == '\n' ? '?' : *text);
    }
    strbuf_puts(out, "\" ");
}

/* The operators of a shape, without sorts and without those that occur nearly everywhere; "" where
 * the signature is a text. */
static void operators_of(const finding *f, strbuf *out)
{
    static const char *const common[] = {"=", "and", "or", "not", "=>", "xor", "ite", "distinct"};
    bool shaped = f->kind <= FINDING_CORE || f->kind == FINDING_PERFORMANCE;
    for (const char *word = f->signature; shaped && *word;) {
        word += strspn(word, " ");
        size_t n = *word == '{' ? strcspn(word, "}") + 1 : strcspn(word, " ");
        bool plain = *word != '{' && n;
        for (size_t i = 0; plain && i < sizeof common / sizeof *common; i++)
            plain = strlen(common[i]) != n || memcmp(word, common[i], n);
        if (plain)
            strbuf_printf(out, "%s%.*s", out->n ? " " : "", (int)n, word);
        n = strnlen(word, n);
        word += n;
    }
}

static void accept_one(void *context, const finding *f)
{
    acceptance *a = context;
    strbuf shape = STRBUF_INIT;
    finding_shape_of_text(*f->reduced ? f->reduced : f->formula, &shape);
    bool known = a->known && known_match(a->known, f, shape.text);
    strbuf_free(&shape);
    if (known)
        return;
    char *error = NULL;
    solver *s = solver_named(f->solver, &error);
    strbuf_printf(&a->lines, "# %s %s: ", solver_plain_text(f->solver), f->version);
    strbuf_add(&a->lines, f->message, strcspn(f->message, "\n"));
    strbuf_putc(&a->lines, '\n');
    put_value(&a->lines, "kind", finding_kind_name(f->kind));
    put_value(&a->lines, "solver", s ? solver_name(s) : f->solver);
    strbuf operators = STRBUF_INIT;
    operators_of(f, &operators);
    if (operators.n)
        put_value(&a->lines, "operators", operators.text);
    else
        put_value(&a->lines, "signature", f->signature);
    strbuf_free(&operators);
    a->lines.text[a->lines.n - 1] = '\n';
    a->n++;
    solver_free(s);
    free(error);
}

bool fuse_gate_accept(store *s, const char *list, size_t *added, char **error)
{
    strbuf text = STRBUF_INIT;
    known_list *known = NULL;
    if (file_read(list, &text)) {
        known = known_parse(list, text.text, error);
        if (!known) {
            strbuf_free(&text);
            return false;
        }
    }
    acceptance a = {.known = known, .lines = STRBUF_INIT};
    bool good = each_finding(s, accept_one, &a, error);
    strbuf_add(&text, a.lines.text, a.lines.n);
    good = good && (!a.n || write_text(list, &text, error));
    *added = a.n;
    known_free(known);
    strbuf_free(&a.lines);
    strbuf_free(&text);
    return good;
}
