#include "solve/external/external.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "solve/external/external_impl.h"
#include "term/eval/eval.h"

#define CLEANING_SECONDS 0.1 /* what ending a fuzzer may take */

enum { LARGEST_ARTIFACT = 1 << 20 };

external *external_new(term_bank *b, box_set *boxes, const external_config *config)
{
    external *x = base_alloc_zero(1, sizeof *x);
    x->bank = b;
    x->boxes = boxes;
    x->config = *config;
    x->written = config->first_number;
    strbuf_init(&x->message);
    return x;
}

void external_free(external *x)
{
    if (!x)
        return;
    if (x->folder)
        folder_remove(x->folder);
    free(x->folder);
    free(x->built);
    strbuf_free(&x->message);
    free(x);
}

const char *external_message(const external *x)
{
    return x->message.text;
}

char *external_path(const external *x, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", x->folder, name);
    return strbuf_detach(&path);
}

static emit_program *emit(external *x, const term_id *constraints, size_t n, char **reason)
{
    VEC(const char *) link = {0};
    box_library_names names;
    for (uint32_t i = 0; x->boxes && boxes_library(x->boxes, i, &names); i++)
        vec_push(&link, names.given);
    emit_config config = {.title = x->config.title,
                          .link = link.at,
                          .n_link = link.n,
                          .operators = x->config.operators};
    emit_program *p = emit_c(x->bank, x->boxes, constraints, n, &config, reason);
    vec_free(&link);
    return p;
}

bool external_accepts(external *x, term_id constraint)
{
    char *reason = NULL;
    emit_program *p = emit(x, &constraint, 1, &reason);
    free(reason);
    emit_program_free(p);
    return p != NULL;
}

static void notice(const external *x, const char *format, const char *a, const char *b)
{
    strbuf line = STRBUF_INIT;
    strbuf_printf(&line, format, a, b);
    if (x->config.notice)
        x->config.notice(x->config.context, line.text);
    strbuf_free(&line);
}

static bool write_program(external *x, const char *text)
{
    const char *mark = strchr(x->config.emit_path, '%');
    strbuf path = STRBUF_INIT;
    if (mark) {
        strbuf_add(&path, x->config.emit_path, (size_t)(mark - x->config.emit_path));
        strbuf_printf(&path, "%u%s", x->written, mark + 1);
    } else {
        strbuf_puts(&path, x->config.emit_path);
    }
    x->written++;
    bool good = folder_write(path.text, text, strlen(text));
    if (!good)
        notice(x, "cannot write %s: %s", path.text, strerror(errno));
    strbuf_free(&path);
    return good;
}

bool external_write(external *x, const term_id *constraints, size_t n)
{
    char *reason = NULL;
    if (!x->config.emit_path)
        return true;
    emit_program *p = emit(x, constraints, n, &reason);
    bool good = p && write_program(x, p->text);
    if (!p)
        notice(x, "%s is not written: %s", x->config.emit_path, reason);
    free(reason);
    emit_program_free(p);
    return good;
}

/* ---- Fuzzing --------------------------------------------------------------------------------- */

static external_end trouble(external *x, const char *what)
{
    strbuf_clear(&x->message);
    strbuf_puts(&x->message, what);
    return EXTERNAL_TROUBLE;
}

/* Whether the constraints hold on the real boxes. */
static bool holds(external *x, const external_task *task, const term_model *m)
{
    eval_config config = {
        .complete = true, .call = x->boxes ? boxes_evaluate : NULL, .call_context = x->boxes};
    evaluator *e = eval_new(m, &config);
    bool good = true;
    for (size_t i = 0; i < task->n && good; i++) {
        value_id v = eval_term(e, task->constraints[i]);
        good = v && value_is_true(v);
    }
    eval_free(e);
    return good;
}

typedef struct inspection {
    external *x;
    const external_task *task;
    const emit_program *program;
    term_model *found;
    bool good;
} inspection;

/* An input that a fuzzer left behind: a model, or only a crash? */
static void inspect(void *context, const char *path)
{
    inspection *i = context;
    struct stat info;
    int file = i->good ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (!fstat(file, &info) && S_ISREG(info.st_mode) && info.st_size <= LARGEST_ARTIFACT) {
        uint8_t *bytes = base_alloc_zero((size_t)info.st_size + 1, 1);
        ssize_t n = read(file, bytes, (size_t)info.st_size);
        model_clear(i->found);
        emit_decode(i->x->bank, i->program, bytes, n > 0 ? (size_t)n : 0, i->found);
        i->good = holds(i->x, i->task, i->found);
        free(bytes);
    }
    close(file);
}

/* The first inputs: all zero, and what is suggested. True when one of them is a model. */
static bool sow(external *x, const external_task *task, const emit_program *p, term_model *found)
{
    uint8_t *bytes = base_alloc_zero(p->bytes + 1, 1);
    char *folder = external_path(x, "seeds");
    bool good = false;
    mkdir(folder, 0700);
    for (size_t i = 0; i <= task->n_seeds && !good; i++) {
        strbuf path = STRBUF_INIT;
        if (i)
            emit_encode(x->bank, p, task->seeds[i - 1], bytes);
        strbuf_printf(&path, "%s/seed-%zu", folder, i);
        folder_write(path.text, bytes, p->bytes ? p->bytes : 1);
        strbuf_free(&path);
        model_clear(found);
        emit_decode(x->bank, p, bytes, p->bytes, found);
        good = holds(x, task, found);
    }
    free(folder);
    free(bytes);
    return good;
}

/* The fuzzer until a model, again after each input that was none. */
static external_end fuzz(external *x, const external_task *task, const emit_program *p,
                         term_model *found, uint64_t *executions)
{
    uint64_t left = task->executions;
    for (unsigned attempt = 0; attempt < x->config.attempts; attempt++) {
        external_task part = *task;
        external_run run = {0};
        part.executions = left;
        if (!external_run_once(x, &part, p, attempt, &run))
            return EXTERNAL_TROUBLE;
        *executions += run.executions;
        inspection i = {.x = x, .task = task, .program = p, .found = found};
        if (run.artifact)
            folder_each(run.artifact, inspect, &i);
        free(run.artifact);
        if (i.good)
            return EXTERNAL_FOUND;
        if (run.over)
            return EXTERNAL_STOPPED;
        if (task->executions && run.executions >= left)
            return EXTERNAL_BUDGET;
        left -= task->executions ? run.executions : 0;
    }
    return EXTERNAL_BUDGET;
}

/* Compiles, unless the program is that of the last time. */
static external_end build(external *x, const external_task *task, const emit_program *p)
{
    if (x->built && !strcmp(x->built, p->text))
        return EXTERNAL_FOUND;
    free(x->built);
    x->built = NULL;
    if (x->folder) /* inputs of another program mean nothing */
        folder_remove(x->folder);
    if (!x->folder || mkdir(x->folder, 0700)) {
        free(x->folder);
        x->folder = folder_temporary();
    }
    char *source = x->folder ? external_path(x, "program.c") : NULL;
    bool good = source && folder_write(source, p->text, strlen(p->text));
    free(source);
    if (!good)
        return trouble(x, "cannot make a folder for the fuzzer's program");
    if (!external_build(x, task))
        return x->message.n ? EXTERNAL_TROUBLE : EXTERNAL_STOPPED;
    x->built = base_strdup(p->text);
    return EXTERNAL_FOUND;
}

external_end external_fuzz(external *x, const external_task *given, term_model *found,
                           uint64_t *executions)
{
    char *reason = NULL;
    external_task task = *given;
    emit_program *p = emit(x, task.constraints, task.n, &reason);
    strbuf_clear(&x->message);
    if (task.deadline)
        task.deadline -= CLEANING_SECONDS;
    external_end end = p ? build(x, &task, p) : trouble(x, reason);
    if (end == EXTERNAL_FOUND && !sow(x, &task, p, found))
        end = fuzz(x, &task, p, found, executions);
    if (end == EXTERNAL_TROUBLE && !x->complained) {
        notice(x, "the fuzzer cannot be used: %s%s", x->message.text, "");
        x->complained = true;
    }
    free(reason);
    emit_program_free(p);
    return end;
}
