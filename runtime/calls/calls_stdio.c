/* Calls that read files through streams. glibc's streams read their buffers behind everybody's back
 * and macros take characters out of them without a call; so after each call on a stream that reads
 * an input, its buffer gets the expressions of the part of the file that it holds. */
#include "runtime/boxes/box.h"
#include "runtime/calls/sized.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/host/inputs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { IN_BACKUP = 0x100, PUTTING = 0x800 }; /* in _flags of glibc's struct */

/* The last buffer that got its expressions: the same one need not get them again. */
static struct {
    FILE *f;
    const char *base, *end;
    off_t at;
} last;

/* Where the end of its buffer is in the file; -1: it is not a plain reading stream now. */
static off_t buffer_end(FILE *f)
{
    if (f->_flags & (IN_BACKUP | PUTTING))
        return -1;
    return lseek(fileno_unlocked(f), 0, SEEK_CUR);
}

/* Where the next character comes from; -1: not known. */
static int64_t position(FILE *f)
{
    off_t end = buffer_end(f);
    return end < 0 ? -1 : end - (f->_IO_read_end - f->_IO_read_ptr);
}

static FILE *stream(const tandem_call *c)
{
    return c->file;
}

static bool begin(tandem_call *c, FILE *f)
{
    int64_t at;
    tandem_concretize_args(c);
    c->file = f;
    if (!f)
        return false;
    c->input = tandem_input_of(fileno_unlocked(f));
    at = c->input >= 0 ? position(f) : -1;
    c->position = (uint64_t)at;
    return true;
}

static FILE *argument(const tandem_call *c, uint32_t i)
{
    return c->n > i ? (FILE *)(uintptr_t)c->value[i] : NULL;
}

bool tandem_before_stdio0(struct tandem_call *c)
{
    return begin(c, argument(c, 0));
}
bool tandem_before_stdio1(struct tandem_call *c)
{
    return begin(c, argument(c, 1));
}
bool tandem_before_stdio2(struct tandem_call *c)
{
    return begin(c, argument(c, 2));
}
bool tandem_before_fread(struct tandem_call *c)
{
    if (c->n > 3 && c->expr[2] && c->value[1] == 1)
        tandem_size_inside(tandem_room_at((void *)(uintptr_t)c->value[0]), c->value[2], c->expr[2]);
    return begin(c, argument(c, 3));
}
bool tandem_before_stdio3(struct tandem_call *c)
{
    return begin(c, argument(c, 3));
}
bool tandem_before_stdin(struct tandem_call *c)
{
    return begin(c, stdin);
}

bool tandem_before_fclose(struct tandem_call *c)
{
    last.f = NULL;
    return false;
}

static void refresh(const tandem_call *c)
{
    FILE *f = stream(c);
    off_t end = buffer_end(f);
    off_t start = end - (f->_IO_read_end - f->_IO_read_base);
    if (end < 0 || start < 0 || f->_IO_read_end <= f->_IO_read_base)
        return;
    if (last.f == f && last.base == f->_IO_read_base && last.end == f->_IO_read_end &&
        last.at == end)
        return;
    tandem_input_shadow(c->input, (size_t)start, f->_IO_read_base,
                        (size_t)(f->_IO_read_end - f->_IO_read_base));
    last.f = f;
    last.base = f->_IO_read_base;
    last.end = f->_IO_read_end;
    last.at = end;
}

/* Bytes of the input that the call took; 0 also when nobody knows. */
static size_t taken(const tandem_call *c)
{
    int64_t now = position(stream(c)), before = (int64_t)c->position;
    if (before < 0 || now < before)
        return 0;
    if (feof_unlocked(stream(c)))
        tandem_input_end(c->input, (size_t)now);
    return (size_t)(now - before);
}

tandem_expr tandem_after_stdio(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    if (c->input >= 0)
        refresh(c);
    errno = error;
    return 0;
}

tandem_expr tandem_after_getc(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    tandem_expr e = 0;
    if (c->input >= 0) {
        if (taken(c) == 1)
            e = tandem_extend(TANDEM_ZEXT,
                              tandem_input_match(c->input, c->position, (uint8_t)result), width);
        refresh(c);
    }
    errno = error;
    return e;
}

/* The call put `most` bytes of the file at most to `to`; gives how many. */
static size_t filled(tandem_call *c, uint64_t to, size_t most)
{
    size_t n = taken(c);
    if (n > most)
        n = most;
    tandem_input_shadow(c->input, c->position, (void *)(uintptr_t)to, n);
    return n;
}

/* How much a call takes that reads up to the end of a line depends on each byte of it. */
static void filled_line(tandem_call *c, uint64_t to, size_t most, uint8_t end)
{
    const uint8_t *p = (const uint8_t *)(uintptr_t)to;
    size_t n = filled(c, to, most);
    for (size_t i = 0; i < n; i++) {
        tandem_expr e = tandem_shadow_get(p + i, p[i]);
        if (e)
            tandem_byte_branch(e, end, p[i] == end, c->site);
    }
}

tandem_expr tandem_after_fgets(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    if (result)
        tandem_shadow_clear((void *)(uintptr_t)result, strlen((char *)(uintptr_t)result) + 1);
    if (c->input >= 0) {
        int most = (int)c->value[c->n - 2];
        filled_line(c, c->value[0], result && most > 0 ? (size_t)most - 1 : 0, '\n');
        refresh(c);
    }
    errno = error;
    return 0;
}

tandem_expr tandem_after_fread(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    tandem_shadow_clear((void *)(uintptr_t)c->value[0], c->value[1] * result);
    if (c->input >= 0) {
        filled(c, c->value[0], c->value[1] * c->value[2]);
        refresh(c);
    }
    errno = error;
    return 0;
}

tandem_expr tandem_after_getline(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    uintptr_t line = 0;
    memcpy(&line, (void *)(uintptr_t)c->value[0], sizeof(line));
    tandem_shadow_clear((void *)(uintptr_t)c->value[0], sizeof(line));
    if ((int64_t)result > 0)
        tandem_shadow_clear((void *)line, result + 1);
    if (c->input >= 0) {
        filled_line(c, line, (int64_t)result > 0 ? result : 0,
                    c->n > 3 ? (uint8_t)c->value[2] : '\n');
        refresh(c);
    }
    errno = error;
    return 0;
}

/* fscanf of an input is recorded as sscanf of the rest of the file: that can be called again. The
 * arguments from `format` on are those of sscanf from its second on. */
static bool begin_scan(tandem_call *c, FILE *f, uint32_t format)
{
    enum { MOST = 4096 };
    tandem_concretize_args(c);
    if (!begin(c, f) || c->n >= TANDEM_MAX_ARGS)
        return f != NULL;
    size_t all = c->input >= 0 ? tandem_input_bytes(c->input) : 0;
    if (c->input < 0 || c->position > all || all - c->position > MOST)
        return true;
    size_t n = all - c->position;
    uint8_t *copy = tandem_alloc(n + 1);
    const tandem_known *box = tandem_known_function((const void *)(uintptr_t)sscanf, "sscanf");
    if (!copy || !box || pread(fileno_unlocked(f), copy, n, (off_t)c->position) != (ssize_t)n)
        return true;
    tandem_input_shadow(c->input, c->position, copy, n);
    tandem_object_add(copy, n + 1);
    memmove(&c->value[1], &c->value[format], (c->n - format) * sizeof(*c->value));
    c->n = c->n - format + 1;
    c->value[0] = (uintptr_t)copy;
    c->function = (const void *)(uintptr_t)sscanf;
    c->name = "sscanf";
    tandem_box_begin(c, box);
    return true;
}

bool tandem_before_fscanf(struct tandem_call *c)
{
    return begin_scan(c, argument(c, 0), 1);
}

bool tandem_before_scanf(struct tandem_call *c)
{
    return begin_scan(c, stdin, 0);
}

tandem_expr tandem_after_fscanf(struct tandem_call *c, uint32_t width, uint64_t result)
{
    tandem_expr e = c->box || c->modelled ? tandem_after_box(c, width, result) : 0;
    int error = errno;
    if (c->input >= 0) {
        taken(c);
        refresh(c);
    }
    errno = error;
    return e;
}
