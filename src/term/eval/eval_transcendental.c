/* Square roots and transcendental functions, as cvc4 and cvc5 have them. Only what is rational has
 * a value here; outside of its domain a function may have any (cvc5's reading). */
#include "term/eval/eval.h"

static value_id square_root(eval_call *c)
{
    mpq_t q;
    mpq_init(q);
    value_get_mpq(c->bank, c->args[0], q);
    value_id result = 0;
    if (mpq_sgn(q) < 0) {
        c->why = EVAL_UNDERSPECIFIED;
    } else if (mpz_perfect_square_p(mpq_numref(q)) && mpz_perfect_square_p(mpq_denref(q))) {
        mpz_sqrt(mpq_numref(q), mpq_numref(q));
        mpz_sqrt(mpq_denref(q), mpq_denref(q));
        result = value_real_mpq(c->bank, q);
    } else {
        c->why = EVAL_ALGEBRAIC;
    }
    mpq_clear(q);
    return result;
}

value_id eval_transcendental(eval_call *c)
{
    c->why = EVAL_ALGEBRAIC;
    if (c->op != OP_SQRT || value_kind_of(c->bank, c->args[0]) != VALUE_REAL)
        return 0;
    return square_root(c);
}
