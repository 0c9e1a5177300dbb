/* Answers about programs with opaque operations: runs that are executed again, and how sure invariants are. */
#include <inttypes.h>
#include <stdlib.h>

#include "prove/open_impl.h"
#include "prove/run/open_run.h"
#include "prove/run/violation.h"

void open_note(open_attempt *a, const char *name, const char *text)
{
    strbuf *reason = &a->result->reason;
    strbuf_printf(reason, "%s%s%s%s", reason->n ? "; " : "", name, *name ? ": " : "", text);
}

static const char *opaque_name(const open_attempt *a, const fuzz_result *r)
{
    const ir_opaque *o = ir_opaque_find(a->system->program, r->opaque);
    return o ? o->name : "an opaque operation";
}

void open_tell_run(open_attempt *a)
{
    run *r = &a->result->run;
    for (size_t i = 0; i < r->steps.n; i++)
        if (r->steps.at[i].taken)
            r->steps.at[i].taken =
                &a->told->transitions.at[r->steps.at[i].taken - a->system->transitions.at];
}

bool open_is_final(open_attempt *a, const fuzz_result *r, const char *name)
{
    strbuf text = STRBUF_INIT;
    bool final = true;
    switch (r->outcome) {
    case FUZZ_FAULT:
        if (open_replay(a->system, a->config->boxes, r->run.at, r->run.n, &a->result->run,
                        &a->result->crash)) {
            open_tell_run(a);
            violation_stands(a->told, a->config, a->deadline, a->result);
        } else {
            open_note(a, name, "a run into a fault that did not happen again");
        }
        break;
    case FUZZ_FAR:
        strbuf_printf(&text,
                      "the only run ends in a fault behind %" PRIu64
                      " steps, which is too far to be executed again",
                      r->deepest);
        open_note(a, "", text.text);
        break;
    case FUZZ_NO_FUNCTION:
        strbuf_printf(&text,
                      "'%s' answers differently on equal arguments ('--arbitrary %s' lets it)",
                      opaque_name(a, r), opaque_name(a, r));
        open_note(a, "", text.text);
        break;
    case FUZZ_HANGS:
        strbuf_printf(&text, "'%s' does not return, again and again", opaque_name(a, r));
        open_note(a, "", text.text);
        break;
    case FUZZ_NO_START:
        open_note(a, "",
                  "no input was found with which the program gets to a loop or an assertion");
        break;
    default:
        final = false;
    }
    strbuf_free(&text);
    return final;
}

/* Conjuncts that only executions support may not be needed: without them it may be a proof. */
static bool prove_by_fewer(open_attempt *a, term_vec *conjuncts)
{
    if (!a->smt || a->config->grammar)
        return false;
    size_t n = a->system->cuts.n;
    term_vec *fewer = base_alloc_zero(n, sizeof *fewer);
    for (size_t cut = 0; cut < n; cut++)
        vec_append(&fewer[cut], conjuncts[cut].at, conjuncts[cut].n);
    bool proved = open_smt_weed(a->smt, fewer);
    for (size_t cut = 0; cut < n; cut++) {
        term_vec other = proved ? conjuncts[cut] : fewer[cut];
        if (proved)
            conjuncts[cut] = fewer[cut];
        vec_free(&other);
    }
    free(fewer);
    for (size_t i = 0; proved && i < a->result->sureness.n; i++)
        a->result->sureness.at[i] = PROVE_BY_SMT;
    return proved;
}

bool open_accept(open_attempt *a, term_vec *conjuncts, const char *name, word_vec *hints)
{
    prove_result *result = a->result;
    vec_clear(&result->sureness);
    for (size_t i = 0; a->outside && i < a->system->transitions.n; i++)
        if (!outside_judge(a->outside, &a->system->transitions.at[i], conjuncts, hints))
            return false;
    bool all = true;
    for (size_t i = 0; i < a->system->transitions.n; i++) {
        prove_sureness sure = PROVE_BY_EXECUTION;
        if (a->smt && !open_smt_judge(a->smt, &a->system->transitions.at[i],
                                      &a->told->transitions.at[i], conjuncts, &sure, hints))
            return false;
        all = all && sure == PROVE_BY_SMT;
        vec_push(&result->sureness, sure);
    }
    all = all || prove_by_fewer(a, conjuncts);
    result->verdict = all ? PROVE_PROVED : PROVE_ALMOST;
    result->learner = name;
    for (size_t cut = 0; cut < a->system->cuts.n; cut++) {
        vec_free(&result->invariants[cut]);
        result->invariants[cut] = conjuncts[cut];
        conjuncts[cut] = (term_vec){0};
    }
    return true;
}
