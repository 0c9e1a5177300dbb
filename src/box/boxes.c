#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "box/bind/pure.h"
#include "box/bind/senses.h"
#include "box/bind/signature.h"
#include "box/box_impl.h"
#include "box/program/box_program.h"
#include "box/program/text.h"
#include "box/records.h"
#include "box/words_impl.h"
#include "box/worker/caller.h"
#include "box/worker/direct_impl.h"
#include "box/worker/worker.h"
#include "process/process.h"

#define DEFAULT_TIMEOUT 1.0
#define DEFAULT_MEMORY (UINT64_C(1) << 30)
#define PROBE_SECONDS 20.0

char *box_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf text = STRBUF_INIT;
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    return strbuf_detach(&text);
}

const char *box_status_text(box_status status)
{
    static const char *const texts[] = {
        [BOX_OK] = "ok",
        [BOX_CRASHED] = "crashed",
        [BOX_HUNG] = "hung",
        [BOX_MEMORY] = "ran out of memory",
        [BOX_EXITED] = "called exit",
        [BOX_REFUSED] = "was stopped",
        [BOX_BAD_REPLY] = "bad reply",
        [BOX_INCONSISTENT] = "answers differently on equal inputs",
        [BOX_UNAVAILABLE] = "could not be called",
    };
    return texts[status];
}

box_set *boxes_new(term_bank *b, const box_config *config)
{
    box_set *set = base_alloc_zero(1, sizeof *set);
    set->bank = b;
    set->headers = config->headers;
    set->n_headers = config->n_headers;
    set->patience = 1;
    set->unobserved = config->unobserved;
    set->times = base_alloc_zero(1, sizeof *set->times);
    set->timeout = config->timeout_seconds > 0 ? config->timeout_seconds : DEFAULT_TIMEOUT;
    set->memory = config->memory_bytes ? config->memory_bytes : DEFAULT_MEMORY;
    set->sandbox_off = config->sandbox_off;
    set->may = config->may;
    set->seed = config->seed;
    set->interrupt = config->interrupt;
    set->libraries.interrupt = config->interrupt;
    set->libraries.keep = config->keep_compiled;
    set->libraries.sandbox_off = config->sandbox_off;
    set->libraries.may = &set->may;
    for (uint32_t i = 0; i < config->n_headers; i++)
        if (!access(config->headers[i], R_OK))
            set->libraries.beside = config->headers[i];
    strbuf_init(&set->message);
    for (uint32_t i = 0; i < config->n_libraries; i++)
        libraries_add(&set->libraries, config->libraries[i], true);
    return set;
}

static void free_box(box *x)
{
    box_program_free(x->program);
    signature_free(x);
    free((char *)x->name);
    free((char *)x->symbol);
    free(x);
}

static void stop_caller(box_set *set)
{
    caller_free(set->caller);
    caller_free(set->second);
    set->caller = set->second = NULL;
    for (size_t i = 0; i < set->kept.n; i++)
        box_run_free(set->kept.at[i]);
    set->kept.n = 0;
}

void boxes_free(box_set *set)
{
    if (!set)
        return;
    stop_caller(set);
    vec_free(&set->kept);
    vec_free(&set->sightings);
    direct_free(set->direct);
    for (size_t i = 0; i < set->boxes.n; i++)
        free_box(set->boxes.at[i]);
    vec_free(&set->boxes);
    map_free(&set->by_decl);
    free(set->times);
    records_free(set);
    words_free(set);
    libraries_free(&set->libraries);
    sandbox_free(set->of_calls);
    sandbox_free(set->of_programs);
    strbuf_free(&set->message);
    free(set);
}

bool box_sandbox(box_set *set, sandbox_profile profile, const sandbox **s, char **error)
{
    sandbox **kept = profile == SANDBOX_CALL ? &set->of_calls : &set->of_programs;
    char *reason = NULL;
    *s = NULL;
    if (set->sandbox_off)
        return true;
    if (!*kept)
        *kept = sandbox_new(profile, &set->may, NULL, &reason);
    *s = *kept;
    set->unprotected |= !*s;
    if (!*s)
        *error = box_format("refused: boxes would run without a sandbox (%s); --sandbox off is "
                            "for that",
                            reason);
    free(reason);
    return *s;
}

bool boxes_unprotected(const box_set *set)
{
    return set->unprotected;
}

/* ---- Binding --------------------------------------------------------------------------------- */

/* Exit codes of a probe; others are the library's own doing. */
enum { PROBE_FOUND = 41, PROBE_MISSING, PROBE_UNLOADED, PROBE_REFUSED, PROBE_OPEN };

typedef struct probe {
    box_set *set;
    const box *x;
    const sandbox *s;
} probe;

static int probe_output; /* of a probe's process: for its handler */

static void on_refusal(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    int call = info->si_syscall;
    ssize_t written = write(probe_output, &call, sizeof call);
    _exit(written == sizeof call ? PROBE_REFUSED : 1);
}

/* In a fork: are the libraries good, and is the function in them? */
static int probe_function(void *context, int input, int output)
{
    (void)input;
    probe *p = context;
    struct sigaction action = {.sa_sigaction = on_refusal, .sa_flags = SA_SIGINFO};
    probe_output = output;
    sigaction(SIGSYS, &action, NULL);
    if (p->s && !sandbox_enter(p->s))
        return PROBE_OPEN;
    const char *error = libraries_load(&p->set->libraries, p->x->library);
    if (!error) {
        library_function f =
            libraries_find(&p->set->libraries, p->x->library, p->x->symbol, p->x->restricted);
        uint32_t senses = f ? senses_of(f) | senses_of_name(p->x->symbol) : 0;
        return f && write(output, &senses, sizeof senses) == sizeof senses ? PROBE_FOUND
                                                                           : PROBE_MISSING;
    }
    ssize_t written = write(output, error, strlen(error));
    return written < 0 ? 1 : PROBE_UNLOADED;
}

static char *unbound(const box *x)
{
    bool renamed = strcmp(x->name, x->symbol);
    return box_format(
        "unbound closed box '%s'%s%s%s: give --lib FILE.c or FILE.so that defines it, "
        "or :symbol",
        x->name, renamed ? " (symbol '" : "", renamed ? x->symbol : "", renamed ? "')" : "");
}

/* Why a probe did not find the function. */
static char *explain_probe(box_set *set, const box *x, process *p, int status)
{
    const strbuf *said = process_output(p);
    int call = -1;
    if (status == PROBE_MISSING)
        return unbound(x);
    if (status == PROBE_OPEN) {
        set->unprotected = true;
        return base_strdup(
            "refused: no sandbox for boxes can be set up; --sandbox off is for that");
    }
    if (status != PROBE_REFUSED && process_signal(p) != SIGSYS)
        return box_format("closed box '%s': its library cannot be loaded%s%s", x->name,
                          said->n ? ": " : "", said->text);
    if (said->n == sizeof call)
        memcpy(&call, said->text, sizeof call);
    char *why = sandbox_explain(call);
    char *text = box_format("closed box '%s': its library cannot be loaded: %s", x->name, why);
    free(why);
    return text;
}

static bool check_function(box_set *set, box *x, char **error)
{
    const char *trouble = libraries_ready(&set->libraries, x->library);
    if (x->library) /* it may need functions of the others, which are loaded with it */
        (void)libraries_ready(&set->libraries, 0);
    if (trouble) {
        *error = base_strdup(trouble);
        return false;
    }
    const sandbox *s;
    if (!box_sandbox(set, SANDBOX_CALL, &s, error))
        return false;
    if (x->given)
        return true;
    bool listed = x->library;
    for (size_t i = 0; i < set->libraries.list.n; i++)
        listed |= set->libraries.list.at[i].listed;
    if (!listed) {
        if ((x->restricted && !pure_function(x->symbol)) || !libraries_find_system(x->symbol))
            *error = unbound(x);
        x->senses = senses_of_name(x->symbol);
        x->of_system = true;
        return !*error;
    }
    probe context = {.set = set, .x = x, .s = s};
    process_config config = {
        .run = probe_function, .context = &context, .interrupt = set->interrupt};
    process *p = process_start(&config, error);
    if (!p)
        return false;
    process_event event;
    double deadline = clock_wall() + PROBE_SECONDS;
    do
        event = process_wait(p, deadline);
    while (event == PROCESS_OUTPUT);
    int status = event == PROCESS_EXIT ? process_status(p) : -1;
    const strbuf *said = process_output(p);
    if (status != PROBE_FOUND)
        *error = explain_probe(set, x, p, status);
    else if (said->n >= sizeof x->senses) /* constructors may have written, too */
        memcpy(&x->senses, said->text + said->n - sizeof x->senses, sizeof x->senses);
    process_free(p);
    if (status == PROBE_FOUND && x->library)
        set->libraries.list.at[x->library - 1].used = true;
    return status == PROBE_FOUND;
}

static bool set_up(box_set *set, box *x, const box_declaration *d, char **error)
{
    x->result.sort = decl_range(set->bank, x->decl);
    words_group(set, x, d);
    if (d->provider) {
        x->kind = BOX_PROVIDED;
        return true;
    }
    if (d->callback) {
        x->kind = BOX_CALLBACK;
        x->callback = d->callback;
        x->callback_context = d->callback_context;
        x->callback_anywhere = d->callback_anywhere;
        x->callback_soon = d->callback_soon;
        return true;
    }
    if (d->executable) {
        x->kind = BOX_EXECUTABLE;
        x->program = box_program_new(set, x, d->executable, d->protocol, error);
        if (x->program)
            box_program_choose_reply(x->program, d->reply, d->replies);
        return x->program;
    }
    x->kind = BOX_FUNCTION;
    x->given = d->function;
    if (d->source)
        x->library = libraries_add_source(&set->libraries, d->source);
    else if (d->library)
        x->library = libraries_add(&set->libraries, d->library, false);
    return signature_make(set->bank, x, d->ctypes, error) && check_function(set, x, error);
}

bool boxes_bind(box_set *set, const box_declaration *d, char **error)
{
    box *x = base_alloc_zero(1, sizeof *x);
    x->decl = d->decl;
    x->name = base_strdup(symbol_text(set->bank, decl_name(set->bank, d->decl)));
    x->symbol = base_strdup(d->symbol ? d->symbol : x->name);
    x->restricted = d->restricted;
    x->arity = decl_arity(set->bank, d->decl);
    x->consistent = true;
    *error = NULL;
    if (!set_up(set, x, d, error)) {
        free_box(x);
        return false;
    }
    stop_caller(set); /* its template does not know this box */
    uint64_t *number = map_insert(&set->by_decl, d->decl, NULL);
    if (*number) {
        records_withdraw(set, d->decl);
        free_box(set->boxes.at[*number - 1]);
        set->boxes.at[*number - 1] = x;
        return true;
    }
    vec_push(&set->boxes, x);
    *number = set->boxes.n;
    return true;
}

void boxes_release(box_set *set, decl_id end)
{
    size_t kept = 0, groups = 0;
    stop_caller(set);
    boxes_forget(set, 0);
    map_clear(&set->by_decl);
    for (size_t i = 0; i < set->boxes.n; i++) {
        box *x = set->boxes.at[i];
        if (x->decl >= end) {
            free_box(x);
            continue;
        }
        groups = x->group + 1 > groups ? x->group + 1 : groups;
        set->boxes.at[kept++] = x;
        map_put(&set->by_decl, x->decl, kept);
    }
    set->boxes.n = kept;
    words_release(set, groups);
}

char *boxes_senses(const box_set *set, decl_id decl)
{
    const box *x = boxes_find(set, decl);
    strbuf text = STRBUF_INIT;
    if (x)
        senses_text(x->senses, &text);
    if (text.n)
        return strbuf_detach(&text);
    strbuf_free(&text);
    return NULL;
}

bool boxes_forbidden(const char *symbol)
{
    return !pure_function(symbol) && libraries_find_system(symbol);
}

const box *boxes_find(const box_set *set, decl_id decl)
{
    uint64_t number = map_get(&set->by_decl, decl, 0);
    return number ? set->boxes.at[number - 1] : NULL;
}

uint32_t boxes_count(const box_set *set)
{
    return (uint32_t)set->boxes.n;
}

decl_id boxes_decl_at(const box_set *set, uint32_t i)
{
    return set->boxes.at[i]->decl;
}

bool boxes_library(box_set *set, uint32_t i, box_library_names *names)
{
    for (uint32_t k = 0; k < set->libraries.list.n; k++) {
        const box_library *lib = &set->libraries.list.at[k];
        if ((!lib->listed && !lib->used) || libraries_ready(&set->libraries, k + 1) || i-- > 0)
            continue;
        *names = (box_library_names){lib->path, lib->object};
        return true;
    }
    return false;
}

box_scope boxes_scope(const box_set *set, const decl_id *decls, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const box *x = boxes_find(set, decls[i]);
        if (x && x->kind == BOX_PROVIDED)
            return set->groups.at[x->group].provider->scope;
    }
    return BOX_SCOPE_SESSION;
}

bool boxes_is_function(const box_set *set, decl_id decl)
{
    const box *x = boxes_find(set, decl);
    return x && x->consistent;
}

/* ---- Messages -------------------------------------------------------------------------------- */

void box_describe_call(const box_set *set, const box *x, const value_id *args, strbuf *out)
{
    strbuf_puts(out, x->name);
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < x->arity; i++) {
        if (i)
            strbuf_puts(out, ", ");
        text_put_value(set->bank, args[i], true, out);
    }
    strbuf_putc(out, ')');
}

const char *boxes_message(const box_set *set)
{
    return set->message.text;
}

const box_sighting_vec *boxes_sightings(const box_set *set)
{
    return &set->sightings;
}

uint64_t boxes_call_count(const box_set *set)
{
    return set->calls;
}
