/* Calls that read files through descriptors, and names of files. */
#include "runtime/calls/calls.h"
#include "runtime/calls/sized.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"
#include "runtime/host/inputs.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static void begin(tandem_call *c, off_t position)
{
    tandem_concretize_args(c);
    c->input = c->n > 2 && position >= 0 ? tandem_input_of((int)c->value[0]) : -1;
    c->position = (uint64_t)position;
}

bool tandem_before_read(struct tandem_call *c)
{
    if (c->n > 2 && c->expr[2])
        tandem_size_inside(tandem_room_at((void *)(uintptr_t)c->value[1]), c->value[2], c->expr[2]);
    begin(c, lseek((int)c->value[0], 0, SEEK_CUR));
    return c->n > 2;
}

bool tandem_before_pread(struct tandem_call *c)
{
    begin(c, c->n > 3 ? (off_t)c->value[3] : -1);
    return c->n > 2;
}

tandem_expr tandem_after_read(struct tandem_call *c, uint32_t width, uint64_t result)
{
    void *to = (void *)(uintptr_t)c->value[1];
    if ((int64_t)result > 0)
        tandem_shadow_clear(to, result);
    if (c->input < 0 || (int64_t)result < 0)
        return 0;
    tandem_input_shadow(c->input, c->position, to, result);
    if (result < c->value[2])
        tandem_input_end(c->input, c->position + result);
    return 0;
}

tandem_expr tandem_after_readv(struct tandem_call *c, uint32_t width, uint64_t result)
{
    const struct iovec *parts = (const struct iovec *)(uintptr_t)c->value[1];
    uint64_t left = (int64_t)result > 0 ? result : 0, at = c->position;
    for (int i = 0; left && i < (int)c->value[2]; i++) {
        size_t n = parts[i].iov_len < left ? parts[i].iov_len : left;
        tandem_shadow_clear(parts[i].iov_base, n);
        if (c->input >= 0)
            tandem_input_shadow(c->input, at, parts[i].iov_base, n);
        at += n;
        left -= n;
    }
    if (c->input >= 0 && result == 0)
        tandem_input_end(c->input, c->position);
    return 0;
}

tandem_expr tandem_after_mmap(struct tandem_call *c, uint32_t width, uint64_t result)
{
    void *p = (void *)(uintptr_t)result;
    if (p == MAP_FAILED || c->n < 6)
        return 0;
    size_t bytes = c->value[1];
    tandem_shadow_clear(p, bytes);
    tandem_object_add(p, bytes);
    int input = c->value[3] & MAP_ANONYMOUS ? -1 : tandem_input_of((int)c->value[4]);
    if (input >= 0 && c->value[5] < tandem_input_bytes(input) && (c->value[2] & PROT_READ)) {
        size_t there = tandem_input_bytes(input) - c->value[5];
        tandem_input_shadow(input, c->value[5], p, bytes < there ? bytes : there);
    }
    return 0;
}

bool tandem_before_munmap(struct tandem_call *c)
{
    if (c->n == 2) {
        tandem_shadow_clear((void *)(uintptr_t)c->value[0], c->value[1]);
        tandem_object_remove((void *)(uintptr_t)c->value[0]);
    }
    return false;
}

/* The bytes of a name decide what the call does. */
static void fix_string(uint64_t address)
{
    const uint8_t *s = (const uint8_t *)(uintptr_t)address;
    for (size_t i = 0; s; i++) {
        tandem_expr e = tandem_shadow_get(s + i, s[i]);
        if (e)
            tandem_fix(e, s[i], TANDEM_WHY_CALL);
        if (!s[i])
            break;
    }
}

bool tandem_before_path(struct tandem_call *c)
{
    if (c->n > 0)
        fix_string(c->value[0]);
    return tandem_concretize_args(c);
}

bool tandem_before_pathat(struct tandem_call *c)
{
    if (c->n > 1)
        fix_string(c->value[1]);
    return tandem_concretize_args(c);
}
