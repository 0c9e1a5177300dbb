/* Loops around write and read, programs on the search path, beginnings and ends of texts. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/io.h"
#include "base/text.h"

enum { LARGE = 1 << 20 };

static void ignore(int number)
{
    (void)number;
}

typedef struct slow_reader {
    int descriptor;
    pthread_t writer;
    strbuf text;
} slow_reader;

/* Interrupts the writer, whose pipe is full, before it reads anything. */
static void *read_slowly(void *context)
{
    slow_reader *r = context;
    for (int i = 0; i < 20; i++) {
        pthread_kill(r->writer, SIGUSR1);
        usleep(500);
    }
    io_read_rest(r->descriptor, &r->text);
    return NULL;
}

TEST(writing_goes_on_after_signals)
{
    struct sigaction action = {.sa_handler = ignore}; /* without SA_RESTART */
    sigaction(SIGUSR1, &action, NULL);
    char *bytes = malloc(LARGE);
    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = (char)(i * 7);
    int ends[2];
    CHECK(!pipe(ends));
    slow_reader r = {.descriptor = ends[0], .writer = pthread_self(), .text = STRBUF_INIT};
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, read_slowly, &r));
    CHECK(io_write_all(ends[1], bytes, LARGE));
    close(ends[1]);
    pthread_join(thread, NULL);
    CHECK(r.text.n == LARGE && !memcmp(r.text.text, bytes, LARGE) && !r.text.text[LARGE]);
    close(ends[0]);
    strbuf_free(&r.text);
    free(bytes);
}

TEST(failures_are_told)
{
    int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    CHECK(full < 0 || (!io_write_all(full, "x", 1) && errno == ENOSPC));
    close(full);
    CHECK(!io_write_all(-1, "x", 1) && errno == EBADF);
    CHECK(io_write_all(-1, NULL, 0));
    int ends[2];
    char four[4];
    CHECK(!pipe(ends));
    CHECK(io_write_all(ends[1], "abcdef", 6));
    close(ends[1]);
    CHECK(io_read_exactly(ends[0], four, 4) && !memcmp(four, "abcd", 4));
    CHECK(!io_read_exactly(ends[0], four, 4)); /* two are left */
    close(ends[0]);
    strbuf rest = STRBUF_INIT;
    strbuf_puts(&rest, "kept");
    CHECK(!io_read_rest(-1, &rest) && errno == EBADF && !strcmp(rest.text, "kept"));
    strbuf_free(&rest);
}

static bool finds(const char *name, const char *expected)
{
    char *found = io_find_program(name);
    bool same = expected ? found && !strcmp(found, expected) : !found;
    same = same && io_has_program(name) == (expected != NULL);
    free(found);
    return same;
}

TEST(the_search_path)
{
    char *old = strdup(getenv("PATH"));
    CHECK(!mkdir("a", 0777) && !mkdir("b", 0777) && !mkdir("a/tool", 0777));
    CHECK(folder_write("a/plain", "x", 1) && folder_write("b/tool", "x", 1) &&
          folder_write("b/plain", "x", 1) && folder_write("here", "x", 1));
    chmod("b/tool", 0755);
    chmod("b/plain", 0755);
    chmod("here", 0755);
    setenv("PATH", "a:missing:b", 1);
    CHECK(finds("tool", "b/tool"));   /* a/tool is a folder */
    CHECK(finds("plain", "b/plain")); /* a/plain may not be run */
    CHECK(finds("here", NULL));
    CHECK(finds("./here", "./here"));
    CHECK(finds("a/tool", NULL));
    CHECK(finds("", NULL));
    setenv("PATH", "a::b", 1); /* an empty entry is the working directory */
    CHECK(finds("here", "./here"));
    setenv("PATH", "a:", 1);
    CHECK(finds("here", "./here"));
    setenv("PATH", "", 1);
    CHECK(finds("here", "./here"));
    unsetenv("PATH");
    CHECK(finds("here", NULL) && io_has_program("sh")); /* execvp has a path of its own then */
    setenv("PATH", old, 1);
    free(old);
}

TEST(beginnings_and_ends)
{
    CHECK(text_begins("llvm.memcpy", "llvm.") && text_begins("a", "") && text_begins("", ""));
    CHECK(!text_begins("llv", "llvm.") && !text_begins("", "x"));
    CHECK(text_ends("x.smt2", ".smt2") && text_ends(".c", ".c") && text_ends("a", ""));
    CHECK(!text_ends("c", ".c") && !text_ends("x.c ", ".c"));
    CHECK(text_ends_n("U!val!0", 6, "!val!") && !text_ends_n("U!val!0", 5, "!val!"));
}

TEST(lists_of_texts)
{
    text_list list = {0};
    vec_push(&list, strdup("one"));
    vec_push(&list, NULL);
    text_list_free(&list);
    CHECK(!list.n && !list.at);
}
