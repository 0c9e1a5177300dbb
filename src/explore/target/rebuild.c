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

typedef struct rebuild {
    const rebuild_config *config;
    const char *scratch, *output, *path; /* made as `output`, then it gets its name */
    argument_vec words;                  /* of the link */
    size_t n_modules;
    uint32_t next_counter;
    strbuf lines;
    char *error;
} rebuild;

static char *format(const char *text, const char *a, const char *b)
{
    strbuf out = STRBUF_INIT;
    strbuf_printf(&out, text, a, b);
    return strbuf_detach(&out);
}

/* ---- In the child ---------------------------------------------------------------------------- */

static void add_line(void *context, uint32_t counter, const char *folder, const char *file,
                     unsigned line)
{
    rebuild *b = context;
    bool whole = *file == '/' || !*folder;
    strbuf_printf(&b->lines, "%u %u %s%s%s\n", counter, line, whole ? "" : folder, whole ? "" : "/",
                  file);
}

static bool change(rebuild *b, const strbuf *before, bool early, strbuf *after)
{
    switch (b->config->kind) {
    case REBUILD_ASAN:
        return ir_sanitize(before->text, before->n, early, after, &b->error);
    case REBUILD_LINES:
        return ir_count_lines(before->text, before->n, &b->next_counter, add_line, b, after,
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
    bool early = b->config->kind == REBUILD_ASAN && carried->early;
    bool good = ir_rename_main(early ? carried->early : carried->bitcode,
                               early ? carried->n_early : carried->n, &renamed, &b->error) &&
                change(b, &renamed, early, &module);
    /* Few runs are made with the sanitizer: what counts is when it is ready. */
    ir_output output = b->config->kind == REBUILD_ASAN ? IR_QUICK_OBJECT : IR_OBJECT;
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

static bool wait_for(process *p, char **error)
{
    double deadline = clock_wall() + MOST_SECONDS;
    process_event e;
    do
        e = process_wait(p, deadline);
    while (e == PROCESS_OUTPUT);
    if (e == PROCESS_EXIT && !process_status(p))
        return true;
    const strbuf *words = process_errors(p);
    *error = e == PROCESS_EXIT && words->n ? explain(words->text)
                                           : base_strdup("it could not be compiled");
    return false;
}

static bool build(const rebuild_config *config, const char *path, char **error)
{
    char *scratch = folder_temporary(), *made = format("%s.%s", path, "new");
    rebuild b = {.config = config,
                 .scratch = scratch,
                 .output = made,
                 .path = path,
                 .next_counter = 1,
                 .lines = STRBUF_INIT};
    process_config child = {.run = make_build, .context = &b, .interrupt = config->interrupt};
    process *p = scratch ? process_start(&child, error) : NULL;
    bool good = p && wait_for(p, error);
    if (p)
        process_free(p);
    if (good && rename(made, path)) {
        *error = format("%s: %s", path, strerror(errno));
        good = false;
    }
    if (scratch)
        folder_remove(scratch);
    else
        *error = format("no scratch folder: %s%s", strerror(errno), "");
    free(scratch);
    free(made);
    return good;
}

char *explore_rebuild(const rebuild_config *config, char **error)
{
    strbuf bytes = STRBUF_INIT, path = STRBUF_INIT;
    *error = NULL;
    if (!file_read(config->program, &bytes)) {
        *error = format("%s: %s", config->program, strerror(errno));
        strbuf_free(&bytes);
        return NULL;
    }
    const char *slash = strrchr(config->program, '/');
    static const char *const kinds[] = {"light", "asan", "lines"};
    strbuf_printf(&path, "%s/%s-%s-%016" PRIx64, config->folder,
                  slash ? slash + 1 : config->program, kinds[config->kind],
                  hash_bytes(bytes.text, bytes.n));
    strbuf_free(&bytes);
    if (!access(path.text, X_OK) ||
        (folder_make(config->folder, error) && build(config, path.text, error)))
        return strbuf_detach(&path);
    strbuf_free(&path);
    return NULL;
}
