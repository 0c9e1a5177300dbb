#include "explore/finding/broken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "explore/finding/broken_names.h"

enum {
    FRAMES_COMPARED = 3,
    FRAMES_SHOWN = 8,
    FRAMES_SHOWN_OF_OTHERS = 3,
    MOST_FRAMES = 64 /* of one report */
};
static const char FRAME_START[] = "  #";

/* ---- Reading --------------------------------------------------------------------------------- */

static char *copy(const char *from, const char *end)
{
    return base_strndup(from, end > from ? (size_t)(end - from) : 0);
}

/* "heap-buffer-overflow" of "heap-buffer-overflow on address 0x…": where it ends. */
static const char *end_of_error(const char *at, const char *line_end)
{
    static const char *const stops[] = {" on address 0x", " on 0x", " on unknown", ":", " ("};
    const char *end = line_end;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        const char *stop = strstr(at, stops[i]);
        if (stop && stop < end)
            end = stop;
    }
    return end;
}

static void read_error(explore_broken *b, const char *line, const char *end)
{
    static const char mark[] = "Sanitizer: "; /* behind ERROR, and Address or UndefinedBehavior */
    const char *at = strstr(line, mark);
    unsigned long bytes;
    bool writes = text_begins(line, "WRITE of size ");
    if (at && at < end && !b->error && strstr(line, "ERROR: ") && strstr(line, "ERROR: ") < at) {
        at += sizeof mark - 1;
        b->error = copy(at, end_of_error(at, end));
    } else if (b->error && !b->access && (writes || text_begins(line, "READ of size ")) &&
               sscanf(line, "%*s of size %lu", &bytes) == 1) {
        strbuf words = STRBUF_INIT;
        strbuf_printf(&words, "%s of %lu byte%s", writes ? "write" : "read", bytes,
                      bytes == 1 ? "" : "s");
        b->access = strbuf_detach(&words);
    }
}

/* "    #1 0x55d2 (/path/program+0x12d2)", maybe with more behind it. */
static void read_frame(explore_broken *b, const char *line, const char *end, uint8_t section,
                       const char *program)
{
    const char *module = memchr(line, '(', (size_t)(end - line)), *plus = NULL;
    for (const char *p = module ? ++module : end; p < end; p++)
        if (text_begins(p, "+0x"))
            plus = p;
    if (!plus || b->frames.n >= MOST_FRAMES)
        return;
    broken_frame f = {
        .offset = strtoull(plus + 1, NULL, 16), .module = copy(module, plus), .section = section};
    f.own = !strcmp(f.module, program) || !strcmp(f.module, "/proc/self/exe");
    vec_push(&b->frames, f);
}

static bool is_frame(const char *line)
{
    line += strspn(line, " ");
    return *line == '#' && line[1] >= '0' && line[1] <= '9';
}

/* "freed by thread T0 here:" */
static bool is_title(const char *line, const char *stop)
{
    static const char end[] = " here";
    size_t n = sizeof end - 1;
    return *stop == ':' && (size_t)(stop - line) > n && !strncmp(stop - n, end, n);
}

void broken_read(explore_broken *b, const char *text, const char *program)
{
    *b = (explore_broken){0};
    uint8_t section = 0;
    const char *before = text;
    bool in_frames = false, open = true; /* whether the section is one that is read */
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        bool frame = is_frame(line);
        if (frame && !in_frames && b->frames.n) {
            const char *stop = before + strcspn(before, ":\n");
            open = section + 1 < BROKEN_SECTIONS && is_title(before, stop);
            if (open)
                b->sections[++section] = copy(before, stop);
        }
        if (frame && open)
            read_frame(b, line, end, section, program);
        else if (!frame)
            read_error(b, line, end);
        in_frames = frame;
        before = line;
    }
}

void broken_free(explore_broken *b)
{
    for (size_t i = 0; i < b->frames.n; i++)
        free(b->frames.at[i].module);
    vec_free(&b->frames);
    for (int i = 0; i < BROKEN_SECTIONS; i++)
        free(b->sections[i]);
    free(b->error);
    free(b->access);
    *b = (explore_broken){0};
}

/* ---- Comparing ------------------------------------------------------------------------------- */

uint64_t broken_key(const explore_broken *b)
{
    uint64_t key = b->error ? hash_bytes(b->error, strlen(b->error)) : 1;
    bool own = false;
    for (size_t i = 0; i < b->frames.n; i++)
        own |= b->frames.at[i].own;
    uint32_t taken = 0;
    for (size_t i = 0; i < b->frames.n && taken < FRAMES_COMPARED; i++) {
        const broken_frame *f = &b->frames.at[i];
        if (f->section || (own && !f->own))
            continue;
        key = hash_mix(key, f->own ? 0 : hash_bytes(f->module, strlen(f->module)));
        key = hash_mix(key, f->offset);
        taken++;
    }
    return taken || b->error ? key | 1 : 0;
}

uint64_t broken_description_key(const char *text)
{
    size_t n = strcspn(text, "\n");
    uint64_t key = hash_bytes(text, n);
    const char *line = text[n] ? text + n + 1 : text + n;
    for (int i = 0; i < FRAMES_COMPARED && text_begins(line, FRAME_START); i++) {
        n = strcspn(line, "\n");
        key = hash_mix(key, hash_bytes(line, n));
        line += n + (line[n] != 0);
    }
    return key;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void put_place(const broken_name *n, strbuf *out)
{
    if (n->place)
        strbuf_printf(out, "%s (%s)", n->place, n->function);
    else
        strbuf_puts(out, n->function);
}

/* Frames of a section, without those that have no line where others do: of libraries, and of the
 * sanitizer itself. */
static void put_section(const broken_names *names, uint8_t section, uint32_t most, strbuf *out)
{
    bool places = false;
    uint32_t shown = 0;
    for (size_t i = 0; i < names->n; i++)
        places |= names->at[i].section == section && names->at[i].place;
    for (size_t i = 0; i < names->n && shown < most; i++) {
        const broken_name *n = &names->at[i];
        if (n->section != section || (places && !n->place))
            continue;
        if (!section && !shown) {
            strbuf_puts(out, " at ");
            put_place(n, out);
            strbuf_putc(out, '\n');
        }
        strbuf_printf(out, "%s%u ", FRAME_START, shown++);
        put_place(n, out);
        strbuf_putc(out, '\n');
    }
    if (!section && !shown)
        strbuf_putc(out, '\n');
}

void broken_describe(const explore_broken *b, const char *program,
                     const volatile sig_atomic_t *interrupt, strbuf *out)
{
    broken_names names = {0};
    broken_names_find(&names, b, program, interrupt);
    put_section(&names, 0, FRAMES_SHOWN, out);
    for (uint8_t i = 1; i < BROKEN_SECTIONS && b->sections[i]; i++) {
        strbuf_printf(out, "%s:\n", b->sections[i]);
        put_section(&names, i, FRAMES_SHOWN_OF_OTHERS, out);
    }
    broken_names_free(&names);
}
