#include "campaign/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool contradicts(answer given, answer expected, bool exactly)
{
    if (expected == ANSWER_NONE || given == expected || given == ANSWER_UNKNOWN)
        return false;
    return expected != ANSWER_UNKNOWN || exactly;
}

void results_judge(results_record *r, const runner_result *run, const suite_file *file)
{
    r->done = run->verdict != RUNNER_STOPPED;
    r->verdict = run->verdict;
    r->wall = run->wall;
    r->cpu = run->cpu;
    r->memory = run->memory;
    r->status = run->status;
    r->note = base_strdup(run->excerpt ? run->excerpt : "");
    r->wrong = false;
    for (size_t i = 0; i < run->answers.n && i < file->expected.n; i++)
        r->wrong |=
            contradicts((answer)run->answers.at[i], (answer)file->expected.at[i], file->exactly);
    bool decided = run->verdict == RUNNER_SAT || run->verdict == RUNNER_UNSAT;
    bool rightly_unknown = file->exactly && run->verdict == RUNNER_UNKNOWN &&
                           file->expected.at[file->expected.n - 1] == ANSWER_UNKNOWN;
    r->solved = !r->wrong && (decided || rightly_unknown);
}

void results_record_free(results_record *r)
{
    free(r->note);
    free(r->machine);
    *r = (results_record){0};
}

results_sum results_add_up(const results_record *records, size_t n, size_t stride)
{
    results_sum sum = {0};
    for (size_t i = 0; i < n; i++) {
        const results_record *r = &records[i * stride];
        if (!r->done)
            continue;
        sum.runs++;
        sum.solved += r->solved;
        sum.wrong += r->wrong;
        sum.verdicts[r->verdict]++;
        sum.wall += r->wall;
        sum.cpu += r->cpu;
        sum.solved_wall += r->solved ? r->wall : 0;
        sum.par2 += r->solved ? r->wall : 2 * r->limit;
    }
    sum.par2 = sum.runs ? sum.par2 / (double)sum.runs : 0;
    return sum;
}

/* ---- CSV (RFC 4180) -------------------------------------------------------------------------- */

enum {
    FIELD_SOLVER,
    FIELD_FILE,
    FIELD_EXPECTED,
    FIELD_VERDICT,
    FIELD_SOLVED,
    FIELD_WRONG,
    FIELD_WALL,
    FIELD_CPU,
    FIELD_MEMORY,
    FIELD_STATUS,
    FIELD_LIMIT,
    FIELD_COMMAND,
    FIELD_NOTE,
    FIELD_MACHINE, /* of benchmarks on many machines only */
    FIELD_COUNT
};

#define CSV_HEADER                                                                                \
    "solver,file,expected,verdict,solved,wrong,wall_s,cpu_s,memory_bytes,status,limit_s,command," \
    "note"

const char results_csv_header[] = CSV_HEADER "\n";
const char results_csv_machines_header[] = CSV_HEADER ",machine\n";

static void put_field(strbuf *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        strbuf_puts(out, text);
        return;
    }
    strbuf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            strbuf_putc(out, '"');
        strbuf_putc(out, *text);
    }
    strbuf_putc(out, '"');
}

void results_csv_row(strbuf *out, const results_row *row)
{
    const results_record *r = &row->record;
    put_field(out, row->solver);
    strbuf_putc(out, ',');
    put_field(out, row->file);
    strbuf_printf(out, ",%s,%s,%d,%d,%.4f,%.4f,%llu,%d,%.6g,", row->expected,
                  runner_verdict_name(r->verdict), r->solved, r->wrong, r->wall, r->cpu,
                  (unsigned long long)r->memory, r->status, r->limit);
    put_field(out, row->command);
    strbuf_putc(out, ',');
    put_field(out, r->note);
    if (r->machine) {
        strbuf_putc(out, ',');
        put_field(out, r->machine);
    }
    strbuf_putc(out, '\n');
}

/* Reads one line into `fields`; returns where the next begins, or NULL when the line has no end or
 * another number of fields than `wanted` (then *next is where to go on). */
static const char *read_line(const char *text, size_t wanted, char *fields[FIELD_COUNT],
                             const char **next)
{
    size_t n = 0;
    strbuf field = STRBUF_INIT;
    bool quoted = false, complete = false;
    for (; *text && !complete; text++) {
        if (quoted && *text == '"' && text[1] == '"')
            strbuf_putc(&field, *text++);
        else if (*text == '"' && (quoted || !field.n))
            quoted = !quoted;
        else if (!quoted && (*text == ',' || *text == '\n')) {
            complete = *text == '\n';
            if (n < FIELD_COUNT)
                fields[n] = strbuf_detach(&field);
            n++;
            strbuf_clear(&field);
        } else
            strbuf_putc(&field, *text);
    }
    strbuf_free(&field);
    *next = text;
    if (complete && n == wanted)
        return text;
    for (size_t i = 0; i < n && i < FIELD_COUNT; i++) {
        free(fields[i]);
        fields[i] = NULL;
    }
    return NULL;
}

static bool read_row(char *fields[FIELD_COUNT], results_row *row)
{
    results_record *r = &row->record;
    if (!runner_verdict_read(fields[FIELD_VERDICT], &r->verdict))
        return false;
    r->done = true;
    r->solved = fields[FIELD_SOLVED][0] == '1';
    r->wrong = fields[FIELD_WRONG][0] == '1';
    r->wall = strtod(fields[FIELD_WALL], NULL);
    r->cpu = strtod(fields[FIELD_CPU], NULL);
    r->memory = strtoull(fields[FIELD_MEMORY], NULL, 10);
    r->status = atoi(fields[FIELD_STATUS]);
    r->limit = strtod(fields[FIELD_LIMIT], NULL);
    row->solver = base_strdup(fields[FIELD_SOLVER]);
    row->file = base_strdup(fields[FIELD_FILE]);
    row->expected = base_strdup(fields[FIELD_EXPECTED]);
    row->command = base_strdup(fields[FIELD_COMMAND]);
    r->note = base_strdup(fields[FIELD_NOTE]);
    r->machine = fields[FIELD_MACHINE] ? base_strdup(fields[FIELD_MACHINE]) : NULL;
    return true;
}

bool results_csv_read(const char *text, results_rows *rows, size_t *damaged)
{
    bool machines = text_begins(text, results_csv_machines_header);
    const char *header = machines ? results_csv_machines_header : results_csv_header;
    *damaged = 0;
    if (!text_begins(text, header))
        return false;
    text += strlen(header);
    while (*text) {
        char *fields[FIELD_COUNT] = {0};
        results_row row = {0};
        const char *next;
        if (read_line(text, machines ? FIELD_COUNT : FIELD_MACHINE, fields, &next) &&
            read_row(fields, &row))
            vec_push(rows, row);
        else
            ++*damaged;
        for (size_t i = 0; i < FIELD_COUNT; i++)
            free(fields[i]);
        text = next;
    }
    return true;
}

void results_rows_free(results_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        results_row *row = &rows->at[i];
        free(row->solver);
        free(row->command);
        free(row->file);
        free(row->expected);
        results_record_free(&row->record);
    }
    vec_free(rows);
}
