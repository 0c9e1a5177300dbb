#include "solve/prepare/views.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "box/worker/invoke.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

/* Bytes of the formula's memory: constant, or the value of a term. */
typedef struct allocation {
    uint64_t address, n;
    uint8_t *bytes; /* NULL: of `content` */
    term_id content;
} allocation;

/* A part of the memory image of a view. */
typedef struct piece {
    uint64_t address, n;
    uint8_t *bytes; /* of its own; NULL: the next argument */
} piece;

/* What one rewriting knows: terms that the formulas say are constants, and values of closed terms.
 */
typedef struct knowledge {
    map values; /* term -> value */
    term_model *nothing;
    evaluator *evaluator;
} knowledge;

typedef struct view {
    const term_bank *bank;
    box_set *boxes;
    decl_id box, decl;
    uint32_t arity;    /* of the box */
    vec_u32 fixed;     /* the value of each argument of the box and of each content that it can
                          see; 0: an argument of the view */
    size_t allocated;  /* allocations when it was made */
    VEC(piece) pieces; /* by age */
} view;

struct box_views {
    term_bank *bank;
    VEC(allocation) allocations;
    VEC(view *) views;
};

box_views *views_new(term_bank *b)
{
    box_views *v = base_alloc_zero(1, sizeof *v);
    v->bank = b;
    return v;
}

void views_forget(box_views *v, size_t count)
{
    for (; v->allocations.n > count; v->allocations.n--)
        free(vec_last(&v->allocations).bytes);
    for (size_t i = 0; i < v->views.n; i++) /* others may come in their place */
        if (v->views.at[i]->allocated > count)
            v->views.at[i]->allocated = SIZE_MAX;
}

static void free_view(view *one)
{
    for (size_t k = 0; k < one->pieces.n; k++)
        free(one->pieces.at[k].bytes);
    vec_free(&one->pieces);
    vec_free(&one->fixed);
    free(one);
}

void views_release(box_views *v, decl_id end)
{
    size_t kept = 0;
    for (size_t i = 0; i < v->views.n; i++)
        if (v->views.at[i]->decl && v->views.at[i]->decl < end)
            v->views.at[kept++] = v->views.at[i];
        else
            free_view(v->views.at[i]);
    v->views.n = kept;
}

void views_free(box_views *v)
{
    if (!v)
        return;
    views_forget(v, 0);
    views_release(v, 0);
    vec_free(&v->views);
    vec_free(&v->allocations);
    free(v);
}

size_t views_count(const box_views *v)
{
    return v->allocations.n;
}

/* ---- Allocations ----------------------------------------------------------------------------- */

static bool refuse(char **error, const char *message)
{
    *error = base_strdup(message);
    return false;
}

static bool in_range(uint64_t address, uint64_t n, char **error)
{
    enum { MOST = 1 << 28 };
    if (n <= MOST && address <= UINT64_MAX - n)
        return true;
    return refuse(error, "alloc: so many bytes do not fit there");
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool views_alloc_text(box_views *v, uint64_t address, uint64_t n, const char *hex, char **error)
{
    if (!in_range(address, n, error))
        return false;
    if (strlen(hex) != 2 * n)
        return refuse(error, "alloc: two hexadecimal digits for each byte are wanted");
    allocation a = {.address = address, .n = n, .bytes = base_alloc_zero(n + 1, 1)};
    for (uint64_t i = 0; i < n; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) {
            free(a.bytes);
            return refuse(error, "alloc: hexadecimal digits are wanted");
        }
        a.bytes[i] = (uint8_t)(high << 4 | low);
    }
    vec_push(&v->allocations, a);
    return true;
}

bool views_alloc_term(box_views *v, uint64_t address, uint64_t n, term_id content, char **error)
{
    term_bank *b = v->bank;
    sort_id s = term_sort(b, content);
    if (!in_range(address, n, error))
        return false;
    if (sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) == 8 * n) {
        vec_push(&v->allocations, ((allocation){address, n, NULL, content}));
        return true;
    }
    if (sort_kind_of(b, s) != SORT_ARRAY || sort_array_element(b, s) != sort_bv(b, 8) ||
        sort_kind_of(b, sort_array_index(b, s)) != SORT_BV)
        return refuse(error, "alloc: the content is no bit-vector of so many bytes, no array of "
                             "bytes and no string");
    uint32_t width = sort_bv_width(b, sort_array_index(b, s));
    for (uint64_t i = 0; i < n; i++) {
        term_id index = term_const(b, value_bv_u64(b, width, i));
        vec_push(&v->allocations,
                 ((allocation){address + i, 1, NULL, term_make2(b, OP_SELECT, content, index)}));
    }
    return true;
}

void views_words(const box_views *v, size_t most, vec_u32 *values)
{
    vec_u32 text = {0};
    for (size_t i = 0; i < v->allocations.n && values->n < most; i++) {
        const allocation *a = &v->allocations.at[i];
        vec_clear(&text);
        for (uint64_t k = 0; a->bytes && k < a->n && k < most; k++) {
            vec_push(values, value_bv_u64(v->bank, 8, a->bytes[k]));
            if (a->bytes[k])
                vec_push(&text, a->bytes[k]);
        }
        if (text.n)
            vec_push(values, value_string(v->bank, text.at, text.n));
    }
    vec_free(&text);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void put_bytes(const term_bank *b, value_id value, uint8_t *bytes, uint64_t n)
{
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, value, number, &scratch);
    memset(bytes, 0, n);
    if ((mpz_sizeinbase(number, 2) + 7) / 8 <= n)
        mpz_export(bytes, NULL, -1, 1, 0, 0, number);
}

/* A call of a view as the box behind it gets it. */
typedef struct whole_call {
    vec_u32 args;
    VEC(box_buffer) buffers;
} whole_call;

/* Puts call and memory together again. */
static void put_together(const view *w, const term_bank *b, const value_id *args, whole_call *call)
{
    uint32_t next = 0;
    for (size_t i = 0; i < w->arity; i++)
        vec_push(&call->args, w->fixed.at[i] ? w->fixed.at[i] : args[next++]);
    for (size_t i = 0; i < w->pieces.n; i++) {
        const piece *p = &w->pieces.at[i];
        box_buffer buffer = {.address = p->address, .n = p->n, .bytes = p->bytes};
        if (!p->bytes) {
            buffer.bytes = base_alloc_zero(p->n + 1, 1);
            put_bytes(b, args[next++], buffer.bytes, p->n);
        }
        vec_push(&call->buffers, buffer);
    }
}

static void free_call(const view *w, whole_call *call)
{
    for (size_t i = 0; i < w->pieces.n; i++)
        if (!w->pieces.at[i].bytes)
            free(call->buffers.at[i].bytes);
    vec_free(&call->buffers);
    vec_free(&call->args);
}

/* The callback behind a view. */
static box_status call_view(void *context, term_bank *b, const value_id *args, uint32_t n,
                            value_id *result)
{
    (void)n;
    const view *w = context;
    whole_call call = {0};
    box_status status;
    put_together(w, b, args, &call);
    box_image image = {.buffers = call.buffers.at, .n = (uint32_t)call.buffers.n};
    *result = boxes_call_image(w->boxes, w->box, call.args.at, (uint32_t)call.args.n, &image, NULL,
                               &status);
    free_call(w, &call);
    return status;
}

static void call_views_soon(void *context, const value_id *rows, size_t n)
{
    const view *w = context;
    uint32_t arity = decl_arity(w->bank, w->decl);
    whole_call *calls = base_alloc_zero(n + 1, sizeof *calls);
    box_image *images = base_alloc_zero(n + 1, sizeof *images);
    vec_u32 args = {0};
    for (size_t i = 0; i < n; i++) {
        put_together(w, w->bank, rows + i * arity, &calls[i]);
        vec_append(&args, calls[i].args.at, calls[i].args.n);
        images[i] = (box_image){calls[i].buffers.at, (uint32_t)calls[i].buffers.n};
    }
    boxes_call_images(w->boxes, w->box, args.at, images, n);
    for (size_t i = 0; i < n; i++)
        free_call(w, &calls[i]);
    free(calls);
    free(images);
    vec_free(&args);
}

/* ---- Views ----------------------------------------------------------------------------------- */

static bool takes_pointer(const box *x)
{
    for (uint32_t i = 0; x && x->kind == BOX_FUNCTION && i < x->arity; i++)
        if (x->parameters[i].class == BOX_CLASS_POINTER)
            return true;
    return false;
}

/* Marks what touches `address`, and what touches that. */
static void mark_object(const box_views *v, uint64_t address, uint8_t *marked)
{
    uint64_t low = address, high = address;
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < v->allocations.n; i++) {
            const allocation *a = &v->allocations.at[i];
            if (marked[i] || !a->n || a->address > high || a->address + a->n < low)
                continue;
            marked[i] = 1;
            low = a->address < low ? a->address : low;
            high = a->address + a->n > high ? a->address + a->n : high;
            grown = true;
        }
    }
}

/* Which allocations a call can see: all, if it is not known where it points. */
static uint8_t *reachable(const box_views *v, const box *x, const view *w)
{
    uint8_t *marked = base_alloc_zero(v->allocations.n + 1, 1), *object;
    for (uint32_t i = 0; i < x->arity; i++) {
        uint64_t address;
        if (x->parameters[i].class != BOX_CLASS_POINTER)
            continue;
        object = base_alloc_zero(v->allocations.n + 1, 1);
        if (!w->fixed.at[i])
            memset(object, 1, v->allocations.n);
        else if (value_small_bits(v->bank, w->fixed.at[i], &address) && address)
            mark_object(v, address, object);
        for (size_t k = 0; k < v->allocations.n; k++)
            marked[k] |= object[k];
        free(object);
    }
    return marked;
}

/* The view of these fixed arguments, if there is one. */
static view *find_view(const box_views *v, const view *like)
{
    for (size_t i = 0; i < v->views.n; i++) {
        view *w = v->views.at[i];
        if (w->boxes == like->boxes && w->box == like->box && w->allocated == like->allocated &&
            w->fixed.n == like->fixed.n &&
            !memcmp(w->fixed.at, like->fixed.at, like->fixed.n * sizeof *like->fixed.at))
            return w;
    }
    return NULL;
}

/* The value that a term is known to have; 0: none. */
static value_id known_value(const box_views *v, knowledge *known, term_id t)
{
    if (term_op_of(v->bank, t) == OP_CONST)
        return term_value(v->bank, t);
    value_id value = (value_id)map_get(&known->values, t, 0);
    return value || term_has_var(v->bank, t) ? value : eval_term(known->evaluator, t);
}

/* Which allocations the call sees goes into `seen`, the rest of its arguments into `rest`. */
static view *describe(const box_views *v, knowledge *known, const box *x, const term_id *args,
                      vec_u32 *seen, term_vec *rest)
{
    view *w = base_alloc_zero(1, sizeof *w);
    w->bank = v->bank;
    w->box = x->decl;
    w->arity = x->arity;
    w->allocated = v->allocations.n;
    for (uint32_t i = 0; i < x->arity; i++) {
        value_id value = known_value(v, known, args[i]);
        vec_push(&w->fixed, value);
        if (!value)
            vec_push(rest, args[i]);
    }
    uint8_t *marked = reachable(v, x, w);
    for (size_t i = 0; i < v->allocations.n; i++) {
        const allocation *a = &v->allocations.at[i];
        if (!marked[i])
            continue;
        vec_push(seen, (uint32_t)i);
        value_id value = a->bytes ? 0 : known_value(v, known, a->content);
        if (!a->bytes)
            vec_push(&w->fixed, value);
        if (!a->bytes && !value)
            vec_push(rest, a->content);
    }
    free(marked);
    return w;
}

static void add_pieces(const box_views *v, view *w, const vec_u32 *seen)
{
    size_t content = w->arity;
    for (size_t i = 0; i < seen->n; i++) {
        const allocation *a = &v->allocations.at[seen->at[i]];
        value_id value = a->bytes ? 0 : w->fixed.at[content++];
        piece p = {.address = a->address, .n = a->n};
        if (a->bytes || value)
            p.bytes = base_alloc_zero(a->n + 1, 1);
        if (a->bytes)
            memcpy(p.bytes, a->bytes, a->n);
        else if (value)
            put_bytes(v->bank, value, p.bytes, a->n);
        vec_push(&w->pieces, p);
    }
}

enum { MOST_CELLS = 1 << 16 };
typedef VEC(box_cell) cell_vec;

static int by_address(const void *x, const void *y)
{
    uint64_t a = ((const box_cell *)x)->address, b = ((const box_cell *)y)->address;
    return a < b ? -1 : a > b;
}

/* The memory that calls of the view see, byte by byte; of pieces that overlap, the younger one. */
static void find_cells(const view *w, cell_vec *cells)
{
    uint32_t argument = 0;
    map at = {0}; /* address -> number of its cell + 1 */
    for (uint32_t i = 0; i < w->arity; i++)
        argument += !w->fixed.at[i];
    for (size_t i = 0; i < w->pieces.n; i++) {
        const piece *p = &w->pieces.at[i];
        for (uint64_t k = 0; k < p->n && cells->n < MOST_CELLS; k++) {
            box_cell cell = {.address = p->address + k, .argument = BOX_CELL_FIXED};
            if (p->bytes)
                cell.value = p->bytes[k];
            else
                cell = (box_cell){p->address + k, argument, (uint8_t)k, 0};
            uint64_t *number = map_insert(&at, cell.address, NULL);
            if (*number) {
                cells->at[*number - 1] = cell;
            } else if (p->bytes || p->n <= 8) { /* what is wider is no word */
                vec_push(cells, cell);
                *number = cells->n;
            }
        }
        argument += !p->bytes;
    }
    map_free(&at);
    if (cells->n)
        qsort(cells->at, cells->n, sizeof *cells->at, by_address);
}

typedef VEC(box_argument) argument_vec;

/* The arguments of the box: fixed ones, and those of the view. False: one is no number. */
static bool find_arguments(const view *w, argument_vec *arguments)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < w->arity; i++) {
        box_argument a = {.argument = BOX_CELL_FIXED};
        if (!w->fixed.at[i])
            a.argument = next++;
        else if (!value_small_bits(w->bank, w->fixed.at[i], &a.value))
            return false;
        vec_push(arguments, a);
    }
    return true;
}

/* Declares and binds the view. */
static bool bind_view(box_views *v, const box *x, view *w, const term_vec *args)
{
    term_bank *b = v->bank;
    vec_u32 sorts = {0};
    for (size_t i = 0; i < args->n; i++)
        vec_push(&sorts, term_sort(b, args->at[i]));
    w->decl =
        decl_new(b, symbol_fresh(b, x->name), sorts.at, (uint32_t)sorts.n, decl_range(b, x->decl));
    vec_free(&sorts);
    cell_vec cells = {0};
    argument_vec arguments = {0};
    find_cells(w, &cells);
    bool numbers = find_arguments(w, &arguments);
    box_original original = {x->symbol, arguments.at, (uint32_t)arguments.n, x->of_system};
    box_declaration declaration = {.decl = w->decl,
                                   .callback = call_view,
                                   .callback_context = w,
                                   .callback_anywhere = true,
                                   .callback_soon = call_views_soon,
                                   .cells = cells.at,
                                   .n_cells = cells.n,
                                   .original = numbers ? &original : NULL};
    char *error = NULL;
    bool bound = boxes_bind(w->boxes, &declaration, &error);
    vec_free(&cells);
    vec_free(&arguments);
    free(error);
    return bound;
}

/* The call as a call of a view; 0: there is none. */
static term_id viewed(box_views *v, knowledge *known, box_set *boxes, decl_id d,
                      const term_id *args)
{
    const box *x = boxes_find(boxes, d);
    term_vec rest = {0};
    vec_u32 seen = {0};
    view *w = describe(v, known, x, args, &seen, &rest);
    w->boxes = boxes;
    view *same = find_view(v, w);
    bool good = true;
    if (same) {
        vec_free(&w->fixed);
        free(w);
        w = same;
    } else {
        add_pieces(v, w, &seen);
        vec_push(&v->views, w);
        good = bind_view(v, x, w, &rest);
    }
    term_id t = good ? term_app(v->bank, w->decl, rest.at, (uint32_t)rest.n) : 0;
    vec_free(&rest);
    vec_free(&seen);
    return t;
}

/* Equations of a term with a constant, among the conjuncts. */
static void learn_values(const box_views *v, const term_id *formulas, size_t n, knowledge *known)
{
    term_bank *b = v->bank;
    term_vec pending = {0};
    vec_append(&pending, formulas, n);
    while (pending.n) {
        term_id t = vec_pop(&pending);
        if (term_op_of(b, t) == OP_AND)
            vec_append(&pending, term_args(b, t), term_arity(b, t));
        if (term_op_of(b, t) != OP_EQ || term_arity(b, t) != 2)
            continue;
        for (uint32_t k = 0; k < 2; k++)
            if (term_op_of(b, term_arg(b, t, k)) == OP_CONST)
                map_put(&known->values, term_arg(b, t, 1 - k), term_value(b, term_arg(b, t, k)));
    }
    vec_free(&pending);
}

void views_rewrite(box_views *v, box_set *boxes, const term_id *formulas, size_t n, term_vec *out,
                   vec_u32 *behind)
{
    term_bank *b = v->bank;
    term_vec roots = {0}, order = {0}, args = {0};
    map memo = {0};
    knowledge known = {.nothing = model_new(b)};
    known.evaluator = eval_new(known.nothing, &(eval_config){.complete = false});
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, formulas[i]));
    learn_values(v, roots.at, n, &known);
    term_postorder(b, roots.at, n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i], now = t;
        bool changed = false;
        vec_clear(&args);
        for (uint32_t k = 0; k < term_arity(b, t); k++) {
            vec_push(&args, (term_id)map_get(&memo, term_arg(b, t, k), 0));
            changed |= args.at[k] != term_arg(b, t, k);
        }
        bool sees = term_op_of(b, t) == OP_APP && takes_pointer(boxes_find(boxes, term_decl(b, t)));
        if (sees) {
            now = viewed(v, &known, boxes, term_decl(b, t), args.at);
            vec_push(behind, term_decl(b, t));
        } else if (changed) {
            now = term_rebuild(b, t, args.at);
        }
        map_put(&memo, t, now ? now : t);
    }
    for (size_t i = 0; i < n; i++)
        vec_push(out, (term_id)map_get(&memo, roots.at[i], roots.at[i]));
    eval_free(known.evaluator);
    model_free(known.nothing);
    map_free(&known.values);
    map_free(&memo);
    vec_free(&roots);
    vec_free(&order);
    vec_free(&args);
}
