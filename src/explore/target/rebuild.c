#include "explore/target/rebuild.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/vec.h"
#include "explore/target/rebuild_link.h"
#include "instrument/builds/compares.h"
#include "instrument/embedded.h"
#include "instrument/instrument.h"
#include "instrument/builds/lines.h"
#include "instrument/builds/sanitize.h"
#include "process/process.h"

static const double MOST_SECONDS = 120;
enum { BESIDE = 5 }; /* how nice the build is that is made while the search is on */

struct rebuild {
    rebuild_config own;
    const rebuild_config *config;
    char *scratch, *output, *path; /* made as `output`, then it gets its name */
    process *process;              /* NULL: it is there, or cannot be made */
    double deadline;
    argument_vec words; /* of the link */
    size_t n_modules;
    uint32_t next_counter;
    strbuf lines;
    char *error;
};

static char *format(const char *text, const char *a, const char *b)
{
    strbuf out = STRBUF_INIT;
    strbuf_printf(&out, text, a, b);
    return strbuf_detach(&out);
}

/* ---- In the child ---------------------------------------------------------------------------- */

static void add_line(void *context, uint32_t counter, const char *folder, const char *file,
                     unsigned line, unsigned way)
{
    rebuild *b = context;
    bool whole = *file == '/' || !*folder;
    strbuf_printf(&b->lines, "%u %u %u %s%s%s\n", counter, line, way, whole ? "" : folder,
                  whole ? "" : "/", file);
}

static bool change(rebuild *b, const strbuf *before, bool early, strbuf *after)
{
    switch (b->config->kind) {
    case REBUILD_ASAN:
        return ir_sanitize(before->text, before->n, early, after, &b->error);
    case REBUILD_LINES:
        return ir_count_lines(before->text, before->n, early, &b->next_counter, add_line, b, after,
                              &b->error);
    default:
        return ir_trace_compares(before->text, before->n, after, &b->error);
    }
}

/* One module becomes one object. */
static void emit_module(void *context, const ir_carried *carried)
{
    rebuild *b = context;
    strbuf renamed = STRBUF_INIT, module = STRBUF_INIT, object = STRBUF_INIT;
    if (b->error)
        return;
    strbuf_printf(&object, "%s/%zu.o", b->scratch, b->n_modules++);
    bool early = b->config->kind != REBUILD_LIGHT && carried->early;
    bool good = ir_rename_main(early ? carried->early : carried->bitcode,
                               early ? carried->n_early : carried->n, &renamed, &b->error) &&
                change(b, &renamed, early, &module);
    /* Few runs are made with the others: what counts is when they are ready. */
    ir_output output = b->config->kind == REBUILD_LIGHT ? IR_OBJECT : IR_QUICK_OBJECT;
    if (good && ir_emit(&module, output, object.text, &b->error))
        vec_push(&b->words, base_strdup(object.text));
    strbuf_free(&renamed);
    strbuf_free(&module);
    strbuf_free(&object);
}

static int make_build(void *context, int input, int output)
{
    rebuild *b = context;
    strbuf file = STRBUF_INIT;
    if (b->config->kind == REBUILD_ASAN && nice(BESIDE) < 0)
        errno = 0; /* then it takes as much of a core as the search does */
    vec_push(&b->words, base_strdup(b->config->compiler));
    if (!ir_embedded_bitcode(b->config->program, emit_module, b, &b->error) || b->error ||
        !file_read(b->config->program, &file)) {
        dprintf(2, "%s\n", b->error ? b->error : strerror(errno));
        return 1;
    }
    rebuild_link(b->config->program, &file, &b->words);
    char *lines = format("%s.%s", b->path, "lines");
    if (b->config->kind == REBUILD_LINES && !folder_write(lines, b->lines.text, b->lines.n)) {
        dprintf(2, "%s: %s\n", lines, strerror(errno));
        return 1;
    }
    if (b->config->kind == REBUILD_LIGHT) /* it can run many inputs in one process */
        vec_push(&b->words, base_strdup("-Wl,-u,tandem_program_loop"));
    if (b->config->kind == REBUILD_ASAN)
        vec_push(&b->words, base_strdup("-fsanitize=address"));
    vec_push(&b->words, base_strdup("-o"));
    vec_push(&b->words, base_strdup(b->output));
    vec_push(&b->words, NULL);
    setenv("TMPDIR", b->scratch, 1); /* the linker's own files go with ours */
    execv(b->words.at[0], b->words.at);
    dprintf(2, "%s: %s\n", b->words.at[0], strerror(errno));
    return 1;
}

/* ---- In the parent --------------------------------------------------------------------------- */

/* The linker's words in ours, where one is likely to meet them. */
static char *explain(const char *words)
{
    if (strstr(words, "libclang_rt.asan"))
        return base_strdup("clang's runtime for it is not installed (Debian's package "
                           "libclang-rt-19-dev)");
    return base_strndup(words, strcspn(words, "\n"));
}

/* False: it is still at work. */
static bool has_ended(rebuild *b, double deadline)
{
    double until = deadline && deadline < b->deadline ? deadline : b->deadline;
    process_event e;
    do
        e = process_wait(b->process, until);
    while (e == PROCESS_OUTPUT);
    if (e == PROCESS_DEADLINE && clock_wall() < b->deadline)
        return false;
    if (e != PROCESS_EXIT || process_status(b->process)) {
        const strbuf *words = process_errors(b->process);
        b->error = e == PROCESS_EXIT && words->n ? explain(words->text)
                                                 : base_strdup("it could not be compiled");
    } else if (rename(b->output, b->path)) {
        b->error = format("%s: %s", b->path, strerror(errno));
    }
    process_free(b->process);
    b->process = NULL;
    return true;
}

/* Its name is decided by the program's bytes. False: the program cannot be read. */
static bool find_path(rebuild *b)
{
    static const char *const kinds[] = {"light", "asan", "lines"};
    const rebuild_config *c = b->config;
    strbuf bytes = STRBUF_INIT, path = STRBUF_INIT;
    const char *slash = strrchr(c->program, '/');
    bool good = file_read(c->program, &bytes);
    if (good)
        strbuf_printf(&path, "%s/%s-%s-%016" PRIx64, c->folder, slash ? slash + 1 : c->program,
                      kinds[c->kind], hash_bytes(bytes.text, bytes.n));
    else
        b->error = format("%s: %s", c->program, strerror(errno));
    strbuf_free(&bytes);
    b->path = strbuf_detach(&path);
    b->output = format("%s.%s", b->path, "new");
    return good;
}

rebuild *explore_rebuild_start(const rebuild_config *config)
{
    rebuild *b = base_alloc_zero(1, sizeof *b);
    *b = (rebuild){.own = *config, .next_counter = 1, .lines = STRBUF_INIT};
    b->config = &b->own;
    b->deadline = clock_wall() + MOST_SECONDS;
    if (!find_path(b) || !access(b->path, X_OK) || !folder_make(config->folder, &b->error))
        return b;
    process_config child = {.run = make_build, .context = b, .interrupt = config->interrupt};
    if (!(b->scratch = folder_temporary()))
        b->error = format("no scratch folder: %s%s", strerror(errno), "");
    else
        b->process = process_start(&child, &b->error);
    return b;
}

bool explore_rebuild_wait(rebuild *b, double deadline, char **path, char **error)
{
    *path = *error = NULL;
    if (b->process && !has_ended(b, deadline))
        return false;
    if (b->error)
        *error = base_strdup(b->error);
    else
        *path = base_strdup(b->path);
    return true;
}

void explore_rebuild_free(rebuild *b)
{
    if (!b)
        return;
    if (b->process)
        process_free(b->process);
    if (b->scratch)
        folder_remove(b->scratch);
    free(b->scratch);
    free(b->output);
    free(b->path);
    free(b->error);
    free(b);
}

char *explore_rebuild(const rebuild_config *config, char **error)
{
    char *path;
    rebuild *b = explore_rebuild_start(config);
    explore_rebuild_wait(b, 0, &path, error);
    explore_rebuild_free(b);
    return path;
}
