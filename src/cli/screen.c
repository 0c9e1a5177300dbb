#include "cli/screen.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

static const double TICK = 0.25, LINE_INTERVAL = 30;

void screen_open(cli_screen *s, const char *command, bool quiet)
{
    bool terminal = isatty(STDERR_FILENO);
    *s = (cli_screen){
        .command = command, .terminal = terminal && !quiet, .lines = !terminal && !quiet};
    if (s->lines)
        s->due = clock_wall() + LINE_INTERVAL;
}

bool screen_due(cli_screen *s)
{
    double now = clock_wall();
    if (now < s->due || !(s->terminal || s->lines))
        return false;
    s->due = now + (s->terminal ? TICK : LINE_INTERVAL);
    return true;
}

/* Asked each time: it may have changed. */
static unsigned columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

size_t screen_cut(const char *line, size_t n, unsigned width)
{
    size_t at = 0;
    for (unsigned column = 0; at < n && column < width; column++) {
        at++;
        while (at < n && ((unsigned char)line[at] & 0xc0) == 0x80)
            at++;
    }
    return at;
}

static void draw(cli_screen *s, const char *text)
{
    strbuf out = STRBUF_INIT;
    unsigned width = columns(), lines = 0;
    for (const char *line = text; *line; lines++) {
        size_t n = strcspn(line, "\n");
        strbuf clean = STRBUF_INIT;
        text_put_printable(&clean, line, n);
        strbuf_add(&out, clean.text, screen_cut(clean.text, clean.n, width - (width > 1)));
        strbuf_free(&clean);
        strbuf_puts(&out, "\033[K\n");
        line += n + (line[n] != 0);
    }
    screen_clear(s);
    fwrite(out.text, 1, out.n, stderr);
    fflush(stderr);
    s->drawn = lines;
    strbuf_free(&out);
}

void screen_show(cli_screen *s, const char *text)
{
    if (s->terminal)
        draw(s, text);
    else if (s->lines)
        text_print(stderr, "tandem %s: %.*s\n", s->command, (int)strcspn(text, "\n"), text);
}

void screen_clear(cli_screen *s)
{
    if (!s->terminal)
        return;
    for (; s->drawn; s->drawn--)
        fputs("\033[A\033[K", stderr);
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

void screen_put_duration(strbuf *out, double seconds)
{
    unsigned long s = (unsigned long)seconds;
    if (s >= 3600)
        strbuf_printf(out, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else
        strbuf_printf(out, "%lu:%02lu", s / 60, s % 60);
}

void screen_put_count(strbuf *out, unsigned long long number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", number);
    for (int i = 0; i < n; i++) {
        strbuf_putc(out, digits[i]);
        if ((n - i) % 3 == 1 && i + 1 < n)
            strbuf_putc(out, ',');
    }
}
