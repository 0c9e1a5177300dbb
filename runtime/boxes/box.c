#include "runtime/boxes/box.h"

#include "runtime/boxes/choices.h"
#include "runtime/boxes/classify.h"
#include "runtime/boxes/invoke.h"
#include "runtime/boxes/keeper.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/models/models.h"

#include <errno.h>
#include <string.h>

/* The one box call that is under way: inside it nothing is traced, so there is no second. */
static struct tandem_boxed {
    const tandem_signature *signature;
    tandem_footprint footprint;
    tandem_box_byte reached[TANDEM_MAX_REACH];
    uint32_t n_reached, keeper;
} boxed;

/* Signatures are read when they are first needed. */
static tandem_signature *signature_of(const tandem_known *k)
{
    enum { SLOTS = 512 };
    static struct {
        const tandem_known *known;
        tandem_signature *signature;
    } read[SLOTS];
    const char *bad;
    size_t i = (uintptr_t)k / sizeof(*k) % SLOTS, tried = 0;
    while (read[i].known && read[i].known != k && ++tried < SLOTS)
        i = (i + 1) % SLOTS;
    if (read[i].known == k)
        return read[i].signature;
    tandem_signature *s = tandem_alloc(sizeof(*s));
    if (!s || !tandem_signature_read(k->signature, s, &bad))
        return NULL;
    read[i].known = k;
    read[i].signature = s;
    return s;
}

static uint32_t function_index(const tandem_call *c)
{
    tandem_shared *s = tandem_rt.shared;
    uint32_t i = 0;
    while (i < s->n_functions && i < TANDEM_MAX_FUNCTIONS &&
           s->functions[i].address != (uintptr_t)c->function)
        i++;
    if (i == s->n_functions && i < TANDEM_MAX_FUNCTIONS) {
        tandem_function_info *f = &s->functions[i];
        memset(f, 0, sizeof(*f));
        strncpy(f->name, c->name, sizeof(f->name) - 1);
        f->address = (uintptr_t)c->function;
        f->origin = c->origin;
        s->n_functions++;
    }
    return i;
}

static void remember_reached(const tandem_footprint *f)
{
    boxed.n_reached = 0;
    for (uint32_t i = 0; i < f->reached.n; i++) {
        const uint8_t *p = (const uint8_t *)f->reached.range[i].base;
        for (size_t k = 0; k < f->reached.range[i].bytes; k++)
            boxed.reached[boxed.n_reached++] =
                (tandem_box_byte){.address = (uintptr_t)(p + k),
                                  .expr = tandem_shadow_get(p + k, p[k]),
                                  .value = p[k]};
    }
}

/* What the program does when it is called back is not known, so nobody can put it back. */
static bool calls_back(const tandem_signature *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (s->arg[i].kind == TANDEM_ARG_CALL)
            return true;
    return false;
}

/* Of a function that nobody has listed only what it is given is made concrete: that is all that was
 * ever known of it. */
static bool refuse(tandem_call *c, const tandem_footprint *f)
{
    if (c->known->prototype)
        return tandem_concretize_args(c);
    tandem_box_concretize(c, f);
    return false;
}

static bool has_model(tandem_call *c, bool (*model)(tandem_call *))
{
    if (!(tandem_rt.shared->request.flags & TANDEM_RUN_MODELS) || tandem_chosen_by_name(c) ||
        !model(c))
        return false;
    c->modelled = true;
    c->error = errno;
    return true;
}

/* What a model would say of the box; nothing is logged but expressions. */
static void ask_model(tandem_call *c)
{
    if (!(tandem_rt.shared->request.flags & TANDEM_RUN_FACTS))
        return;
    c->supposed = true;
    c->judged = tandem_model_varied(c) || tandem_model(c);
    c->supposed = false;
}

static bool begin(tandem_call *c, const tandem_known *box, tandem_signature *s)
{
    tandem_footprint *f = &boxed.footprint;
    if (has_model(c, tandem_model_varied))
        return true;
    tandem_box_footprint(c, s, f);
    if (!f->symbolic && !f->reached.full) {
        for (uint32_t i = 0; i < f->changed.n; i++)
            tandem_shadow_clear((void *)f->changed.range[i].base, f->changed.range[i].bytes);
        return false;
    }
    if (has_model(c, tandem_model)) {
        for (uint32_t i = 0; i < f->changed.n; i++)
            tandem_shadow_clear((void *)f->changed.range[i].base, f->changed.range[i].bytes);
        return true;
    }
    bool defer = !(tandem_rt.shared->request.flags & TANDEM_RUN_NO_DEFERRED) && !f->reached.full &&
                 f->symbolic && tandem_chosen(c) && tandem_can_invoke(c->n, c->floats);
    if (!defer)
        return refuse(c, f);
    c->origin = box->origin;
    if (box->prototype) {
        if (!tandem_admit(c, s))
            return refuse(c, f);
        tandem_box_footprint(c, s, f);
    }
    if (f->reached.full || function_index(c) == TANDEM_MAX_FUNCTIONS)
        return refuse(c, f);
    boxed.signature = s;
    ask_model(c);
    remember_reached(f);
    boxed.keeper = tandem_keeper_fork(calls_back(s));
    c->error = errno;
    c->box = &boxed;
    return true;
}

bool tandem_box_begin(tandem_call *c, const tandem_known *box)
{
    tandem_signature *s = signature_of(box);
    if (box->prototype && s && s->n != c->n) {
        tandem_refused(c, TANDEM_ORIGIN_SHAPE);
        s = NULL;
    }
    return s ? begin(c, box, s) : tandem_concretize_args(c);
}

bool tandem_before_box(struct tandem_call *c)
{
    return tandem_box_begin(c, c->known);
}

bool tandem_before_any(struct tandem_call *c)
{
    static tandem_signature s;
    if (tandem_rt.over)
        return false;
    s = (tandem_signature){.n = c->n};
    for (uint32_t i = 0; i < c->n; i++) {
        s.arg[i].width = c->expr[i] ? tandem_at(c->expr[i])->width : 64;
        s.arg[i].is_float = c->floats >> i & 1;
    }
    return begin(c, c->known, &s);
}

const tandem_known tandem_any_box = {.name = "",
                                     .before = tandem_before_any,
                                     .after = tandem_after_box,
                                     .origin = TANDEM_ORIGIN_NAMED};

static uint32_t arg_width(const tandem_call *c, const tandem_signature *s, uint32_t i)
{
    if (c->expr[i])
        return tandem_at(c->expr[i])->width;
    return i < s->n ? s->arg[i].width : 64;
}

/* Writes the record of the call; 0: no room. */
static uint32_t write_record(const tandem_call *c, uint32_t width, uint64_t result, int error)
{
    const tandem_signature *s = boxed.signature;
    const tandem_reach *changed = &boxed.footprint.changed;
    tandem_box b = {.n_args = c->n,
                    .n_reached = boxed.n_reached,
                    .n_changed = (uint32_t)changed->bytes,
                    .result_width = width,
                    .result = result,
                    .error = (uint32_t)error,
                    .keeper = boxed.keeper,
                    .floats = c->floats | (s->result_float ? (uint64_t)1 << 63 : 0)};
    size_t unit = sizeof(tandem_record);
    size_t bytes = sizeof(b) + c->n * sizeof(tandem_box_arg) +
                   (boxed.n_reached + changed->bytes) * sizeof(tandem_box_byte);
    size_t raw = (bytes + unit - 1) / unit;
    uint8_t *at = tandem_log_room(raw + 1) ? tandem_scratch(raw * unit) : NULL;
    if (!at)
        return 0;
    uint8_t *p = at;
    p = (uint8_t *)memcpy(p, &b, sizeof(b)) + sizeof(b);
    for (uint32_t i = 0; i < c->n; i++, p += sizeof(tandem_box_arg))
        memcpy(p, &(tandem_box_arg){c->value[i], c->expr[i], arg_width(c, s, i)},
               sizeof(tandem_box_arg));
    p = (uint8_t *)memcpy(p, boxed.reached, boxed.n_reached * sizeof(*boxed.reached)) +
        boxed.n_reached * sizeof(*boxed.reached);
    for (uint32_t i = 0; i < changed->n; i++)
        for (size_t k = 0; k < changed->range[i].bytes; k++, p += sizeof(tandem_box_byte)) {
            uintptr_t address = changed->range[i].base + k;
            memcpy(p, &(tandem_box_byte){.address = address, .value = *(uint8_t *)address},
                   sizeof(tandem_box_byte));
        }
    uint32_t record = tandem_append(TANDEM_BOX, 0, 0, function_index(c), c->site, (uint32_t)raw);
    tandem_append_raw(at, raw * unit);
    return record;
}

static tandem_expr fresh(uint32_t record, uint32_t which, uint32_t width)
{
    return tandem_append(TANDEM_FRESH, 0, width, which, record, 0);
}

tandem_expr tandem_errno_before(int error)
{
    const uint8_t *p = (const uint8_t *)&errno;
    tandem_expr old[4];
    for (uint32_t i = 0; i < 4; i++)
        old[i] = tandem_shadow_get(p + i, (uint8_t)((uint32_t)error >> (8 * i)));
    tandem_expr e = tandem_join(old, 4, (uint32_t)error);
    return e ? e : tandem_const(32, (uint32_t)error);
}

void tandem_set_errno(int now, tandem_expr e)
{
    uint8_t *p = (uint8_t *)&errno;
    for (uint32_t i = 0; e && i < 4; i++)
        tandem_shadow_set(p + i, tandem_settle(tandem_extract(e, 8 * i, 8)),
                          (uint8_t)((uint32_t)now >> (8 * i)));
}

/* errno: the box's own if it set one, else the old one. Gives the box's own. */
static tandem_expr set_errno(tandem_call *c, uint32_t record, int error)
{
    tandem_expr own = fresh(record, 1, 32), e = own;
    if (c->error && e)
        e = tandem_intern(TANDEM_ITE, 32, tandem_build(TANDEM_EQ, 32, e, tandem_const(32, 0)),
                          tandem_errno_before(c->error), e);
    tandem_set_errno(error ? error : c->error, e);
    return own;
}

tandem_expr tandem_after_box(struct tandem_call *c, uint32_t width, uint64_t result)
{
    int error = errno;
    tandem_expr e = 0;
    const tandem_reach *changed = &boxed.footprint.changed;
    if (c->modelled)
        return tandem_model_result(c, width, result);
    for (uint32_t i = 0; i < changed->n; i++)
        tandem_shadow_clear((void *)changed->range[i].base, changed->range[i].bytes);
    uint32_t record = write_record(c, width, result, error);
    static tandem_expr results[TANDEM_MAX_REACH + 2];
    if (record && width)
        e = results[0] = fresh(record, 0, width);
    results[1] = record && boxed.signature->sets_errno ? set_errno(c, record, error) : 0;
    for (uint32_t i = 0, which = 2; record && i < changed->n; i++)
        for (size_t k = 0; k < changed->range[i].bytes; k++, which++) {
            uint8_t *p = (uint8_t *)changed->range[i].base + k;
            results[which] = fresh(record, which, 8);
            tandem_shadow_set(p, results[which], *p);
        }
    if (e && c->printed && (int64_t)result >= 0 && result < c->printed)
        tandem_log_assume(tandem_build(TANDEM_ULT, width, e, tandem_const(width, c->printed)));
    if (record && c->judged)
        tandem_model_facts(c, record, results, changed);
    errno = error ? error : c->error;
    return e;
}
