#include "cli/prove/prove_tell.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/text.h"

enum { EXPLAINED = 300 }; /* characters of a line */
enum { COLUMNS = 80 };    /* of a terminal that does not say */

/* A candidate may have hundreds of conjuncts: the first are shown. */
static void explain(void *context, const char *line)
{
    size_t more = 0, n = strlen(line);
    for (const char *at = line; (at = strstr(at, " && ")); at++)
        if (at - line >= EXPLAINED)
            n = more++ ? n : (size_t)(at - line);
    text_print(stderr, "%.*s", (int)n, line);
    if (more)
        text_print(stderr, " && ... (%zu conjuncts more)", more);
    text_print(stderr, "\n");
}

/* In the same line again and again. */
static void show(void *context, const char *line)
{
    struct winsize size;
    int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
    fputs("\r", stderr);
    text_print(stderr, "%.*s", columns - 1, line);
    fputs("\033[K", stderr);
    fflush(stderr);
}

listener prove_tell(bool explains, bool quiet)
{
    listener l = {0};
    if (explains)
        l.tell = explain;
    else if (!quiet && isatty(STDERR_FILENO))
        l.tell = show;
    return l;
}

void prove_tell_end(const listener *l)
{
    if (l->tell == show)
        fputs("\r\033[K", stderr);
}
