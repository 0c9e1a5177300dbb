#include "runtime/models/models.h"

#pragma GCC visibility push(default)
#include "runtime/models/traced/traced.h"
#pragma GCC visibility pop

#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static const tandem_model_known models[] = {
#define MODEL(name, model, fixed, pointers) {#name, tandem_model_##model, fixed, pointers},
#include "runtime/models/models.def"
#undef MODEL
};

tandem_expr tandem_model_ite(tandem_expr c, tandem_expr a, tandem_expr b)
{
    uint64_t value;
    if (!c || !a || !b)
        return 0; /* the log is full */
    if (tandem_is_const(c, &value))
        return value ? a : b;
    if (a == b)
        return a;
    return tandem_intern(TANDEM_ITE, tandem_at(a)->width, c, a, b);
}

tandem_expr tandem_model_equal(tandem_expr a, tandem_expr b)
{
    uint64_t va, vb;
    if (!a || !b)
        return 0;
    if (tandem_is_const(a, &va) && tandem_is_const(b, &vb))
        return tandem_const(1, va == vb);
    return tandem_build(TANDEM_EQ, tandem_at(a)->width, a, b);
}

/* A text whose end is an input: that it ends there becomes part of the path. */
static void end_here(const tandem_call *c, tandem_text *t)
{
    size_t n = t->n;
    while (n && t->at[n - 1])
        n--;
    if (!n || c->supposed)
        return;
    t->n = n;
    t->closed = true;
    tandem_log_branch(tandem_model_equal(tandem_model_byte(t, n - 1), tandem_const(8, 0)), true,
                      c->site);
}

bool tandem_model_string(const tandem_call *c, uint32_t i, size_t most, tandem_text *t)
{
    if (i >= c->n || c->expr[i] || !c->value[i])
        return false;
    t->at = (const uint8_t *)(uintptr_t)c->value[i];
    t->n = tandem_string_reach(t->at, most, 1);
    const uint8_t *last = t->at + t->n - 1;
    t->closed = t->n && !*last && !tandem_shadow_get(last, 0);
    if (!t->closed && t->n != most && t->n <= TANDEM_MODEL_BYTES)
        end_here(c, t);
    return t->n <= TANDEM_MODEL_BYTES && (t->closed || t->n == most);
}

tandem_expr tandem_model_byte(const tandem_text *t, size_t i)
{
    tandem_expr e = tandem_shadow_get(t->at + i, t->at[i]);
    return e ? e : tandem_const(8, t->at[i]);
}

tandem_expr tandem_model_char(const tandem_call *c, uint32_t i)
{
    return c->expr[i] ? tandem_extract(c->expr[i], 0, 8) : tandem_const(8, c->value[i]);
}

static unsigned short class_of(const char *name)
{
    static const struct {
        const char *name;
        unsigned short bits;
    } classes[] = {{"isalnum", _ISalnum}, {"isalpha", _ISalpha}, {"isblank", _ISblank},
                   {"iscntrl", _IScntrl}, {"isdigit", _ISdigit}, {"isgraph", _ISgraph},
                   {"islower", _ISlower}, {"isprint", _ISprint}, {"ispunct", _ISpunct},
                   {"isspace", _ISspace}, {"isupper", _ISupper}, {"isxdigit", _ISxdigit}};
    for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
        if (strcmp(classes[i].name, name) == 0)
            return classes[i].bits;
    return 0;
}

/* A look into the tables of the locale, as glibc does it. */
bool tandem_model_ctype(tandem_call *c)
{
    int32_t value = (int32_t)c->value[0];
    if (c->n < 1 || !c->expr[0] || value < -128 || value > 255)
        return false;
    bool to = strncmp(c->name, "to", 2) == 0;
    const void *table = !to                 ? (const void *)*__ctype_b_loc()
                        : c->name[2] == 'l' ? *__ctype_tolower_loc()
                                            : *__ctype_toupper_loc();
    uint32_t bytes = to ? sizeof(int32_t) : sizeof(unsigned short);
    tandem_expr index = tandem_extend(TANDEM_SEXT, c->expr[0], 64);
    index = tandem_build(TANDEM_MUL, 64, index, tandem_const(64, bytes));
    tandem_expr address = tandem_build(TANDEM_ADD, 64, index, tandem_const(64, (uintptr_t)table));
    const char *p = (const char *)table + (int64_t)value * bytes;
    if (!tandem_settle(address))
        return false;
    tandem_expr e = tandem_table_load(p, bytes, address, 0);
    if (to) {
        c->answer = e;
        return true;
    }
    tandem_expr mask = tandem_const(16, class_of(c->name));
    c->answer = tandem_extend(TANDEM_ZEXT, e ? tandem_build(TANDEM_AND, 16, e, mask) : 0, 32);
    return true;
}

bool tandem_model_abs(tandem_call *c)
{
    if (c->n < 1 || !c->expr[0])
        return false;
    uint32_t width = tandem_at(c->expr[0])->width;
    tandem_expr zero = tandem_const(width, 0);
    tandem_expr below = tandem_build(TANDEM_SLT, width, c->expr[0], zero);
    c->answer =
        tandem_model_ite(below, tandem_build(TANDEM_SUB, width, zero, c->expr[0]), c->expr[0]);
    return true;
}

const tandem_model_known *tandem_model_of(const tandem_call *c)
{
    for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++)
        if (strcmp(models[i].name, c->name) == 0)
            return &models[i];
    return NULL;
}

bool tandem_model(tandem_call *c)
{
    const tandem_model_known *m = tandem_model_of(c);
    return m && m->run(c);
}

/* memcmp gives the difference of bytes for some sizes and only its sign for others. */
static tandem_expr sign_of(tandem_expr e)
{
    tandem_expr zero = tandem_const(32, 0);
    tandem_expr below = tandem_build(TANDEM_SLT, 32, e, zero);
    return tandem_model_ite(
        tandem_model_equal(e, zero), zero,
        tandem_model_ite(below, tandem_const(32, UINT32_MAX), tandem_const(32, 1)));
}

tandem_expr tandem_model_result(tandem_call *c, uint32_t width, uint64_t result)
{
    for (size_t i = 0; (c->written_to || c->written_at) && i < c->bytes; i++) {
        const uint8_t *to = c->written_at ? c->written_at[i] : c->written_to + i;
        tandem_shadow_set(to, tandem_settle(c->written[i]), *to);
    }
    if (tandem_settle(c->error_when))
        tandem_set_errno(errno, tandem_model_ite(c->error_when,
                                                 tandem_const(32, (uint32_t)c->error_number),
                                                 tandem_errno_before(c->error)));
    tandem_expr e = tandem_settle(c->answer);
    if (e && c->name[0] != 's' && strstr(c->name, "cmp") && (uint32_t)result + 1 <= 2)
        e = sign_of(e);
    return e && tandem_at(e)->width == width ? e : 0;
}

/* ---- facts of boxes */

static void fact(uint32_t record, tandem_expr e)
{
    if (tandem_settle(e))
        tandem_append(TANDEM_ASSUME, true, 1, e, record, 2);
}

static void same(uint32_t record, tandem_expr a, tandem_expr b)
{
    if (a && b && tandem_at(a)->width == tandem_at(b)->width)
        fact(record, tandem_model_equal(a, b));
}

/* Of comparisons only the sign is promised. */
static void same_sign(uint32_t record, tandem_expr a, tandem_expr b)
{
    tandem_expr zero = tandem_const(32, 0);
    if (!a || !b || tandem_at(a)->width != 32 || tandem_at(b)->width != 32)
        return;
    same(record, tandem_model_equal(a, zero), tandem_model_equal(b, zero));
    same(record, tandem_build(TANDEM_SLT, 32, a, zero), tandem_build(TANDEM_SLT, 32, b, zero));
}

/* Which of the bytes that the model says something of is at the address; c->bytes: none. */
static size_t written_index(const tandem_call *c, uintptr_t address)
{
    size_t at = c->written_at ? 0 : address - (uintptr_t)c->written_to;
    while (c->written_at && at < c->bytes && (uintptr_t)c->written_at[at] != address)
        at++;
    return at < c->bytes ? at : c->bytes;
}

void tandem_model_facts(const tandem_call *c, uint32_t record, const tandem_expr *fresh,
                        const tandem_reach *changed)
{
    if (strstr(c->name, "cmp"))
        same_sign(record, fresh[0], c->answer);
    else
        same(record, fresh[0], c->answer);
    if (c->error_when)
        same(record, fresh[1],
             tandem_model_ite(c->error_when, tandem_const(32, (uint32_t)c->error_number),
                              tandem_const(32, 0)));
    for (uint32_t i = 0, which = 2; (c->written_to || c->written_at) && i < changed->n; i++)
        for (size_t k = 0; k < changed->range[i].bytes; k++, which++) {
            size_t at = written_index(c, changed->range[i].base + k);
            if (at < c->bytes)
                same(record, fresh[which], c->written[at]);
        }
}

/* ---- for models that are C code (runtime/models) */

bool tandem_models_wanted(void)
{
    const tandem_shared *s = tandem_rt.shared;
    return s && s->request.symbolic && (s->request.flags & TANDEM_RUN_MODELS);
}

size_t tandem_model_room(const char *s)
{
    size_t n = 0;
    if (tandem_enter()) {
        n = tandem_string_reach(s, TANDEM_MODEL_BYTES, 1);
        tandem_leave();
    }
    return n ? n : strlen(s) + 1;
}
