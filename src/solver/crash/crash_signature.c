#include "solver/crash/crash_signature.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "solver/verdict.h"

static const struct phrase {
    const char *text;
    crash_kind kind;
} phrases[] = {
    {"AddressSanitizer", CRASH_SANITIZER},
    {"LeakSanitizer", CRASH_SANITIZER},
    {"MemorySanitizer", CRASH_SANITIZER},
    {"ThreadSanitizer", CRASH_SANITIZER},
    {"UndefinedBehaviorSanitizer", CRASH_SANITIZER},
    {"runtime error:", CRASH_SANITIZER},
    {"ASSERTION VIOLATION", CRASH_ASSERTION},
    {"UNEXPECTED CODE WAS REACHED", CRASH_ASSERTION},
    {"Fatal failure within", CRASH_ASSERTION},
    {"Assertion `", CRASH_ASSERTION},
    {"Assertion failed", CRASH_ASSERTION},
    {"terminate called", CRASH_ASSERTION},
    {"nternal error", CRASH_ASSERTION},
    {"suffered a segfault", CRASH_SIGNAL},
    {"Segmentation fault", CRASH_SIGNAL},
};
enum { PHRASES = sizeof phrases / sizeof *phrases, LINES = 4, FRAMES = 3 };

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    line += line_length(line);
    return *line ? line + 1 : line;
}

/* A line of a reply to get-model or get-value may hold any text: names and strings of a formula. */
static bool may_be_model(const char *line)
{
    return (*line == '(' && !text_begins(line, "(error")) || *line == ' ' || *line == '\t';
}

/* The line with the phrase, or NULL. */
static const char *find_line(const char *text, const char *phrase, bool trusted)
{
    for (const char *line = text; *line; line = next_line(line)) {
        const char *found = strstr(line, phrase);
        if (!found)
            return NULL;
        while (found >= line + line_length(line))
            line = next_line(line);
        if (trusted || !may_be_model(line))
            return line;
    }
    return NULL;
}

const char *crash_text(const char *out, const char *err, crash_kind *kind)
{
    for (int i = 0; i < PHRASES; i++) {
        const char *line = find_line(err, phrases[i].text, true);
        line = line ? line : find_line(out, phrases[i].text, false);
        if (line) {
            *kind = phrases[i].kind;
            return line;
        }
    }
    *kind = CRASH_NONE;
    return NULL;
}

bool crash_is_refusal(const char *out, const char *err)
{
    static const char *const words[] = {"nimplemented",    "ot implemented",
                                        "NOT IMPLEMENTED", "no concrete implementation",
                                        "nsupported",      "ot supported"};
    crash_kind kind;
    const char *line = crash_text(out, err, &kind), *end = line;
    if (kind != CRASH_ASSERTION)
        return false;
    for (int i = 0; i < LINES; i++)
        end = next_line(end);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(line, words[i]);
        if (found && found < end)
            return true;
    }
    return false;
}

static const char *text_of(const runner_result *r, crash_kind *kind)
{
    const char *out = r->output ? r->output : "", *err = r->errors ? r->errors : "";
    if (!r->output && !r->errors && r->verdict == RUNNER_CRASH)
        err = r->excerpt;
    return crash_text(out, err, kind);
}

crash_kind crash_of(const runner_result *r)
{
    crash_kind kind;
    bool ran_out = r->verdict == RUNNER_MEMOUT || r->verdict == RUNNER_STOPPED;
    if (crash_is_refusal(r->output ? r->output : "", r->errors ? r->errors : ""))
        return CRASH_NONE;
    if (!ran_out && text_of(r, &kind))
        return kind;
    return !ran_out && verdict_is_fault(verdict_signal(r)) ? CRASH_SIGNAL : CRASH_NONE;
}

/* ---- Signatures ------------------------------------------------------------------------------ */

/* The last part of the path that begins at `text`: where it begins. */
static const char *skip_folders(const char *text)
{
    const char *last = text;
    for (const char *p = text; *p && !strchr(" \t\n\"'`():,;", *p); p++)
        if (*p == '/')
            last = p + 1;
    return last;
}

static bool begins_word(const char *start, const char *p)
{
    return p == start || strchr(" \t\"'`(=:,", p[-1]);
}

void crash_normalise(const char *message, strbuf *out)
{
    size_t n = line_length(message);
    for (const char *p = message; p < message + n;) {
        if (begins_word(message, p))
            p = skip_folders(p);
        if (*p == '0' && (p[1] == 'x' || p[1] == 'X')) {
            strbuf_putc(out, '#');
            for (p += 2; isxdigit((unsigned char)*p); p++)
                ;
        } else if (isdigit((unsigned char)*p)) {
            strbuf_putc(out, '#');
            while (isdigit((unsigned char)*p))
                p++;
        } else if (*p == '|') {
            const char *end = memchr(p + 1, '|', (size_t)(message + n - p - 1));
            strbuf_putc(out, '#');
            p = end ? end + 1 : message + n;
        } else if (p < message + n) {
            strbuf_putc(out, *p++);
        }
    }
    while (out->n && isspace((unsigned char)out->text[out->n - 1]))
        out->text[--out->n] = '\0';
}

/* The name in a frame "    #1 0x7f01 in name file:line", and its length; NULL: no frame. */
static const char *frame_name(const char *line, size_t *n)
{
    line += strspn(line, " \t");
    if (*line != '#' || !isdigit((unsigned char)line[1]))
        return NULL;
    const char *in = strstr(line, " in ");
    if (!in || in >= line + line_length(line))
        return NULL;
    *n = strcspn(in + 4, " (\n");
    return in + 4;
}

/* What a sanitizer puts before the solver's own frames. */
static bool is_interceptor(const char *name, size_t n)
{
    static const char *const beginnings[] = {"__asan",  "__interceptor", "__sanitizer", "__ubsan",
                                             "__msan",  "__lsan",        "malloc",      "calloc",
                                             "realloc", "operator",      "mem",         "str"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        if (n >= length && !memcmp(name, beginnings[i], length))
            return true;
    }
    return false;
}

static void add_frames(const char *report, strbuf *out)
{
    int frames = 0;
    bool in_stack = false;
    for (const char *line = next_line(report); *line && frames < FRAMES; line = next_line(line)) {
        size_t n;
        const char *name = frame_name(line, &n);
        if (!name && in_stack)
            return; /* of the next stack: where the memory was allocated, say */
        in_stack |= name != NULL;
        if (!name || is_interceptor(name, n))
            continue;
        strbuf_puts(out, frames++ ? " < " : " in ");
        strbuf_add(out, name, n);
    }
}

static void add_sanitizer(const char *line, strbuf *out)
{
    const char *ours = strstr(line, "Sanitizer: "), *end = line + line_length(line);
    if (!ours || ours >= end) { /* file:line:column: runtime error: what */
        crash_normalise(line, out);
        return;
    }
    while (ours > line && isalpha((unsigned char)ours[-1]))
        ours--;
    const char *address = strstr(ours, " on ");
    const char *stop = address && address < end ? address : end;
    char *what = base_strndup(ours, (size_t)(stop - ours));
    char *detail = strchr(what, '(');
    if (detail)
        *detail = '\0';
    crash_normalise(what, out);
    free(what);
    add_frames(line, out);
}

/* The line, and those below it that tell more about the place in the solver. */
static void add_assertion(const char *line, strbuf *out)
{
    crash_normalise(line, out);
    bool is_z3 = strstr(line, "ASSERTION VIOLATION") == line;
    bool is_cvc = strstr(line, "Fatal failure") == line;
    for (int i = 1; (is_z3 || is_cvc) && i < LINES; i++) {
        line = next_line(line);
        if (!*line || *line == '\n')
            continue;
        strbuf_puts(out, "; ");
        crash_normalise(line + strspn(line, " \t"), out);
    }
}

void crash_signature(const runner_result *r, strbuf *out)
{
    crash_kind kind = crash_of(r), of_text;
    if (kind == CRASH_NONE)
        return;
    const char *line = text_of(r, &of_text);
    if (kind == CRASH_SANITIZER)
        add_sanitizer(line, out);
    else if (kind == CRASH_ASSERTION)
        add_assertion(line, out);
    else {
        int signal = verdict_signal(r);
        strbuf_puts(out, strsignal(verdict_is_fault(signal) ? signal : SIGSEGV));
        if (r->stack)
            strbuf_printf(out, " in %s", r->stack);
    }
}

void crash_message(const runner_result *r, strbuf *out)
{
    crash_kind kind = crash_of(r), of_text;
    if (kind == CRASH_NONE)
        return;
    const char *text = text_of(r, &of_text);
    int signal = verdict_signal(r);
    strbuf words = STRBUF_INIT;
    if (signal)
        strbuf_printf(&words, "%s%s", strsignal(signal), text ? ": " : "");
    strbuf_puts(&words, text ? text : "");
    if (r->stack)
        strbuf_printf(&words, " in %s", r->stack);
    char *line = verdict_line(words.text);
    strbuf_puts(out, line);
    free(line);
    strbuf_free(&words);
}
