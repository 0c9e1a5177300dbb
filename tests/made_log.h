/* Logs of traced runs, written by hand: the shared memory that a program would have left. */
#ifndef TANDEM_TESTS_MADE_LOG_H
#define TANDEM_TESTS_MADE_LOG_H

#include <stdlib.h>
#include <string.h>

#include "explore/trace/trace.h"

enum { ROOM = 1 << 14 };

static tandem_shared *shared;

/* An empty log. */
static tandem_shared *fresh(void)
{
    size_t size = sizeof *shared + ROOM * sizeof *shared->log;
    if (!shared)
        shared = malloc(size);
    memset(shared, 0, size);
    shared->n_records = 1;
    shared->log_records = ROOM;
    return shared;
}

/* One more record: its number. */
static uint32_t put(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint32_t flag)
{
    shared->log[shared->n_records] = (tandem_record){
        .op = (uint8_t)op, .flag = (uint8_t)flag, .width = (uint16_t)width, .a = a, .b = b, .c = c};
    return shared->n_records++;
}

static uint32_t constant(uint32_t width, uint64_t n)
{
    return put(TANDEM_CONST, width, (uint32_t)n, (uint32_t)(n >> 32), 0, 0);
}

#endif
