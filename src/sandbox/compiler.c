#include "sandbox/compiler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/vec.h"

typedef VEC(char *) text_vec;

static const char *const SYSTEM[] = {"/usr",
                                     "/lib",
                                     "/lib32",
                                     "/lib64",
                                     "/libx32",
                                     "/bin",
                                     "/sbin",
                                     "/etc/alternatives",
                                     "/etc/ld.so.cache",
                                     "/etc/ld.so.conf",
                                     "/etc/ld.so.conf.d",
                                     "/dev/null",
                                     "/dev/zero",
                                     "/dev/urandom",
                                     "/proc/cpuinfo",
                                     "/proc/meminfo"};
static const char *const VARIABLES[] = {"CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH"};

typedef struct setting {
    const sandbox *s;
    char *const *argv;
    const char *scratch;
} setting;

/* In a fork of ours. */
static int become_compiler(void *context, int input, int output)
{
    const setting *t = context;
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    close(input);
    close(output);
    setenv("TMPDIR", t->scratch, 1);
    setenv("CCACHE_DISABLE", "1", 1);
    if (t->s && !sandbox_enter(t->s)) {
        dprintf(STDERR_FILENO, "the sandbox of the compiler cannot be set up\n");
        return 126;
    }
    execvp(t->argv[0], t->argv);
    dprintf(STDERR_FILENO, "%s cannot be started: %s\n", t->argv[0], strerror(errno));
    return 127;
}

static void add(text_vec *v, char *text)
{
    if (text)
        vec_push(v, text);
}

/* The folder of a path, `up` levels up. */
static char *folder_of(char *path, int up)
{
    for (; path && up > 0; up--) {
        char *slash = strrchr(path, '/');
        if (!slash) {
            free(path);
            return base_strdup(".");
        }
        slash[slash == path] = '\0';
    }
    return path;
}

/* Folders of a list with colons. */
static void add_list(text_vec *v, const char *list)
{
    while (list && *list) {
        size_t n = strcspn(list, ":");
        if (n)
            vec_push(v, base_strndup(list, n));
        list += n + (list[n] == ':');
    }
}

/* Where a compiler is installed that is not in /usr: the folder above its own. */
static char *home_of(const char *program)
{
    text_vec folders = {0};
    char *home = NULL;
    add_list(&folders, strchr(program, '/') ? "" : getenv("PATH"));
    for (size_t i = 0; i < folders.n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folders.at[i], program);
        if (!home && !access(path, X_OK))
            home = folder_of(realpath(path, NULL), 2);
        free(folders.at[i]);
    }
    vec_free(&folders);
    if (home && strcmp(home, "/"))
        return home;
    free(home);
    return NULL;
}

static void find_readable(const compiler_job *job, text_vec *read)
{
    for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
        add(read, base_strdup(SYSTEM[i]));
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
        add_list(read, getenv(VARIABLES[i]));
    add(read, home_of(job->argv[0]));
    if (!job->source)
        return;
    add(read, folder_of(base_strdup(job->source), 1));
    add(read, folder_of(realpath(job->source, NULL), 1));
}

process *compiler_start(const compiler_job *job, char **error)
{
    text_vec read = {0};
    const char *write[] = {job->scratch, "/dev/null"};
    sandbox *s = NULL;
    process *p = NULL;
    find_readable(job, &read);
    sandbox_places places = {.read = (const char *const *)read.at,
                             .n_read = (uint32_t)read.n,
                             .write = write,
                             .n_write = 2};
    if (!job->off)
        s = sandbox_new(SANDBOX_COMPILER, job->may, &places, error);
    if (s || job->off) {
        setting t = {s, job->argv, job->scratch};
        process_config config = {.run = become_compiler,
                                 .context = &t,
                                 .cpu_seconds = job->cpu_seconds,
                                 .interrupt = job->interrupt};
        p = process_start(&config, error);
    }
    for (size_t i = 0; i < read.n; i++)
        free(read.at[i]);
    vec_free(&read);
    sandbox_free(s);
    return p;
}

const char *compiler_words(const compiler_job *job, process *p)
{
    if (process_signal(p) == SIGSYS)
        return "the compiler made a system call that the sandbox refuses; --sandbox off allows it";
    if (job->off || sandbox_landlock())
        return process_errors(p)->text;
    return "(what the compiler says is not shown: without Landlock it can read any file, and its "
           "words could show one; --sandbox off shows them)";
}
