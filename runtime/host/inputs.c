#include "runtime/host/inputs.h"

#include "runtime/core/log.h"
#include "runtime/core/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 20 }; /* of one input that are symbolic */

static struct input {
    tandem_expr *byte; /* 0: not seen yet */
    const uint8_t *content;
    size_t bytes;
    dev_t device;
    ino_t node;
    bool is_file, ended;
} inputs[TANDEM_MAX_INPUTS];

int tandem_input_add(tandem_input_kind kind, uint32_t index, size_t bytes, const void *address,
                     const char *name)
{
    tandem_shared *s = tandem_rt.shared;
    if (s->n_inputs >= TANDEM_MAX_INPUTS)
        return -1;
    if (bytes > MAX_BYTES)
        bytes = MAX_BYTES;
    int number = (int)s->n_inputs;
    struct input *i = &inputs[number];
    *i = (struct input){.byte = tandem_alloc(bytes * sizeof(*i->byte) + 1), .bytes = bytes};
    if (!i->byte)
        i->bytes = 0;
    tandem_input *t = &s->inputs[number];
    *t = (tandem_input){.kind = (uint8_t)kind,
                        .index = index,
                        .bytes = (uint32_t)i->bytes,
                        .address = (uintptr_t)address};
    strncpy(t->name, name, sizeof(t->name) - 1);
    s->n_inputs++;
    return number;
}

tandem_expr tandem_input_byte(int input, size_t offset)
{
    struct input *i = &inputs[input];
    if (offset >= i->bytes)
        return 0;
    if (!i->byte[offset])
        i->byte[offset] = tandem_append(TANDEM_INPUT, 0, 8, (uint32_t)input, (uint32_t)offset, 0);
    return i->byte[offset];
}

tandem_expr tandem_input_match(int input, size_t offset, uint8_t value)
{
    const struct input *i = &inputs[input];
    bool same = offset < i->bytes && (!i->content || i->content[offset] == value);
    return same ? tandem_input_byte(input, offset) : 0;
}

void tandem_input_shadow(int input, size_t offset, const void *p, size_t n)
{
    const struct input *i = &inputs[input];
    const uint8_t *bytes = p;
    tandem_shadow_clear(p, n);
    for (size_t k = 0; k < n && offset + k < i->bytes; k++)
        tandem_shadow_set(bytes + k, tandem_input_match(input, offset + k, bytes[k]), bytes[k]);
}

int tandem_input_file(tandem_input_kind kind, uint32_t index, const char *path, const char *name)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), number = -1;
    struct stat st;
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        number = tandem_input_add(kind, index, (size_t)st.st_size, NULL, name);
        if (number >= 0) {
            struct input *i = &inputs[number];
            uint8_t *copy = tandem_alloc(i->bytes + 1);
            size_t got = 0;
            ssize_t n = 1;
            while (copy && got < i->bytes && (n = read(fd, copy + got, i->bytes - got)) > 0)
                got += (size_t)n;
            i->content = copy;
            i->bytes = got;
            i->device = st.st_dev;
            i->node = st.st_ino;
            i->is_file = true;
        }
    }
    close(fd);
    return number;
}

int tandem_input_of(int fd)
{
    struct stat st;
    int saved = errno, found = -1;
    if (fd >= 0 && fstat(fd, &st) == 0)
        for (uint32_t i = 0; i < tandem_rt.shared->n_inputs && i < TANDEM_MAX_INPUTS; i++)
            if (inputs[i].is_file && inputs[i].node == st.st_ino && inputs[i].device == st.st_dev)
                found = (int)i;
    errno = saved;
    return found;
}

size_t tandem_input_bytes(int input)
{
    return inputs[input].bytes;
}

void tandem_input_end(int input, size_t offset)
{
    if (!inputs[input].ended && !tandem_rt.over)
        tandem_append(TANDEM_END_OF_INPUT, 0, 0, (uint32_t)input, (uint32_t)offset, 0);
    inputs[input].ended = true;
}
