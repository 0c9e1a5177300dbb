/* Changes of binary inputs whose parts have lengths: a change of bytes alone mostly breaks them. */
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "fuse/campaign/unit.h"
#include "fuzz/change.h"

size_t fuzz_change_bytes(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    (void)seed;
    return LLVMFuzzerMutate(data, size, most);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void change_report(unit_report *report, rng *r)
{
    switch (rng_below(r, 6)) {
    case 0:
        report->plan.strategy = (fuse_strategy)rng_below(r, FUSE_STRATEGY_COUNT);
        break;
    case 1:
        report->unit = rng_next(r) >> rng_below(r, 64);
        break;
    case 2:
        vec_push(&report->functions, (uint32_t)rng_below(r, 100));
        break;
    case 3:
        report->functions.n -= report->functions.n > 0;
        break;
    case 4: {
        unit_run run = {.solver = rng_below(r, 4),
                        .verdict = (runner_verdict)rng_below(r, RUNNER_VERDICT_COUNT)};
        vec_push(&report->runs, run);
        break;
    }
    default:
        report->runs.n -= report->runs.n > 0;
    }
}

static void change_finding(finding *f, rng *r)
{
    char **texts[FINDING_TEXT_COUNT];
    uint8_t bytes[256];
    finding_texts(f, texts);
    char **text = texts[rng_below(r, FINDING_TEXT_COUNT)];
    size_t n = strlen(*text) < sizeof bytes ? strlen(*text) : sizeof bytes;
    switch (rng_below(r, 3)) {
    case 0:
        f->kind = (finding_kind)rng_below(r, FINDING_KIND_COUNT);
        break;
    case 1:
        f->state = (finding_state)rng_below(r, FINDING_STATE_COUNT);
        break;
    default:
        memcpy(bytes, *text, n);
        n = LLVMFuzzerMutate(bytes, n, sizeof bytes);
        free(*text);
        *text = base_strndup((const char *)bytes, n);
    }
}

size_t fuzz_change_message(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    rng r;
    strbuf out = STRBUF_INIT;
    message_reader in = {.at = (const char *)data, .end = (const char *)data + size};
    unit_report report = {0};
    finding f;
    rng_seed(&r, seed);
    finding_init(&f);
    unit_report_read(&in, &report);
    if (!in.failed && !rng_one_in(&r, 3)) {
        const char *rest = in.at;
        change_report(&report, &r);
        unit_report_put(&out, &report);
        message_finding(&in, &f);
        if (in.failed) {
            strbuf_add(&out, rest, (size_t)(in.end - rest));
        } else {
            change_finding(&f, &r);
            message_put_finding(&out, &f);
        }
    }
    bool good = out.n && out.n <= most;
    if (good)
        memcpy(data, out.text, out.n);
    size_t n = good ? out.n : LLVMFuzzerMutate(data, size, most);
    unit_report_free(&report);
    finding_free(&f);
    strbuf_free(&out);
    return n;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Where the k-th piece begins; `size` when there are not so many. */
static size_t piece_at(const uint8_t *data, size_t size, size_t k)
{
    size_t at = 0;
    for (; k > 0 && at + 2 <= size; k--)
        at += 2 + data[at + 1];
    return at + 2 <= size ? at : size;
}

size_t fuzz_change_pieces(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    rng r;
    uint8_t piece[UINT8_MAX];
    size_t count = 0;
    rng_seed(&r, seed);
    while (piece_at(data, size, count) < size)
        count++;
    size_t at = piece_at(data, size, rng_below(&r, count + 1));
    size_t old = at + 2 <= size ? data[at + 1] : 0;
    if (rng_one_in(&r, 3) || (at < size && at + 2 + old > size) || size + 2 + sizeof piece > most)
        return LLVMFuzzerMutate(data, size, most);
    bool fresh = at == size || rng_one_in(&r, 4);
    uint8_t kind = fresh ? (uint8_t)rng_below(&r, 8) : data[at];
    size_t gone = fresh ? 0 : old + 2, n = fresh ? 0 : old;
    memcpy(piece, data + at + (fresh ? 0 : 2), n);
    n = LLVMFuzzerMutate(piece, n, sizeof piece);
    memmove(data + at + 2 + n, data + at + gone, size - at - gone);
    data[at] = kind;
    data[at + 1] = (uint8_t)n;
    memcpy(data + at + 2, piece, n);
    return size - gone + n + 2;
}
