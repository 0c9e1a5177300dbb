#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void print_limit(int resource, const char *what, const char *command)
{
    struct rlimit limit;
    if (!getrlimit(resource, &limit) && limit.rlim_cur != RLIM_INFINITY)
        fprintf(stderr, "tandem: %s is limited to %llu KiB (%s): raise that limit\n", what,
                (unsigned long long)limit.rlim_cur / 1024, command);
}

static _Thread_local struct {
    base_memory_handler call;
    void *user;
} handler;

void base_on_out_of_memory(base_memory_handler call, void *user)
{
    handler.call = call;
    handler.user = user;
}

/* Without allocating, and once: the handler may run out of memory itself. */
static void tell_handler(const char *what, size_t size)
{
    char message[160];
    base_memory_handler call = handler.call;
    handler.call = NULL;
    snprintf(message, sizeof message, "out of memory (%s, %zu bytes)", what, size);
    if (call)
        call(handler.user, message);
}

_Noreturn void base_out_of_memory(const char *what, size_t size)
{
    tell_handler(what, size);
    fprintf(stderr, "tandem: out of memory (%s, %zu bytes)\n", what, size);
    print_limit(RLIMIT_AS, "the address space", "ulimit -v");
    print_limit(RLIMIT_DATA, "the memory of a process", "ulimit -d");
    _Exit(TANDEM_EXIT_OOM);
}

void *base_alloc(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (!block)
        base_out_of_memory("malloc", size);
    return block;
}

void *base_alloc_zero(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block)
        base_out_of_memory("calloc", count * size);
    return block;
}

void *base_realloc(void *block, size_t size)
{
    void *grown = realloc(block, size ? size : 1);
    if (!grown)
        base_out_of_memory("realloc", size);
    return grown;
}

char *base_strdup(const char *text)
{
    return base_strndup(text, strlen(text));
}

char *base_strndup(const char *text, size_t length)
{
    char *copy = base_alloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
