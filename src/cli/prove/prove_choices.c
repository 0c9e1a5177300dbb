#include "cli/prove/prove_choices.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

ir_model prove_model_of(const prove_options *o)
{
    return strcmp(o->int_model, "machine") ? IR_MATH : IR_MACHINE;
}

prove_property prove_property_of(const prove_options *o)
{
    return !strcmp(o->property, "unreach-call")  ? PROVE_UNREACH
           : !strcmp(o->property, "no-overflow") ? PROVE_NO_OVERFLOW
           : !strcmp(o->property, "valid-deref") ? PROVE_DEREF
                                                 : PROVE_ALL;
}

prove_teacher prove_teacher_of(const prove_options *o)
{
    if (o->opaque && !strcmp(o->opaque, "all"))
        return PROVE_FUZZ;
    return !strcmp(o->teacher, "smt")      ? PROVE_SMT
           : !strcmp(o->teacher, "fuzz")   ? PROVE_FUZZ
           : !strcmp(o->teacher, "hybrid") ? PROVE_HYBRID
                                           : PROVE_AUTO;
}

external_fuzzer prove_fuzzer_of(const prove_options *o)
{
    return !strcmp(o->fuzzer, "libfuzzer") ? EXTERNAL_LIBFUZZER
           : !strcmp(o->fuzzer, "afl++")   ? EXTERNAL_AFL
                                           : EXTERNAL_NONE;
}

/* Executions for invariants are of mathematical integers. False after a complaint. */
static bool teacher_fits(const prove_options *o)
{
    prove_teacher t = prove_teacher_of(o);
    bool fits =
        prove_model_of(o) == IR_MATH || (t != PROVE_FUZZ && t != PROVE_HYBRID && !o->grammar &&
                                         !o->emit_c && prove_fuzzer_of(o) == EXTERNAL_NONE);
    if (!fits)
        cli_complain("prove",
                     "--opaque all, --grammar, --emit-c, --fuzzer and --teacher %s learn from "
                     "executions with "
                     "mathematical integers: they need --int-model math",
                     t == PROVE_HYBRID ? "hybrid" : "fuzz");
    return fits;
}

/* False after a complaint. */
static bool learners_known(const prove_options *o)
{
    char *unknown_one = o->learners ? prove_unknown_learner(o->learners) : NULL;
    if (unknown_one)
        cli_complain("prove",
                     "--learners: there is no learner '%s'; there are equations, octagons, arrays, "
                     "remainders, "
                     "clauses, cases, polynomials and Horn",
                     unknown_one);
    bool good = !unknown_one;
    free(unknown_one);
    return good;
}

bool prove_choices_fit(const prove_options *o)
{
    const char *missing = external_missing(prove_fuzzer_of(o));
    if (missing)
        cli_complain("prove", "%s", missing);
    return !missing && learners_known(o) && teacher_fits(o);
}
