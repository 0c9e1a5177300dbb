#include "made_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "test.h"

static made_target *made; /* for atexit, which has no argument */

static void clean_up(void)
{
    target_free(made->target);
    folder_remove(made->folder);
    free(made->folder);
}

static void compile(made_target *m, const char *source, const char *options)
{
    strbuf path = STRBUF_INIT, command = STRBUF_INIT;
    const char *tandem = test_tandem();
    char *libraries = base_strndup(tandem, (size_t)(strrchr(tandem, '/') - tandem));
    snprintf(m->program, sizeof m->program, "%s/program", m->folder);
    strbuf_printf(&path, "%s.c", m->program);
    CHECK(folder_write(path.text, source, strlen(source)));
    strbuf_printf(&command, "cc -w -I%s -o %s %s ", test_source_root(), m->program, path.text);
    for (const char *at = options; *at; at++)
        if (strncmp(at, "%s", 2))
            strbuf_putc(&command, *at);
        else
            strbuf_puts(&command, libraries), at++;
    CHECK(!system(command.text));
    free(libraries);
    strbuf_free(&path);
    strbuf_free(&command);
}

explore_target *made_target_get(made_target *m, const char *source, const char *options,
                                target_config config)
{
    char *error;
    if (m->target)
        return m->target;
    m->folder = folder_temporary();
    CHECK(m->folder && !made);
    made = m;
    atexit(clean_up);
    chmod(m->folder, 0755); /* the runs are those of an ordinary user */
    compile(m, source, options);
    config.path = m->program;
    m->target = target_start(&config, &error);
    CHECK_MSG(m->target, "%s", error);
    return m->target;
}

target_result made_target_run(made_target *m, made_input given, target_options options)
{
    explore_test t;
    target_result r;
    char *error;
    explore_test_init(&t);
    if (given.arg)
        explore_test_add_arg(&t, given.arg, strlen(given.arg));
    if (given.input)
        explore_test_set_input(&t, given.input, strlen(given.input));
    if (given.file)
        explore_test_add_file(&t, "A", given.file, strlen(given.file));
    if (given.env)
        explore_test_add_env(&t, given.env, strlen(given.env));
    if (given.object)
        explore_test_add_object(&t, "thing", given.object, strlen(given.object));
    bool ran = target_run(m->target, &t, &options, &r, &error);
    explore_test_free(&t);
    CHECK_MSG(ran, "%s", error);
    return r;
}
