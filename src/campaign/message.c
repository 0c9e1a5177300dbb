#include "campaign/message.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void message_put_u64(strbuf *out, uint64_t number)
{
    strbuf_add(out, (const char *)&number, sizeof number);
}

void message_put_double(strbuf *out, double number)
{
    strbuf_add(out, (const char *)&number, sizeof number);
}

void message_put_bytes(strbuf *out, const void *bytes, size_t n)
{
    message_put_u64(out, n);
    strbuf_add(out, bytes, n);
}

void message_put_text(strbuf *out, const char *text)
{
    message_put_bytes(out, text, strlen(text));
}

static void take(message_reader *r, void *into, size_t n)
{
    if (r->failed || (size_t)(r->end - r->at) < n) {
        r->failed = true;
        memset(into, 0, n);
        return;
    }
    memcpy(into, r->at, n);
    r->at += n;
}

uint64_t message_u64(message_reader *r)
{
    uint64_t number;
    take(r, &number, sizeof number);
    return number;
}

uint64_t message_below(message_reader *r, uint64_t count)
{
    uint64_t number = message_u64(r);
    r->failed |= number >= count;
    return r->failed ? 0 : number;
}

double message_double(message_reader *r)
{
    double number;
    take(r, &number, sizeof number);
    return number;
}

const char *message_bytes(message_reader *r, size_t *n)
{
    uint64_t length = message_u64(r);
    const char *bytes = r->at;
    if (r->failed || (uint64_t)(r->end - r->at) < length) {
        r->failed = true;
        *n = 0;
        return "";
    }
    r->at += length;
    *n = (size_t)length;
    return bytes;
}

char *message_text(message_reader *r)
{
    size_t n;
    const char *bytes = message_bytes(r, &n);
    return base_strndup(bytes, n);
}

/* ---- Findings -------------------------------------------------------------------------------- */

enum { NUMBER_COUNT = 7 };

void message_put_finding(strbuf *out, const finding *f)
{
    uint64_t numbers[NUMBER_COUNT] = {(uint64_t)f->id, f->kind,     f->state, (uint64_t)f->same_as,
                                      f->unit,         f->expected, f->got};
    for (int i = 0; i < NUMBER_COUNT; i++)
        message_put_u64(out, numbers[i]);
    char **texts[FINDING_TEXT_COUNT];
    finding_texts((finding *)f, texts);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        message_put_text(out, *texts[i]);
}

void message_finding(message_reader *r, finding *f)
{
    uint64_t numbers[NUMBER_COUNT];
    for (int i = 0; i < NUMBER_COUNT; i++)
        numbers[i] = message_u64(r);
    r->failed |= numbers[1] >= FINDING_KIND_COUNT || numbers[2] >= FINDING_STATE_COUNT ||
                 numbers[5] > ANSWER_UNKNOWN || numbers[6] > ANSWER_UNKNOWN;
    if (r->failed)
        memset(numbers, 0, sizeof numbers);
    f->id = (int64_t)numbers[0];
    f->kind = (finding_kind)numbers[1];
    f->state = (finding_state)numbers[2];
    f->same_as = (int64_t)numbers[3];
    f->unit = numbers[4];
    f->expected = (answer)numbers[5];
    f->got = (answer)numbers[6];
    char **texts[FINDING_TEXT_COUNT];
    finding_texts(f, texts);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++) {
        free(*texts[i]);
        *texts[i] = message_text(r);
    }
}
