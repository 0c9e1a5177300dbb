#include "fuse/functions/functions.h"

#include <assert.h>

const fusion_function fusion_builtin[] = {
#define FUSION(builder, name, sorts) {name, SUITS_##sorts, fusion_##builder},
#include "fuse/functions/functions.def"
#undef FUSION
};

const size_t fusion_builtin_count = sizeof fusion_builtin / sizeof *fusion_builtin;

static bool has_steps(sort_kind kind)
{
    return kind == SORT_INT || kind == SORT_REAL || kind == SORT_BV || kind == SORT_STRING ||
           kind == SORT_BOOL;
}

static bool has_measure(sort_kind kind)
{
    return kind == SORT_INT || kind == SORT_REAL || kind == SORT_BV || kind == SORT_STRING ||
           kind == SORT_BOOL;
}

static uint32_t fp_width(const term_bank *b, sort_id s)
{
    return sort_fp_exponent(b, s) + sort_fp_significand(b, s);
}

bool fusion_suits(const term_bank *b, fusion_sorts sorts, sort_id x, sort_id y)
{
    sort_kind kx = sort_kind_of(b, x), ky = sort_kind_of(b, y);
    switch (sorts) {
    case SUITS_INT:
        return kx == SORT_INT && ky == SORT_INT;
    case SUITS_REAL:
        return kx == SORT_REAL && ky == SORT_REAL;
    case SUITS_STRING:
        return kx == SORT_STRING && ky == SORT_STRING;
    case SUITS_BOOL:
        return kx == SORT_BOOL && ky == SORT_BOOL;
    case SUITS_BV:
        return kx == SORT_BV && x == y;
    case SUITS_TWO_BV:
        return kx == SORT_BV && ky == SORT_BV;
    case SUITS_FP:
        return kx == SORT_FP && x == y;
    case SUITS_TWO_FP:
        return kx == SORT_FP && ky == SORT_FP;
    case SUITS_FP_BV:
        return kx == SORT_FP && ky == SORT_BV && fp_width(b, x) == sort_bv_width(b, y);
    case SUITS_INT_REAL:
        return kx == SORT_INT && ky == SORT_REAL;
    case SUITS_BV_INT:
        return kx == SORT_BV && ky == SORT_INT && sort_bv_width(b, x) <= 64;
    case SUITS_STRING_INT:
        return kx == SORT_STRING && ky == SORT_INT;
    case SUITS_MEASURED_INT:
        return has_measure(kx) && ky == SORT_INT;
    case SUITS_ARRAY_ELEMENT:
        return kx == SORT_ARRAY && sort_array_element(b, x) == y;
    case SUITS_SAME:
        return x == y;
    case SUITS_STEPS:
        return x == y && has_steps(kx);
    case SUITS_ANY:
        return true;
    }
    return false;
}

symbol_id fusion_name(fusion_builder *f)
{
    assert(f->used < f->n_names);
    return f->names[f->used++];
}

static void add_fresh(fusion_builder *f, fusion_fresh fresh)
{
    assert(f->out->n_fresh < FUSION_MOST_FRESH);
    f->out->fresh[f->out->n_fresh++] = fresh;
}

term_id fusion_constant(fusion_builder *f, sort_id sort, term_id definition)
{
    decl_id d = decl_constant(f->bank, fusion_name(f), sort);
    add_fresh(f, (fusion_fresh){.decl = d, .definition = definition});
    return term_app(f->bank, d, NULL, 0);
}

decl_id fusion_new_function(fusion_builder *f, const sort_id *domain, uint32_t n, sort_id range,
                            term_id value)
{
    decl_id d = decl_new(f->bank, fusion_name(f), domain, n, range);
    add_fresh(f, (fusion_fresh){.decl = d, .definition = value});
    return d;
}

void fusion_constraint(fusion_builder *f, term_id constraint)
{
    assert(constraint && f->out->n_constraints < FUSION_MOST_CONSTRAINTS);
    f->out->constraints[f->out->n_constraints++] = constraint;
}

bool fusion_done(fusion_builder *f, term_id z, term_id value, term_id rx, term_id ry, bool total)
{
    fusion *out = f->out;
    out->z = z;
    out->value = value;
    out->rx = rx;
    out->ry = ry;
    out->total = total;
    return true;
}

void fusion_settle(term_bank *b, fusion *f, bool inverse)
{
    const term_id pairs[][2] = {{f->z, f->value}, {f->x, f->rx}, {f->y, f->ry}, {f->x, f->rx}};
    for (int i = 0; i < (inverse ? 3 : 1); i++) {
        const term_id *pair = pairs[i && f->swapped ? i + 1 : i];
        if (!pair[1])
            continue;
        assert(f->n_constraints < FUSION_MOST_CONSTRAINTS);
        f->constraints[f->n_constraints++] = term_eq(b, pair[0], pair[1]);
    }
}

int64_t fusion_coefficient(rng *r)
{
    int64_t c;
    switch (rng_below(r, 8)) {
    case 0:
        c = 1;
        break;
    case 1:
        c = (int64_t)(10 + rng_below(r, 1000));
        break;
    case 2:
        c = INT64_C(1) << (1 + rng_below(r, 40));
        break;
    case 3:
        c = (INT64_C(1) << (1 + rng_below(r, 40))) - 1;
        break;
    default:
        c = (int64_t)(2 + rng_below(r, 9));
        break;
    }
    return rng_one_in(r, 2) ? -c : c;
}

term_id fusion_int(term_bank *b, int64_t number)
{
    return term_const(b, value_int(b, number));
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

term_id fusion_real(fusion_builder *f)
{
    int64_t up = fusion_coefficient(f->r);
    int64_t down = rng_one_in(f->r, 2) ? 1 : (int64_t)(1 + rng_below(f->r, 12));
    int64_t common = divisor(up, down);
    return term_const(f->bank, value_real(f->bank, up / common, down / common));
}

term_id fusion_text(fusion_builder *f)
{
    static const uint32_t letters[] = {'a', 'b', 'A', '0', '9', ' ', '"', '\\', '-', 0xe9, 0x1f600};
    uint32_t text[4];
    size_t n = 1 + rng_below(f->r, 3);
    for (size_t i = 0; i < n; i++) /* mostly plain letters */
        text[i] = letters[rng_below(f->r, rng_one_in(f->r, 4) ? 11 : 5)];
    return term_const(f->bank, value_string(f->bank, text, n));
}

term_id fusion_bv(fusion_builder *f, uint32_t width)
{
    mpz_t number;
    mpz_init(number);
    for (uint32_t done = 0; done < width; done += 32) {
        mpz_mul_2exp(number, number, 32);
        mpz_add_ui(number, number, rng_next(f->r) >> 32);
    }
    if (rng_one_in(f->r, 3))
        mpz_set_ui(number, rng_below(f->r, 16));
    value_id v = value_bv_mpz(f->bank, width, number);
    mpz_clear(number);
    return term_const(f->bank, v);
}
