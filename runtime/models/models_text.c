/* Models of functions on strings and memory. Each builds its answer from the last byte to the
 * first: what a function that starts at byte i gives, from what one that starts at i + 1 gives. */
#include "runtime/models/models.h"

#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"

#include <ctype.h>
#include <string.h>

static tandem_expr is_zero(tandem_expr byte)
{
    return tandem_model_equal(byte, tandem_const(8, 0));
}

static tandem_expr pointer(const tandem_text *t, size_t i)
{
    return tandem_const(64, (uintptr_t)(t->at + i));
}

static bool named(const tandem_call *c, const char *prefix)
{
    const char *name = c->name[0] == '_' ? c->name + 2 : c->name;
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Argument `size` as the most bytes that are looked at; SIZE_MAX where the function has none. */
static size_t limit(const tandem_call *c, uint32_t size)
{
    return c->n > size ? c->value[size] : SIZE_MAX;
}

/* Memory of a known size. */
static bool memory(const tandem_call *c, uint32_t i, size_t n, tandem_text *t)
{
    if (c->n <= i || c->expr[i] || n > TANDEM_MODEL_BYTES)
        return false;
    *t = (tandem_text){(const uint8_t *)(uintptr_t)c->value[i], n, false};
    return true;
}

static tandem_expr length(const tandem_text *t)
{
    size_t n = t->closed ? t->n - 1 : t->n;
    tandem_expr e = tandem_const(64, n);
    for (size_t i = n; i-- > 0;)
        e = tandem_model_ite(is_zero(tandem_model_byte(t, i)), tandem_const(64, i), e);
    return e;
}

bool tandem_model_strlen(tandem_call *c)
{
    tandem_text t;
    if (!tandem_model_string(c, 0, limit(c, 1), &t))
        return false;
    c->answer = length(&t);
    return true;
}

/* Are these bytes no input and different (or both the end)? Then nothing behind them matters. */
static bool decided(const tandem_text *a, const tandem_text *b, size_t i, bool text, bool folded)
{
    bool input_a = tandem_shadow_get(a->at + i, a->at[i]);
    bool input_b = tandem_shadow_get(b->at + i, b->at[i]);
    if (!input_a && !input_b && !folded && a->at[i] != b->at[i])
        return true;
    return text && ((!input_a && !a->at[i]) || (!input_b && !b->at[i]));
}

/* Does the locale fold only the letters of ASCII? */
static bool folds_ascii(void)
{
    const int32_t *lower = *__ctype_tolower_loc();
    for (int32_t i = 0; i < 256; i++)
        if (lower[i] != (i >= 'A' && i <= 'Z' ? i + 32 : i))
            return false;
    return true;
}

static tandem_expr fold_case(tandem_expr byte)
{
    uint64_t value;
    if (byte && tandem_is_const(byte, &value))
        return tandem_const(8, value >= 'A' && value <= 'Z' ? value + 32 : value);
    tandem_expr letter = tandem_build(TANDEM_SUB, 8, byte, tandem_const(8, 'A'));
    return tandem_model_ite(tandem_build(TANDEM_ULT, 8, letter, tandem_const(8, 26)),
                            tandem_build(TANDEM_ADD, 8, byte, tandem_const(8, 32)), byte);
}

bool tandem_model_compare(tandem_call *c)
{
    bool text = named(c, "str"), folded = strstr(c->name, "case");
    size_t n = limit(c, 2), last = 0;
    tandem_text a, b;
    if (text ? !tandem_model_string(c, 0, n, &a) || !tandem_model_string(c, 1, n, &b)
             : !memory(c, 0, n, &a) || !memory(c, 1, n, &b))
        return false;
    if (folded && !folds_ascii())
        return false;
    size_t both = a.n < b.n ? a.n : b.n;
    while (last < both && !decided(&a, &b, last, text, folded))
        last++;
    bool ends = (both == a.n && a.closed) || (both == b.n && b.closed);
    if (last == both && both != n && !ends)
        return false;
    last += last < both;
    tandem_expr e = tandem_const(32, 0), zero = e;
    for (size_t i = last; i-- > 0;) {
        tandem_expr x = tandem_model_byte(&a, i), y = tandem_model_byte(&b, i);
        if (folded) {
            x = fold_case(x);
            y = fold_case(y);
        }
        tandem_expr difference = tandem_build(TANDEM_SUB, 32, tandem_extend(TANDEM_ZEXT, x, 32),
                                              tandem_extend(TANDEM_ZEXT, y, 32));
        uint64_t vx, vy;
        if (x && y && tandem_is_const(x, &vx) && tandem_is_const(y, &vy))
            difference = tandem_const(32, vx - vy);
        if (text)
            e = tandem_model_ite(is_zero(x), zero, e);
        e = tandem_model_ite(tandem_model_equal(x, y), e, difference);
    }
    c->answer = e;
    return true;
}

/* strchr, strchrnul, memchr. */
bool tandem_model_find(tandem_call *c)
{
    bool text = !named(c, "mem"), always = named(c, "strchrnul");
    tandem_text t;
    if (text ? !tandem_model_string(c, 0, SIZE_MAX, &t) : !memory(c, 0, limit(c, 2), &t))
        return false;
    tandem_expr wanted = tandem_model_char(c, 1), null = tandem_const(64, 0), e = null;
    for (size_t i = t.n; i-- > 0;) {
        tandem_expr byte = tandem_model_byte(&t, i), here = pointer(&t, i);
        if (text)
            e = tandem_model_ite(is_zero(byte), always ? here : null, e);
        e = tandem_model_ite(tandem_model_equal(byte, wanted), here, e);
    }
    c->answer = e;
    return true;
}

/* rawmemchr: up to a byte that is the one wanted whatever the input. Behind the first that is it in
 * this run, memory is looked at only as far as it is input, and one byte more. */
bool tandem_model_find_raw(tandem_call *c)
{
    const uint8_t *p = (const uint8_t *)(uintptr_t)c->value[0];
    tandem_text t = {p, 0, true};
    bool found = false;
    if (c->n < 2 || c->expr[0] || c->expr[1])
        return false;
    for (;; t.n++) {
        bool input = tandem_shadow_any(p + t.n, 1);
        if (t.n == TANDEM_MODEL_BYTES || (found && !input && (uintptr_t)(p + t.n) % 4096 == 0))
            return false; /* a page further on may not be there */
        bool here = p[t.n] == (uint8_t)c->value[1];
        if (here && !tandem_shadow_get(p + t.n, p[t.n]))
            break;
        if (found && !input)
            return false;
        found |= here;
    }
    tandem_expr wanted = tandem_model_char(c, 1), e = pointer(&t, t.n);
    for (size_t i = t.n; i-- > 0;)
        e = tandem_model_ite(tandem_model_equal(tandem_model_byte(&t, i), wanted), pointer(&t, i),
                             e);
    c->answer = e;
    return true;
}

/* strrchr, memrchr: here from the first byte to the last; `over`: the string has ended before. */
bool tandem_model_find_last(tandem_call *c)
{
    bool text = !named(c, "mem");
    tandem_text t;
    if (text ? !tandem_model_string(c, 0, SIZE_MAX, &t) : !memory(c, 0, limit(c, 2), &t))
        return false;
    tandem_expr wanted = tandem_model_char(c, 1), e = tandem_const(64, 0);
    tandem_expr no = tandem_const(1, 0), yes = tandem_const(1, 1), over = no;
    for (size_t i = 0; i < t.n; i++) {
        tandem_expr byte = tandem_model_byte(&t, i);
        tandem_expr hit = tandem_model_ite(over, no, tandem_model_equal(byte, wanted));
        e = tandem_model_ite(hit, pointer(&t, i), e);
        if (text)
            over = tandem_model_ite(over, yes, is_zero(byte));
    }
    c->answer = e;
    return true;
}

/* A set of bytes as ranges. */
typedef struct byte_set {
    size_t n;
    struct {
        uint8_t first, last;
    } range[128];
} byte_set;

static void find_ranges(const tandem_text *text, byte_set *s)
{
    bool in[257] = {false};
    for (size_t i = 0; i + 1 < text->n; i++)
        in[text->at[i]] = true;
    s->n = 0;
    for (int first = 0; first < 256; first++) {
        int last = first;
        if (!in[first])
            continue;
        while (in[last + 1])
            last++;
        s->range[s->n].first = (uint8_t)first;
        s->range[s->n++].last = (uint8_t)last;
        first = last;
    }
}

static tandem_expr is_in(const byte_set *s, tandem_expr byte)
{
    tandem_expr hit = tandem_const(1, 0), yes = tandem_const(1, 1);
    uint64_t value;
    bool known = byte && tandem_is_const(byte, &value);
    for (size_t k = 0; k < s->n; k++) {
        uint8_t first = s->range[k].first, last = s->range[k].last;
        tandem_expr one = tandem_model_equal(byte, tandem_const(8, first));
        if (known)
            one = tandem_const(1, value >= first && value <= last);
        else if (first != last)
            one = tandem_build(TANDEM_ULE, 8,
                               tandem_build(TANDEM_SUB, 8, byte, tandem_const(8, first)),
                               tandem_const(8, (uint64_t)(last - first)));
        hit = tandem_model_ite(one, yes, hit);
    }
    return hit;
}

/* strspn, strcspn, strpbrk, with a set that is no input. */
bool tandem_model_span(tandem_call *c)
{
    tandem_text t, text;
    byte_set set;
    bool inside = named(c, "strspn"), find = named(c, "strpbrk");
    if (!tandem_model_string(c, 0, SIZE_MAX, &t) || !tandem_model_string(c, 1, SIZE_MAX, &text) ||
        tandem_shadow_any(text.at, text.n))
        return false;
    find_ranges(&text, &set);
    if (t.n * set.n > 4 * TANDEM_MODEL_BYTES)
        return false;
    tandem_expr none = tandem_const(64, find ? 0 : t.n - 1), e = none;
    for (size_t i = t.n - 1; i-- > 0;) {
        tandem_expr byte = tandem_model_byte(&t, i), hit = is_in(&set, byte);
        tandem_expr here = find ? pointer(&t, i) : tandem_const(64, i);
        e = inside ? tandem_model_ite(hit, e, here) : tandem_model_ite(hit, here, e);
        if (!inside) /* the end stops it; for strspn no end is in the set */
            e = tandem_model_ite(is_zero(byte), find ? tandem_const(64, 0) : here, e);
    }
    c->answer = e;
    return true;
}

/* strstr, of something that is no input. */
bool tandem_model_find_text(tandem_call *c)
{
    tandem_text t, wanted;
    if (!tandem_model_string(c, 0, SIZE_MAX, &t) || !tandem_model_string(c, 1, SIZE_MAX, &wanted) ||
        tandem_shadow_any(wanted.at, wanted.n) || t.n * wanted.n > 4 * TANDEM_MODEL_BYTES)
        return false;
    size_t n = wanted.n - 1;
    tandem_expr null = tandem_const(64, 0), e = null, no = tandem_const(1, 0);
    for (size_t i = t.n; i-- > 0;) {
        tandem_expr match = tandem_const(1, i + n < t.n);
        for (size_t k = n; i + n < t.n && k-- > 0;)
            match = tandem_model_ite(
                tandem_model_equal(tandem_model_byte(&t, i + k), tandem_const(8, wanted.at[k])),
                match, no);
        e = tandem_model_ite(is_zero(tandem_model_byte(&t, i)), null, e);
        e = tandem_model_ite(match, pointer(&t, i), e);
    }
    c->answer = e;
    return true;
}

/* A text that is copied has to fit, which is worth a question: then only so many bytes are written.
 */
static size_t most_copied(const tandem_call *c, const tandem_text *t)
{
    tandem_range r;
    uintptr_t to = (uintptr_t)c->value[0];
    size_t room = tandem_object_find((void *)to, &r) ? r.bytes - (to - r.base) : SIZE_MAX;
    if (t->n <= room || c->supposed || strlen((const char *)t->at) >= room)
        return t->n;
    tandem_log_assume(tandem_build(TANDEM_ULE, 64, length(t), tandem_const(64, room - 1)));
    return room;
}

/* strcpy, stpcpy, strncpy: what stands at the goal afterwards. */
bool tandem_model_copy(tandem_call *c)
{
    static tandem_expr written[TANDEM_MODEL_BYTES];
    bool pads = named(c, "strncpy");
    tandem_text t, to;
    size_t n = pads ? limit(c, 2) : SIZE_MAX;
    if (!tandem_model_string(c, 1, n, &t) || !memory(c, 0, pads ? n : most_copied(c, &t), &to))
        return false;
    tandem_expr zero = tandem_const(8, 0), yes = tandem_const(1, 1), over = tandem_const(1, 0);
    for (size_t i = 0; i < to.n; i++) {
        tandem_expr byte = i < t.n ? tandem_model_byte(&t, i) : zero;
        written[i] = tandem_model_ite(over, pads ? zero : tandem_model_byte(&to, i), byte);
        over = tandem_model_ite(over, yes, is_zero(byte));
    }
    if (tandem_rt.over)
        return false;
    c->written = written;
    c->written_to = (uint8_t *)(uintptr_t)c->value[0];
    c->bytes = to.n;
    if (named(c, "stp"))
        c->answer = tandem_build(TANDEM_ADD, 64, length(&t), tandem_const(64, c->value[0]));
    return true;
}
