/* Runs that have printed JSON, and notes that say how a run was made. */
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/text.h"
#include "report/run.h"

enum { MOST_NUMBERS = 200, DEEP = 3 };

static const json_node *node_of(const json_tree *t, uint32_t node)
{
    return &t->nodes.at[node];
}

static bool is_scalar(json_kind kind)
{
    return kind == JSON_NUMBER || kind == JSON_STRING || kind == JSON_TRUE || kind == JSON_FALSE;
}

/* What is said of the run, and not of its result. */
static const struct {
    const char *key, *title;
} facts[] = {{"file", "input"}, {"tandem", "tandem"},     {"engine", "engine"},  {"seed", "seed"},
             {"jail", "jail"},  {"landlock", "landlock"}, {"learner", "learner"}};
enum { FACTS = sizeof facts / sizeof *facts };

static bool is_fact(const char *key)
{
    bool found = false;
    for (size_t i = 0; key && i < FACTS; i++)
        found |= !strcmp(facts[i].key, key);
    return found;
}

/* What holds of an object, as words: those of its members that are true, and numbers behind their names. */
static void put_words(const json_tree *t, uint32_t object, strbuf *out)
{
    for (uint32_t i = node_of(t, object)->first; i; i = node_of(t, i)->next) {
        const json_node *n = node_of(t, i);
        if (n->kind != JSON_TRUE && n->kind != JSON_NUMBER)
            continue;
        strbuf_printf(out, "%s%s", out->n ? ", " : "", n->key ? n->key : "");
        if (n->kind == JSON_NUMBER)
            strbuf_printf(out, " %s", n->text);
    }
}

static void add_words(report_run *r, const json_tree *t)
{
    strbuf sandbox = STRBUF_INIT;
    for (size_t i = 0; i < FACTS; i++) {
        uint32_t node = json_tree_member(t, 1, facts[i].key);
        if (node && is_scalar(node_of(t, node)->kind))
            report_run_fact(r, facts[i].title, json_tree_text(t, node));
    }
    uint32_t said = json_tree_member(t, 1, "sandbox");
    if (said)
        put_words(t, said, &sandbox);
    if (sandbox.n)
        report_run_fact(r, "sandbox", sandbox.text);
    strbuf_free(&sandbox);
}

static void put_name(strbuf *out, const char *key)
{
    for (; *key; key++)
        strbuf_putc(out, *key == '_' ? ' ' : *key);
}

/* Units at the end of a name, which go to the number. */
static const struct {
    const char *end, *unit;
    double many;
} units[] = {{"_bytes", " MB", 1e6}, {"_microseconds", " s", 1e6}};
enum { UNITS = sizeof units / sizeof *units };

/* A number as people read it, with three digits, and its name. */
static void put_number(strbuf *name, strbuf *value, const char *key, const json_node *n)
{
    double number = strtod(n->text, NULL);
    for (size_t i = 0; i < UNITS; i++)
        if (text_ends(key, units[i].end)) {
            name->n -= strlen(units[i].end);
            name->text[name->n] = '\0';
            strbuf_printf(value, "%.3g%s", number / units[i].many, units[i].unit);
            return;
        }
    if (strpbrk(n->text, ".eE"))
        strbuf_printf(value, number < 1000 ? "%.3g" : "%.0f", number);
    else
        strbuf_puts(value, n->text);
}

/* Said elsewhere on the page, or of no use on it. */
static bool is_aside(const char *key)
{
    static const char *const keys[] = {"limits",  "sandbox",   "output",        "verdict",
                                       "trivial", "boxes_see", "assertion_line"};
    bool aside = is_fact(key);
    for (size_t i = 0; key && i < sizeof keys / sizeof *keys; i++)
        aside |= !strcmp(keys[i], key);
    return aside;
}

/* What people ask for first. */
static const char *const first_numbers[] = {"tests", "findings", "edges",
                                            "runs",  "seconds",  "complete"};
enum { FIRST_NUMBERS = sizeof first_numbers / sizeof *first_numbers };

static bool is_first(const char *key)
{
    bool found = false;
    for (size_t i = 0; i < FIRST_NUMBERS; i++)
        found |= !strcmp(first_numbers[i], key);
    return found;
}

/* Zeros say nothing. */
static void add_number(report_run *r, const json_node *n, strbuf *name)
{
    strbuf value = STRBUF_INIT;
    if (n->kind == JSON_NUMBER)
        put_number(name, &value, n->key ? n->key : "", n);
    else
        strbuf_puts(&value, n->kind == JSON_TRUE ? "yes" : n->kind == JSON_FALSE ? "no" : n->text);
    if (strlen(n->text) < 120 && strcmp(n->text, "0") && r->numbers.n < MOST_NUMBERS)
        report_run_number(r, name->text, "%s", value.text);
    strbuf_free(&value);
}

static void add_first_numbers(report_run *r, const json_tree *t)
{
    for (size_t i = 0; i < FIRST_NUMBERS; i++) {
        uint32_t node = json_tree_member(t, 1, first_numbers[i]);
        strbuf name = STRBUF_INIT;
        put_name(&name, first_numbers[i]);
        if (node && is_scalar(node_of(t, node)->kind))
            add_number(r, node_of(t, node), &name);
        strbuf_free(&name);
    }
}

/* Numbers and words of an object, and of the objects in it, under the names of both. */
static void add_numbers(report_run *r, const json_tree *t, uint32_t object, const char *above,
                        unsigned depth)
{
    for (uint32_t i = node_of(t, object)->first; i; i = node_of(t, i)->next) {
        const json_node *n = node_of(t, i);
        const char *key = n->key ? n->key : "";
        strbuf name = STRBUF_INIT;
        put_name(&name, above);
        strbuf_puts(&name, *above ? ": " : "");
        put_name(&name, key);
        bool aside = !depth && (is_aside(key) || is_first(key));
        if (n->kind == JSON_OBJECT && depth < DEEP && !aside)
            add_numbers(r, t, i, strcmp(key, "statistics") ? key : "", depth + 1);
        else if (!aside && is_scalar(n->kind))
            add_number(r, n, &name);
        strbuf_free(&name);
    }
}

static void add_row(report_run *r, const json_tree *t, uint32_t run, const char *command,
                    double limit)
{
    results_row row = {
        .solver = base_strdup(json_tree_text(t, json_tree_member(t, run, "solver"))),
        .command = base_strdup(command),
        .file = base_strdup(json_tree_text(t, json_tree_member(t, run, "file"))),
        .expected = base_strdup(json_tree_text(t, json_tree_member(t, run, "expected"))),
        .record = {.done = true,
                   .wrong = node_of(t, json_tree_member(t, run, "wrong"))->kind == JSON_TRUE,
                   .solved = node_of(t, json_tree_member(t, run, "solved"))->kind == JSON_TRUE,
                   .wall = json_tree_number(t, json_tree_member(t, run, "wall_s")),
                   .cpu = json_tree_number(t, json_tree_member(t, run, "cpu_s")),
                   .limit = limit,
                   .note = base_strdup(json_tree_text(t, json_tree_member(t, run, "note")))}};
    const char *verdict = json_tree_text(t, json_tree_member(t, run, "verdict"));
    for (int v = 0; v < RUNNER_VERDICT_COUNT; v++)
        if (!strcmp(runner_verdict_name((runner_verdict)v), verdict))
            row.record.verdict = (runner_verdict)v;
    vec_push(&r->rows, row);
}

static void add_bench(report_run *r, const json_tree *t, uint32_t runs)
{
    uint32_t limits = json_tree_member(t, 1, "limits"), solvers = json_tree_member(t, 1, "solvers");
    double limit = json_tree_number(t, json_tree_member(t, limits, "wall_s"));
    r->job = "bench";
    for (uint32_t i = node_of(t, runs)->first; i; i = node_of(t, i)->next) {
        const char *solver = json_tree_text(t, json_tree_member(t, i, "solver")), *command = "";
        for (uint32_t s = solvers ? node_of(t, solvers)->first : 0; s; s = node_of(t, s)->next)
            if (!strcmp(json_tree_text(t, json_tree_member(t, s, "name")), solver))
                command = json_tree_text(t, json_tree_member(t, s, "command"));
        add_row(r, t, i, command, limit);
    }
}

/* A model as definitions. */
static void put_model(const json_tree *t, uint32_t model, strbuf *out)
{
    for (uint32_t i = model ? node_of(t, model)->first : 0; i; i = node_of(t, i)->next)
        strbuf_printf(out, "(= %s %s)\n", node_of(t, i)->key ? node_of(t, i)->key : "",
                      json_tree_text(t, i));
}

static void add_checks(report_run *r, const json_tree *t, uint32_t checks)
{
    size_t number = 1;
    r->job = "solve";
    uint32_t first = node_of(t, checks)->first;
    if (first && !node_of(t, first)->next)
        report_run_number(r, "answer", "%s",
                          json_tree_text(t, json_tree_member(t, first, "answer")));
    for (uint32_t i = node_of(t, checks)->first; i && number <= 100;
         i = node_of(t, i)->next, number++) {
        strbuf title = STRBUF_INIT, text = STRBUF_INIT;
        uint32_t reason = json_tree_member(t, i, "reason");
        strbuf_printf(&title, "Check %zu: %s, %.3g s", number,
                      json_tree_text(t, json_tree_member(t, i, "answer")),
                      json_tree_number(t, json_tree_member(t, i, "seconds")));
        strbuf_printf(&text, "; the model is %s\n",
                      json_tree_text(t, json_tree_member(t, i, "model_check")));
        if (reason)
            strbuf_printf(&text, "; %s\n", json_tree_text(t, reason));
        put_model(t, json_tree_member(t, i, "model"), &text);
        report_run_text(r, title.text, text.text, true);
        strbuf_free(&title);
        strbuf_free(&text);
    }
}

static void add_invariants(report_run *r, const json_tree *t, uint32_t invariants)
{
    strbuf text = STRBUF_INIT;
    for (uint32_t i = node_of(t, invariants)->first; i; i = node_of(t, i)->next)
        strbuf_printf(&text, "line %s: %s\n", json_tree_text(t, json_tree_member(t, i, "line")),
                      json_tree_text(t, json_tree_member(t, i, "invariant")));
    if (text.n)
        report_run_text(r, "Loop invariants", text.text, false);
    strbuf_free(&text);
}

/* The run that breaks an assertion, step by step. */
static void add_run(report_run *r, const json_tree *t, uint32_t run)
{
    static const char *const keys[] = {"state", "inputs"};
    strbuf text = STRBUF_INIT;
    for (uint32_t i = node_of(t, run)->first; i; i = node_of(t, i)->next) {
        uint32_t line = json_tree_member(t, i, "line");
        if (line)
            strbuf_printf(&text, "line %s: ", json_tree_text(t, line));
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            const char *said = json_tree_text(t, json_tree_member(t, i, keys[k]));
            strbuf_printf(&text, "%s%s", k && line && *said ? "; " : "", said);
        }
        strbuf_putc(&text, '\n');
    }
    uint32_t broken = json_tree_member(t, 1, "assertion_line");
    if (text.n && broken)
        strbuf_printf(&text, "line %s: the assertion fails\n", json_tree_text(t, broken));
    if (text.n)
        report_run_text(r, "A run that breaks it", text.text, false);
    strbuf_free(&text);
}

static void add_ranking(report_run *r, const json_tree *t, uint32_t ranking)
{
    r->job = "race";
    for (uint32_t i = node_of(t, ranking)->first; i; i = node_of(t, i)->next) {
        interval arm = {base_strdup(json_tree_text(t, json_tree_member(t, i, "construct"))),
                        json_tree_number(t, json_tree_member(t, i, "mean")),
                        json_tree_number(t, json_tree_member(t, i, "low")),
                        json_tree_number(t, json_tree_member(t, i, "high")),
                        json_tree_count(t, json_tree_member(t, i, "pulls"))};
        vec_push(&r->ranking, arm);
    }
}

bool report_run_json(report_run *r, const char *text, size_t n)
{
    static const struct {
        const char *key;
        void (*add)(report_run *r, const json_tree *t, uint32_t node);
    } parts[] = {{"runs", add_bench},
                 {"checks", add_checks},
                 {"invariants", add_invariants},
                 {"run", add_run},
                 {"ranking", add_ranking}};
    json_tree t;
    if (!json_tree_read(&t, text, n))
        return false;
    bool object = t.nodes.at[1].kind == JSON_OBJECT;
    if (object && json_tree_member(&t, 1, "verdict")) {
        r->job = "prove";
        report_run_number(r, "verdict", "%s",
                          json_tree_text(&t, json_tree_member(&t, 1, "verdict")));
    }
    for (size_t i = 0; object && i < sizeof parts / sizeof *parts; i++) {
        uint32_t node = json_tree_member(&t, 1, parts[i].key);
        if (node && node_of(&t, node)->kind == JSON_ARRAY)
            parts[i].add(r, &t, node);
    }
    if (object) {
        add_words(r, &t);
        add_first_numbers(r, &t);
        add_numbers(r, &t, 1, "", 0);
    }
    uint32_t output = json_tree_member(&t, 1, "output");
    if (*json_tree_text(&t, output))
        report_run_text(r, "Output", json_tree_text(&t, output), true);
    json_tree_free(&t);
    return object;
}

/* ---- Notes ----------------------------------------------------------------------------------- */

void report_run_note(report_run *r, const char *folder)
{
    strbuf text = STRBUF_INIT;
    json_tree t;
    if (report_run_file(folder, "run.json", &text) && json_tree_read(&t, text.text, text.n)) {
        for (uint32_t i = node_of(&t, 1)->first; i; i = node_of(&t, i)->next)
            if (is_scalar(node_of(&t, i)->kind) && node_of(&t, i)->key)
                report_run_fact(r, node_of(&t, i)->key, json_tree_text(&t, i));
        json_tree_free(&t);
    }
    strbuf_free(&text);
}

/* The first value of a "name : value" file. */
static void put_processor(strbuf *out)
{
    strbuf text = STRBUF_INIT;
    file_read("/proc/cpuinfo", &text);
    const char *line = strstr(text.text, "model name"), *value = line ? strchr(line, ':') : NULL;
    if (value)
        strbuf_printf(out, "processor\t%.*s\n", (int)strcspn(value + 2, "\n"), value + 2);
    strbuf_free(&text);
}

void report_machine(strbuf *out)
{
    struct utsname system;
    struct sysinfo info;
    put_processor(out);
    strbuf_printf(out, "cores\t%d\n", get_nprocs());
    if (!sysinfo(&info))
        strbuf_printf(out, "memory\t%.1f GB\n", (double)info.totalram * info.mem_unit / (1 << 30));
    if (!uname(&system))
        strbuf_printf(out, "system\t%s %s %s\n", system.sysname, system.release, system.machine);
}
