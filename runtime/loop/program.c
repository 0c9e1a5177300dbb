/* The main of a program, called again and again in one process: its input is its standard input, or the one file that
 * the test has. The end of a run is that of `exit`: what the program has asked to be called there is called. A run that
 * ends otherwise (_exit, a signal) ends the process. The linker takes this file only for light builds. */
#include "runtime/core/state.h"
#include "runtime/host/run.h"
#include "runtime/loop/loop.h"

#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    jmp_buf back;
    bool inside;
    int argc;
    char **argv, **envp, **copy; /* as they are given: programs change the order, and the texts */
    char **texts;
    const char *file; /* NULL: standard input, which is `input` */
    int input;
} program;

/* The first that was asked for at the exit, so the last that is called. */
static void leave(void)
{
    if (program.inside)
        longjmp(program.back, 1);
}

static void put_arguments(void)
{
    memcpy(program.argv, program.copy, (size_t)program.argc * sizeof(*program.argv));
    for (int i = 0; i < program.argc; i++)
        strcpy(program.argv[i], program.texts[i]);
}

static bool keep_arguments(int argc, char **argv)
{
    program.argc = argc;
    program.argv = argv;
    program.copy = tandem_alloc(2 * (size_t)argc * sizeof(*program.copy));
    if (!program.copy)
        return false;
    program.texts = program.copy + argc;
    for (int i = 0; i < argc; i++) {
        size_t n = strlen(argv[i]) + 1;
        program.copy[i] = argv[i];
        if (!(program.texts[i] = tandem_alloc(n)))
            return false;
        memcpy(program.texts[i], argv[i], n);
    }
    return true;
}

static bool fill(int fd, const uint8_t *data, size_t n)
{
    return ftruncate(fd, 0) == 0 && pwrite(fd, data, n, 0) == (ssize_t)n;
}

/* A file that a run has removed, or made something else of, is made again. That does not count as a change of its
 * folder (surroundings.h). */
static void put_file(const uint8_t *data, size_t n)
{
    static const struct timespec untouched[2] = {{0, 0}, {0, 0}};
    int fd = open(program.file, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    bool there = fd >= 0;
    if (!there) {
        unlink(program.file);
        fd = open(program.file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    }
    if (fd < 0)
        return;
    if (!fill(fd, data, n))
        _exit(125);
    close(fd);
    if (!there)
        utimensat(AT_FDCWD, ".", untouched, 0);
}

static int run_program(const uint8_t *data, size_t n)
{
    if (program.file)
        put_file(data, n);
    else if (!fill(program.input, data, n) || lseek(0, 0, SEEK_SET) != 0)
        _exit(125);
    put_arguments();
    if (!setjmp(program.back)) {
        program.inside = true;
        exit(tandem_target_main(program.argc, program.argv, program.envp));
    }
    program.inside = false;
    return 0;
}

/* Standard input becomes a file that is ours; the program may only read it. */
static bool open_input(void)
{
    char path[64];
    int fd = memfd_create("stdin", MFD_CLOEXEC);
    program.input = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, TANDEM_HIGH_DESCRIPTOR);
    close(fd);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", program.input);
    int read_only = program.input < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    bool good = read_only >= 0 && dup2(read_only, 0) == 0;
    if (read_only > 0)
        close(read_only);
    return good;
}

void tandem_program_loop(const tandem_request_parts *parts)
{
    const tandem_request *q = &tandem_rt.shared->request;
    program.envp = parts->envp;
    program.file = q->n_files ? parts->files[0] : NULL;
    mallopt(M_MMAP_MAX, 0); /* all of the heap goes back with its end */
    if (!keep_arguments((int)q->argc, parts->argv) || (!program.file && !open_input()) ||
        atexit(leave) != 0)
        return;
    tandem_loop(run_program);
}
