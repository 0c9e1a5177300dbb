#include "explore/fields/infer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "explore/fields/infer_impl.h"

enum {
    NEAR_BYTES = 16,
    LEAST_SUMMED = 2,
    MOST_NESTED = 4,
    MOST_CANDIDATES = 256,
    MOST_READS = 512,
    MOST_ROUNDS = 64,
    MOST_TOUCHED = 8
};

/* ---- Candidates ------------------------------------------------------------------------------ */

/* One byte of a text is a number of one digit. */
static field_form form_of(const inference *s, const number_part *p)
{
    bool digit = p->width == 1 && p->at < s->digits.n && s->digits.at[p->at] &&
                 isdigit((unsigned char)s->bytes->text[p->at]);
    return digit ? FIELD_DECIMAL : p->form;
}

static candidate *candidate_of(inference *s, const number_part *p)
{
    field_form form = form_of(s, p);
    uint64_t value = form == p->form ? p->value : p->value - '0';
    if (p->kind != s->kind || p->index != s->index || p->at + (uint64_t)p->width > s->bytes->n)
        return NULL;
    for (size_t i = 0; i < s->candidates.n; i++) {
        candidate *c = &s->candidates.at[i];
        if (c->f.at == p->at && c->f.width == p->width && c->f.form == form)
            return c;
    }
    if (s->candidates.n >= MOST_CANDIDATES)
        return NULL;
    candidate c = {
        .f = {.kind = FIELD_SIZE, .form = form, .at = p->at, .width = p->width, .unit = 1},
        .value = value};
    vec_push(&s->candidates, c);
    return &vec_last(&s->candidates);
}

static bool is_near(int64_t a, int64_t b)
{
    return (uint64_t)a - (uint64_t)b + NEAR_BYTES <= 2 * NEAR_BYTES;
}

/* One number was compared with a constant: it was `apart` above it. Characters say what is a digit. */
static void note_level(inference *s, const number_part *p, int64_t apart, bool equal, uint32_t site,
                       uint32_t condition)
{
    int64_t code = (int64_t)(p->value - (uint64_t)apart), size = (int64_t)s->bytes->n;
    if (p->width == 1 && (code == '0' - 1 || code == '0' || code == '9' || code == '9' + 1) &&
        p->kind == s->kind && p->index == s->index && p->at < s->digits.n)
        s->digits.at[p->at] = 1;
    candidate *c = candidate_of(s, p);
    if (!c)
        return;
    candidate_loop l = {
        .site = site, .condition = condition, .level = (int64_t)(c->value - (uint64_t)apart)};
    if (c->loops.n < MOST_ROUNDS && l.level >= INT32_MIN && l.level <= UINT32_MAX)
        vec_push(&c->loops, l);
    /* That a byte is a certain character says nothing of sizes. */
    bool tied = equal && c->f.width == 1 && c->f.form < FIELD_DECIMAL
                    ? l.level == size
                    : l.level > 0 && l.level <= size &&
                          is_near(size - l.level, (int64_t)c->f.at + c->f.width);
    c->tied = c->tied || tied;
    c->f.site = c->f.site ? c->f.site : site;
}

/* What was compared, as a difference. */
static void note_difference(inference *s, const number_sum *d, bool equal, uint32_t site,
                            uint32_t condition)
{
    number_part parts[NUMBER_PARTS];
    uint32_t n = number_parts(&s->view, d, parts);
    if (!n || n == UINT32_MAX)
        return;
    uint64_t sum = (uint64_t)d->constant;
    for (uint32_t i = 0; i < d->n; i++)
        sum += (uint64_t)d->bytes[i].factor * s->t->variables.at[d->bytes[i].variable].value;
    int64_t apart = (int64_t)sum;
    int64_t factor = parts[0].factor;
    if (n == 1 && (factor != -1 || apart != INT64_MIN) && apart % factor == 0)
        note_level(s, &parts[0], apart / factor, equal, site, condition);
    for (uint32_t i = 0; n > 1 && i < n; i++) {
        candidate *c = candidate_of(s, &parts[i]);
        if (c && (parts[i].factor == 1 || parts[i].factor == -1)) {
            c->tied = true;
            c->f.site = c->f.site ? c->f.site : site;
        }
    }
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static int by_offset(const void *x, const void *y, void *context)
{
    const trace_variable *all = context;
    uint32_t a = all[*(const uint32_t *)x].offset, b = all[*(const uint32_t *)y].offset;
    return a < b ? -1 : a > b;
}

/* The bytes of the input that a term depends on, in order. False: also on others, or there is a gap. */
static bool bytes_of(const inference *s, term_id t, vec_u32 *to)
{
    const uint64_t *uses = trace_uses(s->t, t);
    for (uint32_t i = 0; i < s->t->variables.n; i++) {
        const trace_variable *v = &s->t->variables.at[i];
        if (!(uses[i / 64] >> i % 64 & 1))
            continue;
        if (v->kind != s->kind || v->index != s->index)
            return false;
        vec_push(to, i);
    }
    if (to->n)
        qsort_r(to->at, to->n, sizeof *to->at, by_offset, s->t->variables.at);
    bool whole = to->n;
    for (size_t i = 1; i < to->n; i++)
        whole = whole && s->t->variables.at[to->at[i]].offset ==
                             s->t->variables.at[to->at[i - 1]].offset + 1;
    return whole;
}

/* `mine` is a number that stands in the input, `sum` a term over other bytes. */
static bool note_sum(inference *s, const number_sum *mine, term_id sum, uint32_t condition)
{
    number_part parts[NUMBER_PARTS];
    vec_u32 over = {0};
    if (number_parts(&s->view, mine, parts) != 1 || parts[0].factor != 1 || mine->constant ||
        parts[0].kind != s->kind || parts[0].index != s->index)
        return false;
    bool good = bytes_of(s, sum, &over) && over.n >= LEAST_SUMMED;
    const trace_variable *all = s->t->variables.at;
    field f = {.kind = FIELD_SUM,
               .form = parts[0].form,
               .at = parts[0].at,
               .width = parts[0].width,
               .condition = condition,
               .site = s->t->conditions.at[condition].site};
    if (good) {
        f.from = all[over.at[0]].offset;
        f.to = all[over.at[over.n - 1]].offset + 1;
        good = (f.to <= f.at || f.from >= f.at + f.width) && s->sums.n < s->limits->fields;
    }
    for (size_t i = 0; i < s->sums.n && good; i++)
        good = s->sums.at[i].at != f.at;
    if (good) {
        fold *way = fold_find(s->t, sum, over.at, over.n);
        f.fold = way ? fold_list_add(s->folds, way, s->limits->field_folds) : 0;
        vec_push(&s->sums, f);
    }
    vec_free(&over);
    return good;
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* What a condition is about; what is summed up is not looked at. */
static void touch(inference *s, term_id t, uint32_t condition)
{
    const uint64_t *uses = trace_uses(s->t, t);
    uint32_t all = 0;
    for (uint32_t w = 0; w < s->t->words; w++)
        all += (uint32_t)__builtin_popcountll(uses[w]);
    if (all > MOST_TOUCHED)
        return;
    for (uint32_t i = 0; i < s->t->variables.n; i++) {
        const trace_variable *v = &s->t->variables.at[i];
        if (uses[i / 64] >> i % 64 & 1 && v->kind == s->kind && v->index == s->index &&
            v->offset < s->touched.n && !s->touched.at[v->offset])
            s->touched.at[v->offset] = condition + 1;
    }
}

/* A few numbers that stand in the input, and not the sum of many of its bytes. */
static bool is_made_of_fields(const inference *s, const number_sum *n)
{
    number_part parts[NUMBER_PARTS];
    uint32_t k = number_parts(&s->view, n, parts), next = 0;
    for (uint32_t i = 1; k != UINT32_MAX && i < k; i++)
        next += parts[i].at == parts[i - 1].at + parts[i - 1].width;
    return k != UINT32_MAX && next < 2;
}

/* a ^ b = c and a - b = c, as equations of one side: each of the two may be the field. */
static void compare_parts(inference *s, term_id x, term_id c, uint32_t condition)
{
    term_bank *b = s->t->bank;
    term_op op = term_op_of(b, x);
    if ((op != OP_BVXOR && op != OP_BVSUB) || term_arity(b, x) != 2 || term_op_of(b, c) != OP_CONST)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        number_sum n;
        term_id mine = term_arg(b, x, i), other = term_arg(b, x, 1 - i);
        term_id sum = op == OP_BVXOR ? term_make2(b, OP_BVXOR, other, c)
                      : i            ? term_make2(b, OP_BVSUB, other, c)
                                     : term_make2(b, OP_BVADD, other, c);
        if (number_of(&s->view, mine, &n) && note_sum(s, &n, sum, condition))
            return;
    }
}

/* Two sides that were compared. */
static void compare(inference *s, term_id x, term_id y, bool equal, uint32_t condition)
{
    x = run_view_resolve(&s->view, x);
    y = run_view_resolve(&s->view, y);
    if (!x || !y)
        return;
    touch(s, x, condition);
    touch(s, y, condition);
    number_sum a, c;
    bool left = number_of(&s->view, x, &a), right = number_of(&s->view, y, &c);
    if (equal && ((left && !(right && is_made_of_fields(s, &c)) && note_sum(s, &a, y, condition)) ||
                  (right && !(left && is_made_of_fields(s, &a)) && note_sum(s, &c, x, condition))))
        return;
    if (left && right && number_subtract(&a, &c))
        note_difference(s, &a, equal, s->t->conditions.at[condition].site, condition);
    else if (equal) {
        compare_parts(s, x, y, condition);
        compare_parts(s, y, x, condition);
    }
}

static void look(inference *s, term_id t, uint32_t condition, int depth)
{
    const term_bank *b = s->t->bank;
    while (term_op_of(b, t) == OP_NOT)
        t = term_arg(b, t, 0);
    term_op op = term_op_of(b, t);
    bool joins = op == OP_AND || op == OP_OR;
    for (uint32_t i = 0; joins && depth < MOST_NESTED && i < term_arity(b, t); i++)
        look(s, term_arg(b, t, i), condition, depth + 1);
    bool compares = op == OP_EQ || (op >= OP_BVULT && op <= OP_BVSGE);
    if (compares && term_arity(b, t) == 2 &&
        sort_kind_of(b, term_sort(b, term_arg(b, t, 0))) == SORT_BV)
        compare(s, term_arg(b, t, 0), term_arg(b, t, 1), op == OP_EQ, condition);
}

/* Bytes that were read at an address with a number in it: that far from there. */
static void look_at_reads(inference *s)
{
    for (size_t i = 0; i < s->view.reads.n && i < MOST_READS; i++) {
        number_sum n;
        number_part parts[NUMBER_PARTS];
        const trace_variable *v = &s->t->variables.at[s->view.reads.at[i].variable];
        term_id offset = run_view_resolve(&s->view, s->view.reads.at[i].offset);
        if (v->kind != s->kind || v->index != s->index || !offset ||
            !number_of(&s->view, offset, &n))
            continue;
        uint32_t k = number_parts(&s->view, &n, parts);
        for (uint32_t p = 0; k != UINT32_MAX && p < k; p++) {
            bool forward = parts[p].factor > 0 && parts[p].factor <= UINT32_MAX;
            candidate *c = forward ? candidate_of(s, &parts[p]) : NULL;
            if (!c || c->value > v->offset || c->value * (uint64_t)parts[p].factor > v->offset)
                continue;
            uint32_t from = v->offset - (uint32_t)(c->value * (uint64_t)parts[p].factor);
            c->f.unit = (uint32_t)parts[p].factor;
            if (from >= c->f.at + c->f.width && (!c->behind || from < c->after)) {
                c->behind = true;
                c->after = from;
            } else if (from <= c->f.at && (!c->elsewhere || from > c->before)) {
                c->elsewhere = true;
                c->before = from;
            }
        }
    }
}

/* ---- What comes of it ------------------------------------------------------------------------ */

/* How far behind the field its bytes begin, by others that were compared at the same place. */
static uint32_t gap_of(const inference *s, const candidate *c)
{
    for (size_t i = 0; i < s->candidates.n; i++) {
        const candidate *other = &s->candidates.at[i];
        if (other->behind && other->f.site == c->f.site && other->f.form == c->f.form)
            return other->after - other->f.at - other->f.width;
    }
    return c->f.form >= FIELD_DECIMAL;
}

static bool decide(const inference *s, const candidate *c, field *f)
{
    if (c->value > s->bytes->n) /* of what is not there */
        return false;
    bool loop = infer_loop(s, c, f);
    if (loop && f->kind == FIELD_COUNT && f->n_items >= (c->value < 2 ? c->value : 2) &&
        f->n_items) {
        f->to = f->from;
        for (uint32_t i = f->from; i < s->touched.n;
             i++) /* to the last byte that a round looked at */
            if (s->touched.at[i] > s->touched.at[f->items[0]])
                f->to = i + 1;
        return true;
    }
    if (!loop)
        *f = c->f;
    f->kind = FIELD_SIZE;
    f->n_items = 0;
    uint32_t end = f->at + f->width;
    if (c->behind)
        f->from = c->after;
    else if (c->elsewhere)
        f->from = c->before;
    else if (c->tied || loop)
        f->from = loop && f->from > end ? f->from : end + gap_of(s, c);
    else
        return false;
    uint64_t to = f->from + c->value * f->unit;
    if (c->tied && !c->behind && !c->elsewhere && c->value == s->bytes->n)
        f->from = 0, to = c->value; /* the size of all */
    f->to = (uint32_t)to;
    return to <= s->bytes->n;
}

static bool overlaps(const field *a, const field *b)
{
    return a->at < b->at + b->width && b->at < a->at + a->width;
}

static void add(const inference *s, const field *f, field_list *list)
{
    bool good = list->n < s->limits->fields;
    for (size_t i = 0; i < list->n && good; i++)
        good = !overlaps(&list->at[i], f);
    if (good)
        vec_push(list, *f);
}

/* Sums first, then what is wider. */
static void add_all(const inference *s, field_list *list)
{
    for (size_t i = 0; i < s->sums.n; i++)
        add(s, &s->sums.at[i], list);
    for (uint32_t width = FIELD_BYTES; width; width--)
        for (size_t i = 0; i < s->candidates.n; i++) {
            field f;
            if (s->candidates.at[i].f.width == width && decide(s, &s->candidates.at[i], &f))
                add(s, &f, list);
        }
    for (size_t i = 0; i < list->n; i++) /* the last item ends where its own sizes say */
        for (size_t k = 0; list->at[i].kind == FIELD_COUNT && k < list->n; k++) {
            const field *f = &list->at[k];
            if (f->kind == FIELD_SIZE && f->at >= list->at[i].from && f->at < list->at[i].to &&
                f->to > list->at[i].to && f->from > f->at)
                list->at[i].to = f->to;
        }
}

bool fields_input(const explore_trace *t, uint8_t *kind, uint32_t *index)
{
    size_t best = 0;
    for (size_t i = 0; i < t->inputs.n; i++) {
        size_t n = 0;
        for (size_t k = 0; k < t->variables.n; k++)
            n += t->variables.at[k].kind == t->inputs.at[i].kind &&
                 t->variables.at[k].index == t->inputs.at[i].index;
        if (n > best) {
            best = n;
            *kind = (uint8_t)t->inputs.at[i].kind;
            *index = t->inputs.at[i].index;
        }
    }
    return best;
}

void fields_infer(explore_trace *t, uint8_t kind, uint32_t index, const strbuf *bytes,
                  const explore_limits *limits, fold_list *folds, field_list *list)
{
    inference s = {
        .t = t, .kind = kind, .index = index, .bytes = bytes, .limits = limits, .folds = folds};
    run_view_init(&s.view, t);
    vec_resize(&s.touched, bytes->n);
    vec_resize(&s.digits, bytes->n);
    for (uint32_t i = 0; i < t->conditions.n && i < limits->field_conditions; i++)
        if (!trace_has_box(t, t->conditions.at[i].term) &&
            !trace_has_float(t, t->conditions.at[i].term))
            look(&s, t->conditions.at[i].term, i, 0);
    look_at_reads(&s);
    add_all(&s, list);
    for (size_t i = 0; i < s.candidates.n; i++)
        vec_free(&s.candidates.at[i].loops);
    vec_free(&s.candidates);
    vec_free(&s.sums);
    vec_free(&s.touched);
    vec_free(&s.digits);
    run_view_free(&s.view);
}
