#include "box/program/box_program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/text.h"
#include "box/program/text.h"
#include "process/process.h"
#include "sandbox/guard.h"
#include "smtlib/read/sexpr.h"

#define GREETING "tandem-oracle 1"
#define GREETING_SECONDS 0.5
#define OUTPUT_BYTES (UINT64_C(1) << 20)

struct box_program {
    char *path;
    box_protocol protocol;
    uint32_t reply, replies; /* which of how many values; replies 0: the only one */
    process *server;         /* of the persistent protocol */
    guard_report *report;    /* shared with its guard */
};

/* ---- Starting -------------------------------------------------------------------------------- */

typedef struct launch {
    const sandbox *s;
    char *const *argv;
    guard_report *report;
} launch;

/* In a fork: takes the pipes as standard input and output, and watches over argv. The program sees
 * the same environment everywhere, but for the search path. */
static int start_guarded(void *context, int input, int output)
{
    const launch *l = context;
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    close(input);
    close(output);
    const char *search = getenv("PATH");
    char *path = box_format("PATH=%s", search ? search : "/usr/bin:/bin");
    char *environment[] = {path, "HOME=/", "LC_ALL=C", NULL};
    return guard_run(l->s, l->argv, environment, l->report);
}

static process *start(box_set *set, const box_program *program, char *const *argv, char **error)
{
    launch l = {.argv = argv, .report = program->report};
    process_config config = {
        .memory_bytes = set->memory, .output_bytes = OUTPUT_BYTES, .interrupt = set->interrupt};
    if (!box_sandbox(set, SANDBOX_PROGRAM, &l.s, error))
        return NULL;
    *program->report = (guard_report){0};
    if (l.s) {
        config.run = start_guarded;
        config.context = &l;
    } else {
        config.argv = argv;
    }
    return process_start(&config, error);
}

char *boxes_find_program(const char *path)
{
    if (strchr(path, '/'))
        return io_find_program(path);
    char *candidate = box_format("./%s", path);
    if (io_is_program(candidate))
        return candidate;
    free(candidate);
    return io_find_program(path);
}

box_program *box_program_new(box_set *set, const box *x, const char *path, box_protocol protocol,
                             char **error)
{
    char *found = boxes_find_program(path);
    if (!found) {
        *error = box_format(
            "closed box '%s': '%s' is no program that can be run: give --oracle-path DIR", x->name,
            path);
        return NULL;
    }
    for (uint32_t i = 0; i <= x->arity; i++) {
        sort_id sort =
            i < x->arity ? decl_domain(set->bank, x->decl, i) : decl_range(set->bank, x->decl);
        if (text_has_sort(set->bank, sort))
            continue;
        strbuf name = STRBUF_INIT;
        sort_print(set->bank, sort, &name);
        *error = box_format("closed box '%s': values of sort %s cannot be given to a program",
                            x->name, name.text);
        strbuf_free(&name);
        free(found);
        return NULL;
    }
    const sandbox *unused;
    void *report =
        mmap(NULL, sizeof(guard_report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        base_out_of_memory("a program", sizeof(guard_report));
    box_program *p = base_alloc_zero(1, sizeof *p);
    p->report = report;
    p->path = found;
    p->protocol = protocol;
    if (box_sandbox(set, SANDBOX_PROGRAM, &unused, error))
        return p;
    box_program_free(p);
    return NULL;
}

void box_program_restart(box_program *p)
{
    process_free(p->server);
    p->server = NULL;
}

void box_program_free(box_program *p)
{
    if (!p)
        return;
    box_program_restart(p);
    munmap(p->report, sizeof *p->report);
    free(p->path);
    free(p);
}

void box_program_choose_reply(box_program *p, uint32_t reply, uint32_t replies)
{
    p->reply = reply;
    p->replies = replies > 1 ? replies : 0;
}

/* ---- Replies --------------------------------------------------------------------------------- */

/* Expression number `wanted` of exactly `n` up to `end` (the text's, or of the list around them); caller
 * frees. */
static char *expression_at(sexpr_scanner s, uint32_t wanted, uint32_t n, sexpr_kind end)
{
    char *found = NULL;
    for (uint32_t i = 0;; i++) {
        sexpr_scanner ahead = s;
        if (sexpr_next(&ahead).kind == end) {
            if (i == n)
                return found;
            break;
        }
        sexpr_skip_blanks(&s);
        const char *start = s.at;
        if (!sexpr_skip(&s))
            break;
        if (i == wanted)
            found = base_strndup(start, (size_t)(s.at - start));
    }
    free(found);
    return NULL;
}

static value_id read_reply(box_set *set, const box *x, const char *text, char **error)
{
    const box_program *p = x->program;
    if (!p->replies)
        return text_read_value(set->bank, x->result.sort, text, error);
    sexpr_scanner s = sexpr_scan(text);
    s.plain = true;
    char *part = expression_at(s, p->reply, p->replies, SEXPR_END);
    if (!part && sexpr_next(&s).kind == SEXPR_OPEN)
        part = expression_at(s, p->reply, p->replies, SEXPR_CLOSE);
    value_id v = part ? text_read_value(set->bank, x->result.sort, part, error) : 0;
    if (!part)
        *error = box_format("its reply is not %u values", p->replies);
    free(part);
    return v;
}

/* ---- One process a call ---------------------------------------------------------------------- */

static box_status event_status(const box_program *program, process *p, process_event event,
                               char **error)
{
    if (program->report->refused) {
        *error = sandbox_explain(program->report->refused - 1);
        return BOX_REFUSED;
    }
    if (program->report->broken) {
        *error = base_strdup("no sandbox can be set up for it; --sandbox off goes without");
        return BOX_UNAVAILABLE;
    }
    switch (event) {
    case PROCESS_EXIT:
        if (process_signal(p)) {
            *error = box_format("ended by signal %d (%s)", process_signal(p),
                                strsignal(process_signal(p)));
            return BOX_CRASHED;
        }
        if (process_status(p)) {
            *error = box_format("exit status %d", process_status(p));
            return BOX_CRASHED;
        }
        return BOX_OK;
    case PROCESS_DEADLINE:
        return BOX_HUNG;
    case PROCESS_MEMORY:
        return BOX_MEMORY;
    case PROCESS_FLOOD:
        *error = base_strdup("it prints without end");
        return BOX_BAD_REPLY;
    default:
        return BOX_UNAVAILABLE;
    }
}

static value_id call_once(box_set *set, const box *x, const value_id *args, box_status *status,
                          char **error)
{
    char **argv = base_alloc_zero(x->arity + 2, sizeof *argv);
    argv[0] = x->program->path;
    for (uint32_t i = 0; i < x->arity; i++) {
        strbuf text = STRBUF_INIT;
        text_put_value(set->bank, args[i], false, &text);
        argv[i + 1] = strbuf_detach(&text);
    }
    process *p = start(set, x->program, argv, error);
    value_id v = 0;
    *status = BOX_UNAVAILABLE;
    if (p) {
        process_close_input(p);
        double deadline = clock_wall() + set->timeout;
        process_event event;
        do
            event = process_wait(p, deadline);
        while (event == PROCESS_OUTPUT);
        *status = event_status(x->program, p, event, error);
        if (*status == BOX_OK) {
            v = read_reply(set, x, process_output(p)->text, error);
            *status = v ? BOX_OK : BOX_BAD_REPLY;
        }
        process_free(p);
    }
    for (uint32_t i = 0; i < x->arity; i++)
        free(argv[i + 1]);
    free(argv);
    return v;
}

/* ---- One line a call ------------------------------------------------------------------------- */

/* The next line without its end (caller frees); NULL with *status and *error set. */
static char *read_line(const box_program *program, double deadline, box_status *status,
                       char **error)
{
    process *p = program->server;
    for (;;) {
        strbuf *out = process_output(p);
        char *end = memchr(out->text, '\n', out->n);
        if (end) {
            size_t n = (size_t)(end - out->text);
            char *line = base_strndup(out->text, n);
            if (n && line[n - 1] == '\r')
                line[n - 1] = '\0';
            process_consume(p, n + 1);
            return line;
        }
        process_event event = process_wait(p, deadline);
        if (event == PROCESS_OUTPUT)
            continue;
        if (event == PROCESS_EXIT && memchr(process_output(p)->text, '\n', process_output(p)->n))
            continue;
        *status = event_status(program, p, event, error);
        if (*status == BOX_OK)
            *status = BOX_EXITED;
        return NULL;
    }
}

/* Starts the server and waits for its greeting. */
static bool greet(box_set *set, const box *x, double seconds, box_status *status, char **error)
{
    char *argv[] = {x->program->path, "--persistent", NULL};
    x->program->server = start(set, x->program, argv, error);
    if (!x->program->server) {
        *status = BOX_UNAVAILABLE;
        return false;
    }
    char *line = read_line(x->program, clock_wall() + seconds, status, error);
    bool polite = line && !strcmp(line, GREETING);
    free(line);
    if (polite)
        return true;
    box_program_restart(x->program);
    if (!*error)
        *error = base_strdup("it does not greet with '" GREETING "'");
    if (line)
        *status = BOX_BAD_REPLY;
    return false;
}

static void send_arguments(box_set *set, const box *x, const value_id *args)
{
    strbuf line = STRBUF_INIT;
    strbuf_puts(&line, "call");
    for (uint32_t i = 0; i < x->arity; i++) {
        strbuf_putc(&line, ' ');
        text_put_value(set->bank, args[i], true, &line);
    }
    strbuf_putc(&line, '\n');
    process_send(x->program->server, line.text, line.n);
    strbuf_free(&line);
}

static value_id call_line(box_set *set, const box *x, const value_id *args, box_status *status,
                          char **error)
{
    if (!x->program->server && !greet(set, x, set->timeout, status, error))
        return 0;
    process *p = x->program->server;
    process_consume(p, process_output(p)->n); /* late words about an earlier call */
    send_arguments(set, x, args);
    char *line = read_line(x->program, clock_wall() + set->timeout, status, error);
    if (line && x->program->report->refused) { /* what it said by then does not count */
        free(line);
        line = NULL;
        *status = event_status(x->program, p, PROCESS_EXIT, error);
    }
    if (!line) {
        box_program_restart(x->program);
        return 0;
    }
    value_id v = 0;
    if (text_begins(line, "error"))
        *error = box_format("it says: %s", line);
    else
        v = read_reply(set, x, line, error);
    *status = v ? BOX_OK : BOX_BAD_REPLY;
    free(line);
    return v;
}

/* Which protocol does it speak? Asked once. */
static void choose_protocol(box_set *set, const box *x)
{
    box_status status = BOX_OK;
    char *error = NULL;
    double seconds = set->timeout < GREETING_SECONDS ? set->timeout : GREETING_SECONDS;
    bool polite = greet(set, x, seconds, &status, &error);
    free(error);
    x->program->protocol = polite ? BOX_PROTOCOL_PERSISTENT : BOX_PROTOCOL_ONE_SHOT;
}

value_id box_program_call(box_set *set, const box *x, const value_id *args, box_status *status,
                          char **error)
{
    if (x->program->protocol == BOX_PROTOCOL_AUTO)
        choose_protocol(set, x);
    return x->program->protocol == BOX_PROTOCOL_PERSISTENT ? call_line(set, x, args, status, error)
                                                           : call_once(set, x, args, status, error);
}
