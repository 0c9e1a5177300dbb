/* Pointers that may be one of a few: variables, elements of arrays, functions, nothing. */
#include "program/read_impl.h"

/* ---- What an address is ---------------------------------------------------------------------- */

static term_id number(ir_reader *r, uint32_t n)
{
    return ir_index_constant(r, n);
}

static void from_variables(ir_reader *r, const ir_pointer *p, ir_choice *c)
{
    *c = (ir_choice){.n = p->n_targets};
    term_id which = r->current.at[p->which];
    for (uint32_t k = 0; k < p->n_targets; k++) {
        c->of[k].when = p->n_targets == 1 ? TERM_ID_TRUE : term_eq(r->bank, which, number(r, k));
        c->of[k].target = p->targets[k];
        c->of[k].at.place = p->targets[k].place;
        for (uint32_t d = 0; d < p->targets[k].place.n_dims; d++)
            c->of[k].at.index[d] = r->current.at[p->variables[d]];
    }
}

/* A pointer that is always the same is a choice of one. */
static bool single(ir_reader *r, LLVMValueRef value, ir_choice *c)
{
    *c = (ir_choice){.n = 1};
    c->of[0].when = TERM_ID_TRUE;
    c->of[0].target.function = value;
    c->of[0].target.kind = r->l.IsNull(value)                                  ? IR_TO_NOTHING
                           : r->l.GetValueKind(value) == LLVMFunctionValueKind ? IR_TO_FUNCTION
                                                                               : IR_TO_PLACE;
    if (c->of[0].target.kind != IR_TO_PLACE)
        return true;
    if (!ir_address_of(r, value, &c->of[0].at))
        return false;
    c->of[0].target.place = c->of[0].at.place;
    return true;
}

bool ir_choice_any(ir_reader *r, LLVMValueRef value, ir_choice *c)
{
    return ir_choice_of(r, value, c) || single(r, value, c);
}

static bool of_select(ir_reader *r, LLVMValueRef i, ir_choice *c)
{
    ir_choice sides[2];
    term_id condition = ir_truth(r, r->l.GetOperand(i, 0));
    if (!condition || !ir_choice_any(r, r->l.GetOperand(i, 1), &sides[0]) ||
        !ir_choice_any(r, r->l.GetOperand(i, 2), &sides[1]) ||
        sides[0].n + sides[1].n > IR_MAX_TARGETS)
        return false;
    *c = (ir_choice){0};
    for (int s = 0; s < 2; s++)
        for (uint32_t k = 0; k < sides[s].n; k++) {
            term_id both[] = {s ? term_not(r->bank, condition) : condition, sides[s].of[k].when};
            c->of[c->n] = sides[s].of[k];
            c->of[c->n++].when = term_and(r->bank, both, 2);
        }
    return true;
}

bool ir_choice_of(ir_reader *r, LLVMValueRef value, ir_choice *c)
{
    const uint64_t *known = map_find(&r->choices, (uintptr_t)value);
    if (known) {
        *c = r->choice_list.at[*known];
        return true;
    }
    const uint64_t *pointer = map_find(&r->objects.by_pointer, (uintptr_t)value);
    if (pointer) {
        const ir_pointer *p = &r->objects.pointers.at[*pointer];
        if (p->known || !p->n_targets)
            return false;
        from_variables(r, p, c);
        return true;
    }
    if (!r->l.IsAInstruction(value))
        return false;
    if (r->l.GetInstructionOpcode(value) == LLVMSelect)
        return of_select(r, value, c);
    if (!ir_is_gep(&r->l, value) || !ir_choice_of(r, r->l.GetOperand(value, 0), c))
        return false;
    for (uint32_t k = 0; k < c->n; k++)
        if (c->of[k].target.kind == IR_TO_PLACE && !ir_address_step(r, value, &c->of[k].at))
            return false;
    return true;
}

/* ---- What is given one ----------------------------------------------------------------------- */

static bool fits(ir_reader *r, const ir_target *t, ir_choice *c, uint32_t k)
{
    if (t->kind != c->of[k].target.kind)
        return false;
    if (t->kind != IR_TO_PLACE)
        return t->kind == IR_TO_NOTHING || t->function == c->of[k].target.function;
    ir_address *a = &c->of[k].at;
    ir_address tried = *a;
    uint32_t before = a->place.n_dims;
    if (!ir_place_descend(&r->objects, &tried.place, t->place.type) ||
        !ir_same_place(&tried.place, &t->place))
        return false;
    *a = tried;
    for (uint32_t d = before; d < a->place.n_dims; d++)
        a->index[d] = number(r, 0);
    return true;
}

bool ir_choice_put(ir_reader *r, const ir_pointer *p, const ir_choice *given, term_id *values)
{
    ir_choice c = *given;
    term_id which = 0, index[IR_MAX_DIMS] = {0};
    for (uint32_t k = 0; k < c.n; k++) {
        uint32_t target = 0;
        while (target < p->n_targets && !fits(r, &p->targets[target], &c, k))
            target++;
        if (target == p->n_targets)
            return ir_fail(r, "a pointer that may point at many places");
        term_id n = number(r, target);
        which = which ? term_make3(r->bank, OP_ITE, c.of[k].when, n, which) : n;
        for (uint32_t d = 0; c.of[k].target.kind == IR_TO_PLACE && d < c.of[k].at.place.n_dims; d++)
            index[d] =
                index[d] ? term_make3(r->bank, OP_ITE, c.of[k].when, c.of[k].at.index[d], index[d])
                         : c.of[k].at.index[d];
    }
    values[p->which] = which;
    for (uint32_t d = 0; d < IR_MAX_DIMS && index[d]; d++)
        values[p->variables[d]] = index[d];
    return true;
}

bool ir_choice_set(ir_reader *r, LLVMValueRef i, const ir_choice *c)
{
    map_put(&r->choices, (uintptr_t)i, r->choice_list.n);
    vec_push(&r->choice_list, *c);
    const uint64_t *pointer = map_find(&r->objects.by_pointer, (uintptr_t)i);
    const ir_pointer *p = pointer ? &r->objects.pointers.at[*pointer] : NULL;
    return !p || p->known || !p->n_targets || ir_choice_put(r, p, c, r->current.at);
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

/* Two places; 0: nothing is known of how they lie. */
static term_id compare_places(ir_reader *r, LLVMIntPredicate p, const ir_address *x,
                              const ir_address *y)
{
    term_bank *b = r->bank;
    bool math = r->model == IR_MATH, equality = p == LLVMIntEQ || p == LLVMIntNE;
    if (x->place.object != y->place.object)
        return equality ? TERM_ID_FALSE : 0;
    if (x->place.leaf != y->place.leaf || x->place.n_dims != y->place.n_dims || x->place.n_dims > 1)
        return 0;
    if (!x->place.n_dims)
        return equality ? TERM_ID_TRUE : 0;
    term_id i = x->index[0], k = y->index[0];
    switch (p) {
    case LLVMIntEQ:
    case LLVMIntNE:
        return term_eq(b, i, k);
    case LLVMIntULT:
        return term_make2(b, math ? OP_LT : OP_BVSLT, i, k);
    case LLVMIntULE:
        return term_make2(b, math ? OP_LE : OP_BVSLE, i, k);
    case LLVMIntUGT:
        return term_make2(b, math ? OP_GT : OP_BVSGT, i, k);
    case LLVMIntUGE:
        return term_make2(b, math ? OP_GE : OP_BVSGE, i, k);
    default:
        return 0;
    }
}

/* An array's own address is that of its first element. */
static void into_elements(ir_reader *r, ir_address *a)
{
    while (r->l.GetTypeKind(a->place.type) == LLVMArrayTypeKind &&
           ir_place_index(&r->objects, &a->place, 0, true))
        if (a->place.element)
            a->index[a->place.n_dims - 1] = number(r, 0);
}

static term_id compare_targets(ir_reader *r, LLVMIntPredicate p, ir_choice *x, uint32_t i,
                               ir_choice *y, uint32_t k)
{
    const ir_target *s = &x->of[i].target, *t = &y->of[k].target;
    bool equality = p == LLVMIntEQ || p == LLVMIntNE;
    if (s->kind != t->kind)
        return equality ? TERM_ID_FALSE : 0;
    if (s->kind != IR_TO_PLACE)
        return equality ? term_bool(s->kind == IR_TO_NOTHING || s->function == t->function) : 0;
    into_elements(r, &x->of[i].at);
    into_elements(r, &y->of[k].at);
    return compare_places(r, p, &x->of[i].at, &y->of[k].at);
}

term_id ir_compare_pointers(ir_reader *r, LLVMValueRef instruction)
{
    ir_choice x, y;
    LLVMIntPredicate p = r->l.GetICmpPredicate(instruction);
    term_id any = TERM_ID_FALSE;
    if (!ir_choice_any(r, r->l.GetOperand(instruction, 0), &x) ||
        !ir_choice_any(r, r->l.GetOperand(instruction, 1), &y))
        return 0;
    for (uint32_t i = 0; i < x.n; i++)
        for (uint32_t k = 0; k < y.n; k++) {
            term_id holds = compare_targets(r, p, &x, i, &y, k);
            if (!holds)
                return ir_fail(r, "a comparison of pointers to different things");
            term_id all[] = {x.of[i].when, y.of[k].when, holds};
            term_id either[] = {any, term_and(r->bank, all, 3)};
            any = term_or(r->bank, either, 2);
        }
    return p == LLVMIntNE ? term_not(r->bank, any) : any;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool ir_call_chosen(ir_reader *r, LLVMValueRef i)
{
    ir_choice c;
    if (!ir_choice_of(r, r->l.GetCalledValue(i), &c))
        return ir_fail(r, "a call through a pointer");
    term_id result = 0;
    for (uint32_t k = 0; k < c.n; k++) {
        LLVMValueRef f = c.of[k].target.function;
        size_t n;
        if (c.of[k].target.kind != IR_TO_FUNCTION) {
            ir_undefined(r, IR_MEMORY, c.of[k].when, true);
            continue;
        }
        const char *name = r->l.GetValueName2(f, &n);
        if (!r->l.IsDeclaration(f) && !ir_opaque_wanted(r, name))
            return ir_fail(r, "a call through a pointer to '%s' ('--opaque %s' takes it as it is)",
                           name, name);
        bool stateful = ir_is_foreign(r, name) && !r->options->all_foreign;
        if (ir_call_is_known(name) || stateful || !ir_type_of(r, i).width)
            return ir_fail(r, "a call of '%s' through a pointer", name);
        if (!ir_opaque_function(r, i, f, name))
            return false;
        term_id t = (term_id)map_get(&r->registers, (uintptr_t)i, 0);
        result = result ? term_make3(r->bank, OP_ITE, c.of[k].when, t, result) : t;
    }
    if (result)
        map_put(&r->registers, (uintptr_t)i, result);
    return result != 0;
}
