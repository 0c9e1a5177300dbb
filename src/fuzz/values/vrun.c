#include "fuzz/values/vrun.h"

#include "term/eval/eval.h"

value_id vrun_value(const fuzz_bytecode *p, const fuzz_machine *m, uint32_t reg)
{
    return m->undefined[reg] ? 0 : vrun_value_of(p, reg, m->regs[reg]);
}

bool vrun_word(const fuzz_bytecode *p, uint32_t reg, value_id v, uint64_t *word)
{
    if (v && !fuzz_is_value(p, reg))
        return word_of_small(p->bank, v, word);
    *word = v;
    return v;
}

static value_id member(const fuzz_bytecode *p, const fuzz_machine *m, const value_id *args)
{
    size_t n;
    const uint32_t *text = value_string_data(p->bank, args[0], &n);
    regex_answer answer = language_has(m->languages, args[1], text, n);
    return answer == REGEX_UNKNOWN ? 0 : value_bool(answer == REGEX_YES);
}

/* One operator of terms on defined operands; false: it has no value there. */
static bool apply(const fuzz_bytecode *p, uint32_t at, fuzz_machine *m)
{
    const fuzz_insn *insn = &p->code.at[at];
    uint32_t few[8], n = (uint32_t)insn->imm, n_indices;
    value_id *args = n <= 8 ? few : base_alloc(n * sizeof *args);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t reg = p->box_args.at[insn->a + i];
        args[i] = vrun_value_of(p, reg, m->regs[reg]);
    }
    const uint32_t *indices = term_index_words(p->bank, p->terms.at[at], &n_indices);
    eval_reason why;
    value_id v = insn->b == OP_STR_IN_RE ? member(p, m, args)
                                         : eval_op(p->bank, (term_op)insn->b, indices, n_indices,
                                                   p->sorts.at[at], args, n, &why);
    if (args != few)
        free(args);
    return vrun_word(p, at, v, &m->regs[at]);
}

static void compute(const fuzz_bytecode *p, uint32_t at, fuzz_machine *m)
{
    const fuzz_insn *insn = &p->code.at[at];
    const uint64_t *r = m->regs;
    bool trap = fuzz_undefined_step(p, m, insn);
    if (trap)
        m->regs[at] = 0;
    else if (insn->op == FUZZ_BOX)
        m->regs[at] = fuzz_call_box(p, at, m);
    else if (insn->op == FUZZ_VALUE)
        trap = !apply(p, at, m);
    else if ((insn->op == FUZZ_AND || insn->op == FUZZ_OR) &&
             (m->undefined[insn->a] || m->undefined[insn->b]))
        m->regs[at] = insn->op == FUZZ_OR; /* the other one decides */
    else
        m->regs[at] = fuzz_apply(insn, r[insn->a], r[insn->b], r[insn->c], r[insn->d], &trap);
    if (trap) {
        m->regs[at] = 0;
        fuzz_trap(m, at);
    }
}

static bool same_operands(const fuzz_bytecode *p, const fuzz_machine *m, const fuzz_insn *insn)
{
    const uint8_t *s = m->same;
    if (insn->op != FUZZ_BOX && insn->op != FUZZ_VALUE)
        return s[insn->a] & s[insn->b] & s[insn->c] & s[insn->d] & FUZZ_SAME_RESULT;
    uint8_t all = FUZZ_SAME_RESULT;
    for (uint64_t i = 0; i < insn->imm; i++)
        all &= s[p->box_args.at[insn->a + i]];
    return all;
}

void vrun(const fuzz_bytecode *p, const uint64_t *inputs, fuzz_machine *m)
{
    const fuzz_machine *base = m->base;
    m->trapped = false;
    for (uint32_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        bool kept = insn->op == FUZZ_CONST || (insn->op != FUZZ_INPUT && same_operands(p, m, insn));
        if (base && kept) {
            m->regs[i] = base->regs[i];
            m->undefined[i] = base->undefined[i];
            m->trapped |= m->undefined[i];
            m->same[i] = FUZZ_SAME_RESULT | FUZZ_SAME_OPERANDS;
            continue;
        }
        m->undefined[i] = 0;
        if (insn->op == FUZZ_INPUT)
            m->regs[i] = inputs[insn->imm];
        else if (insn->op == FUZZ_CONST)
            m->regs[i] = insn->imm;
        else
            compute(p, i, m);
        m->same[i] = base && base->regs[i] == m->regs[i] && base->undefined[i] == m->undefined[i];
    }
}
