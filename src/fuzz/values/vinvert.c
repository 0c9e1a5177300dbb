#include "fuzz/values/vinvert.h"

#include "fuzz/values/vinvert_impl.h"
#include "fuzz/values/vmetric.h"

bool vrequest_pick(const vrequest *q, uint32_t *i)
{
    uint32_t start = (uint32_t)rng_below(q->r, q->n);
    for (uint32_t k = 0; k < q->n; k++) {
        *i = (start + k) % q->n;
        if (vrequest_moves(q, *i))
            return true;
    }
    return false;
}

void vrequest_want(const vrequest *q, uint32_t i, value_id v)
{
    fuzz_want want = {q->operands[i], 0};
    if (q->depends[want.reg] && vrun_word(q->p, want.reg, v, &want.value))
        vec_push(q->out, want);
}

value_id vrequest_op(const vrequest *q, term_op op, sort_id s, value_id x, value_id y)
{
    value_id args[] = {x, y};
    eval_reason why;
    return x && y ? eval_op(q->bank, op, NULL, 0, s, args, 2, &why) : 0;
}

value_id vrequest_indexed(const vrequest *q, term_op op, uint32_t i, uint32_t j, unsigned n_indices,
                          sort_id s, value_id x)
{
    uint32_t indices[] = {i, j};
    eval_reason why;
    return x ? eval_op(q->bank, op, indices, n_indices, s, &x, 1, &why) : 0;
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

/* fp.eq and distinct: makes operands the same, or two of them different. */
static void invert_equality(const vrequest *q)
{
    bool same = (q->op == OP_DISTINCT) != value_is_true(q->wanted);
    uint32_t i, j;
    if (!vrequest_pick(q, &i))
        return;
    j = (i + 1 + (uint32_t)rng_below(q->r, q->n - 1)) % q->n;
    for (uint32_t k = 0; !same && q->op == OP_DISTINCT && k < q->n * q->n; k++) {
        i = k / q->n, j = k % q->n; /* a pair that is the same now */
        if (i != j && vrequest_moves(q, i) && vrequest_operand(q, i) == vrequest_operand(q, j))
            break;
    }
    value_id v = vrequest_operand(q, j), own = vrequest_operand(q, i);
    if (!same || (v && rng_one_in(q->r, 8)))
        v = own ? vmutate(q->w, same ? v : own) : 0;
    vrequest_want(q, i, v);
    for (uint32_t k = 0; same && k < q->n; k++)
        if (k != i && k != j)
            vrequest_want(q, k, v);
}

/* A number `steps` above or below another one. */
static value_id shifted(const vrequest *q, value_id v, bool up, uint64_t steps)
{
    mpz_t old, x;
    value_scratch scratch;
    sort_id s = value_sort(q->bank, v);
    value_id result = 0;
    if (value_kind_of(q->bank, v) == VALUE_REAL) {
        mpq_t a, b;
        mpq_inits(a, b, NULL);
        value_get_mpq(q->bank, v, a);
        mpq_set_ui(b, steps, rng_one_in(q->r, 3) ? 1 + rng_below(q->r, 64) : 1);
        mpq_canonicalize(b);
        (up ? mpq_add : mpq_sub)(a, a, b);
        result = value_real_mpq(q->bank, a);
        mpq_clears(a, b, NULL);
        return result;
    }
    value_mpz(q->bank, v, old, &scratch);
    mpz_init_set(x, old);
    if (value_kind_of(q->bank, v) == VALUE_FP) { /* on the line of bit patterns */
        uint32_t width = sort_fp_exponent(q->bank, s) + sort_fp_significand(q->bank, s);
        bool negative = mpz_tstbit(x, width - 1);
        (up == negative ? mpz_sub_ui : mpz_add_ui)(x, x, steps);
        mpz_fdiv_r_2exp(x, x, width);
        result = value_fp_mpz(q->bank, s, x);
    } else {
        (up ? mpz_add_ui : mpz_sub_ui)(x, x, steps);
        result = value_kind_of(q->bank, v) == VALUE_BV
                     ? value_bv_mpz(q->bank, sort_bv_width(q->bank, s), x)
                     : value_int_mpz(q->bank, x);
    }
    mpz_clear(x);
    return result;
}

static value_id shifted_string(const vrequest *q, value_id v, bool up, bool strict)
{
    size_t n;
    const uint32_t *text = value_string_data(q->bank, v, &n);
    vec_u32 out = {0};
    vec_append(&out, text, n);
    if (up) {
        if (strict || rng_one_in(q->r, 2))
            vec_push(&out, vwords_character(q->w));
        if (n && rng_one_in(q->r, 2) && out.at[0] < REGEX_MAX_CHAR)
            out.at[0]++;
    } else if (n) {
        size_t k = rng_below(q->r, n);
        if (out.at[k] && rng_one_in(q->r, 2))
            out.at[k]--;
        else
            out.n = k;
    }
    value_id result = value_string(q->bank, out.at, out.n);
    vec_free(&out);
    return result;
}

static void invert_order(const vrequest *q, vmetric_order kind)
{
    bool holds = value_is_true(q->wanted);
    uint32_t at = (uint32_t)rng_below(q->r, q->n - 1);
    for (uint32_t k = 0; holds && k + 1 < q->n; k++) { /* a pair that is in the way */
        value_id v = vrequest_operand(q, kind.down ? k + 1 : k);
        value_id w = vrequest_operand(q, kind.down ? k : k + 1);
        if (v && w && (vmetric_above(q->bank, v, w, kind.is_signed) || (kind.strict && v == w)))
            at = k;
    }
    uint32_t low = kind.down == holds ? at + 1 : at, high = kind.down == holds ? at : at + 1;
    bool strict = kind.strict == holds, move_low = rng_one_in(q->r, 2);
    if (!vrequest_moves(q, move_low ? low : high))
        move_low = !move_low;
    value_id other = vrequest_operand(q, move_low ? high : low);
    if (!other)
        return;
    uint64_t far = rng_one_in(q->r, 3) ? rng_below(q->r, UINT64_C(1) << rng_below(q->r, 20)) : 0;
    value_id v = value_kind_of(q->bank, other) == VALUE_STRING
                     ? shifted_string(q, other, !move_low, strict)
                     : shifted(q, other, !move_low, strict + far);
    vrequest_want(q, move_low ? low : high, v);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

static void invert_select(const vrequest *q)
{
    value_id array = vrequest_operand(q, 0), index = vrequest_operand(q, 1);
    if (!array || !index)
        return;
    if (vrequest_moves(q, 0) && !(vrequest_moves(q, 1) && rng_one_in(q->r, 4))) {
        vrequest_want(q, 0, value_array_store(q->bank, array, index, q->wanted));
        return;
    }
    uint32_t n = value_array_size(q->bank, array);
    for (uint32_t i = 0; i < n; i++) /* somewhere it may be written */
        if (value_array_element_at(q->bank, array, i) == q->wanted) {
            vrequest_want(q, 1, value_array_index_at(q->bank, array, i));
            return;
        }
    vrequest_want(q, 1, vmutate(q->w, index));
}

static void invert_store(const vrequest *q)
{
    value_id array = vrequest_operand(q, 0), index = vrequest_operand(q, 1);
    if (!array || !index)
        return;
    if (vrequest_moves(q, 1) && rng_one_in(q->r, 4)) {
        uint32_t n = value_array_size(q->bank, q->wanted);
        index = n && rng_one_in(q->r, 2)
                    ? value_array_index_at(q->bank, q->wanted, (uint32_t)rng_below(q->r, n))
                    : vmutate(q->w, index);
        vrequest_want(q, 1, index);
    }
    vrequest_want(q, 2, value_array_select(q->bank, q->wanted, index));
    value_id own = value_array_select(q->bank, array, index);
    vrequest_want(
        q, 0, rng_one_in(q->r, 4) ? q->wanted : value_array_store(q->bank, q->wanted, index, own));
}

bool vinvert_array(const vrequest *q)
{
    if (q->op == OP_SELECT)
        invert_select(q);
    else if (q->op == OP_STORE)
        invert_store(q);
    else if (q->op == OP_CONST_ARRAY)
        vrequest_want(q, 0, value_array_default(q->bank, q->wanted));
    else
        return false;
    return true;
}

/* ---- Whatever there is ----------------------------------------------------------------------- */

/* Tries neighbours of one operand and takes the one that leads nearest to what is wanted. */
static void invert_by_trial(const vrequest *q)
{
    uint32_t at, n_indices;
    if (!vrequest_pick(q, &at) || !vrequest_operand(q, at) || q->n > 8)
        return;
    value_id args[8], best = 0;
    for (uint32_t i = 0; i < q->n; i++)
        if (!(args[i] = vrequest_operand(q, i)))
            return;
    const uint32_t *indices = term_index_words(q->bank, q->term, &n_indices);
    uint64_t least = UINT64_MAX;
    for (uint64_t k = 0; k < q->w->limits->values_trials && least; k++) {
        value_id input = vconvert(q->bank, q->wanted, vrequest_sort(q, at));
        if (!input || k)
            input = vmutate(q->w, vrequest_operand(q, at));
        args[at] = input;
        eval_reason why;
        value_id v =
            eval_op(q->bank, (term_op)q->op, indices, n_indices, q->sort, args, q->n, &why);
        uint64_t distance = v ? vmetric_equal(q->bank, v, q->wanted) : UINT64_MAX;
        if (distance < least) {
            least = distance;
            best = input;
        }
    }
    vrequest_want(q, at, best);
}

void vinvert(const fuzz_bytecode *p, const fuzz_machine *m, const uint8_t *depends, vwords *w,
             uint32_t at, uint64_t wanted, fuzz_wants *out)
{
    const fuzz_insn *insn = &p->code.at[at];
    vrequest q = {.p = p,
                  .m = m,
                  .depends = depends,
                  .bank = p->bank,
                  .w = w,
                  .r = w->r,
                  .op = (term_op)insn->b,
                  .term = p->terms.at[at],
                  .sort = p->sorts.at[at],
                  .n = (uint32_t)insn->imm,
                  .operands = p->box_args.at + insn->a,
                  .wanted = vrun_value_of(p, at, wanted),
                  .now = vrun_value(p, m, at),
                  .out = out};
    vmetric_order order = vmetric_order_of(q.op);
    if (!depends[at] || !q.n || !q.wanted)
        return;
    if (order.is_order && q.n > 1)
        invert_order(&q, order);
    else if (q.n > 1 && (q.op == OP_FP_EQ || q.op == OP_DISTINCT))
        invert_equality(&q);
    else if (!vinvert_arith(&q) && !vinvert_bits(&q) && !vinvert_float(&q) && !vinvert_string(&q) &&
             !vinvert_array(&q))
        invert_by_trial(&q);
}
