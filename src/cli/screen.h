/* What the long commands show on stderr while they run: on a terminal a few lines that are written
 * over again and again, elsewhere a line now and then, with -q nothing. Lines are cut at the width
 * of the terminal. Nothing about the terminal is changed, so that there is nothing to restore when
 * a signal ends the process. */
#ifndef TANDEM_CLI_SCREEN_H
#define TANDEM_CLI_SCREEN_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef struct cli_screen {
    const char *command; /* of tandem, for the lines elsewhere */
    bool terminal;       /* lines are written over */
    bool lines;          /* a line now and then instead */
    unsigned drawn;      /* lines on the terminal that are ours */
    double due;          /* clock_wall: not before that */
} cli_screen;

void screen_open(cli_screen *s, const char *command, bool quiet);
/* Whether there is something to be shown now; the next time is a while later. */
bool screen_due(cli_screen *s);
/* Instead of what was shown before: lines on a terminal (with or without a last line feed), one
 * line elsewhere. */
void screen_show(cli_screen *s, const char *text);
/* Removes it from the terminal: something else is to be printed. */
void screen_clear(cli_screen *s);

/* 1:02:03 or 2:03. */
void screen_put_duration(strbuf *out, double seconds);
/* 1,234,567 */
void screen_put_count(strbuf *out, unsigned long long number);
/* The bytes of the first `width` columns of a line of UTF-8 of `n` bytes. */
size_t screen_cut(const char *line, size_t n, unsigned width);

#endif
