#include "smtlib/read/reader_impl.h"

#include "base/text.h"

static term_id fail_here(smt_reader *r, const frame *f, const char *message)
{
    return reader_fail_at(r, f->line, f->column, "%s", message);
}

static const char *text_of(const smt_reader *r, symbol_id s)
{
    return symbol_text(r->bank, s);
}

term_id coerce(smt_reader *r, term_id t, sort_id sort)
{
    sort_id own = term_sort(r->bank, t);
    if (own == sort)
        return t;
    if (own == SORT_ID_INT && sort == SORT_ID_REAL && !r->config.strict)
        return term_build(r->bank, OP_TO_REAL, NULL, 0, &t, 1);
    if (r->table->casts && value_casts(r->bank, own, sort))
        return term_cast(r->bank, t, sort);
    return 0;
}

/* In models: arguments of one operator that should have one sort, or an array where a set is. */
static void cast_arguments(smt_reader *r, term_op op, term_id *args, uint32_t n)
{
    term_bank *b = r->bank;
    sort_kind kind = n ? sort_kind_of(b, term_sort(b, args[0])) : SORT_NONE;
    if ((op == OP_SELECT || op == OP_STORE) && (kind == SORT_SET || kind == SORT_BAG)) {
        sort_id element = kind == SORT_SET ? SORT_ID_BOOL : SORT_ID_INT;
        args[0] =
            term_cast(b, args[0], sort_array(b, sort_element(b, term_sort(b, args[0])), element));
    }
    if (op == OP_SELECT || op == OP_STORE) {
        sort_id array = n > 1 ? term_sort(b, args[0]) : 0;
        if (array && sort_kind_of(b, array) == SORT_ARRAY) {
            term_id index = coerce(r, args[1], sort_array_index(b, array));
            term_id element = n > 2 ? coerce(r, args[2], sort_array_element(b, array)) : 0;
            args[1] = index ? index : args[1];
            if (n > 2)
                args[2] = element ? element : args[2];
        }
        return;
    }
    uint32_t first = op == OP_ITE ? 1 : 0, model = first;
    if (op != OP_EQ && op != OP_DISTINCT && op != OP_ITE)
        return;
    for (uint32_t i = first; i < n; i++)
        if (sort_kind_of(b, term_sort(b, args[i])) != SORT_ARRAY)
            model = i;
    for (uint32_t i = first; i < n; i++) {
        term_id t = coerce(r, args[i], term_sort(b, args[model]));
        args[i] = t ? t : args[i];
    }
}

decl_id find_constructor(smt_reader *r, sort_id s, symbol_id name)
{
    if (sort_kind_of(r->bank, s) != SORT_DATATYPE)
        return 0;
    uint32_t n = datatype_constructor_count(r->bank, sort_datatype_of(r->bank, s));
    for (uint32_t i = 0; i < n; i++) {
        decl_id c = sort_constructor(r->bank, s, i);
        if (decl_name(r->bank, c) == name)
            return c;
    }
    return 0;
}

/* Unknown names. */

static term_id unknown_symbol(smt_reader *r, const frame *f, symbol_id name)
{
    const char *text = text_of(r, name);
    if (text[0] == '-' && text[1] >= '0' && text[1] <= '9')
        return reader_fail_at(r, f->line, f->column,
                              "unknown symbol '%.200s'; negative numbers are written (- %.200s)",
                              text, text + 1);
    uint32_t id;
    if (symtab_find_sort(r->table, name, &id) != SYMTAB_NONE)
        return reader_fail_at(r, f->line, f->column, "'%.200s' is a sort, not a function", text);
    symbol_id near = reader_suggest(r, name, false);
    if (near)
        return reader_fail_at(r, f->line, f->column,
                              "unknown symbol '%.200s'; did you mean '%.200s'?", text,
                              text_of(r, near));
    return reader_fail_at(r, f->line, f->column, "unknown symbol '%.200s'", text);
}

/* Operators. */

/* Numbers that old spellings have among their arguments. */
static bool small_constant(smt_reader *r, term_id t, uint32_t *number)
{
    int64_t n;
    if (term_op_of(r->bank, t) != OP_CONST || term_sort(r->bank, t) != SORT_ID_INT ||
        !value_small_int(r->bank, term_value(r->bank, t), &n) || n < 0 || n > UINT32_MAX)
        return false;
    *number = (uint32_t)n;
    return true;
}

/* (re.loop r lo hi), (re.loop r lo) and (re.^ r n), as files of before 2.6 have them; 0 without
 * message if it is none of them. */
static term_id old_loop(smt_reader *r, term_op op, const term_id *args, uint32_t n)
{
    uint32_t bounds[2];
    if (n < 2 || n > 3 || !small_constant(r, args[1], &bounds[0]) ||
        (n == 3 && !small_constant(r, args[2], &bounds[1])))
        return 0;
    if (n == 3)
        return op == OP_RE_LOOP ? term_build(r->bank, op, bounds, 2, args, 1) : 0;
    term_id power = term_build(r->bank, OP_RE_POWER, bounds, 1, args, 1);
    if (op == OP_RE_POWER || !power)
        return power;
    term_id parts[] = {power, term_build(r->bank, OP_RE_STAR, NULL, 0, args, 1)};
    return term_build(r->bank, OP_RE_CONCAT, NULL, 0, parts, 2);
}

/* The spellings str.len and seq.len are one: which operator it is, the arguments say. */
static term_op word_operator(const term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    static const term_op pairs[][2] = {{OP_STR_CONCAT, OP_SEQ_CONCAT},
                                       {OP_STR_LEN, OP_SEQ_LEN},
                                       {OP_STR_AT, OP_SEQ_AT},
                                       {OP_STR_SUBSTR, OP_SEQ_EXTRACT},
                                       {OP_STR_PREFIXOF, OP_SEQ_PREFIXOF},
                                       {OP_STR_SUFFIXOF, OP_SEQ_SUFFIXOF},
                                       {OP_STR_CONTAINS, OP_SEQ_CONTAINS},
                                       {OP_STR_INDEXOF, OP_SEQ_INDEXOF},
                                       {OP_STR_REPLACE, OP_SEQ_REPLACE},
                                       {OP_STR_REPLACE_ALL, OP_SEQ_REPLACE_ALL},
                                       {OP_STR_UPDATE, OP_SEQ_UPDATE},
                                       {OP_STR_REV, OP_SEQ_REV}};
    sort_kind kind = n ? sort_kind_of(b, term_sort(b, args[0])) : SORT_NONE;
    if (kind != SORT_STRING && kind != SORT_SEQ)
        return op;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (op == pairs[i][0] || op == pairs[i][1])
            return pairs[i][kind == SORT_SEQ];
    return op;
}

static term_id apply_lenient(smt_reader *r, term_op op, const uint32_t *indices, uint32_t n_indices,
                             const term_id *args, uint32_t n)
{
    op = word_operator(r->bank, op, args, n);
    if (!n_indices && (op == OP_RE_LOOP || op == OP_RE_POWER)) {
        term_id t = old_loop(r, op, args, n);
        if (t)
            return t;
    }
    if (op == OP_SEQ_UNIT && n == 1 && args[0] == r->character) /* a string of that character */
        return args[0];
    if (op >= OP_BAG_UNION_MAX && op <= OP_BAG_INTER_MIN && n > 2) { /* they nest to the left */
        term_id t = args[0];
        for (uint32_t i = 1; t && i < n; i++) {
            term_id pair[] = {t, args[i]};
            t = term_build(r->bank, op, NULL, 0, pair, 2);
        }
        return t;
    }
    if ((op == OP_STR_INDEXOF || op == OP_SEQ_INDEXOF) && n == 2) { /* from the beginning */
        term_id three[] = {args[0], args[1], term_const(r->bank, value_int(r->bank, 0))};
        return term_build(r->bank, op, NULL, 0, three, 3);
    }
    if (op == OP_RE_LOOP && n_indices == 1 && n == 1) { /* (_ re.loop lo): no upper bound */
        term_id parts[] = {term_build(r->bank, OP_RE_POWER, indices, 1, args, 1),
                           term_build(r->bank, OP_RE_STAR, NULL, 0, args, 1)};
        return parts[0] && parts[1] ? term_build(r->bank, OP_RE_CONCAT, NULL, 0, parts, 2) : 0;
    }
    return term_build(r->bank, op, indices, n_indices, args, n);
}

/* In strict reading Int and Real do not mix. */
static bool mixes_numbers(smt_reader *r, const term_id *args, uint32_t n)
{
    bool some_int = false, some_real = false;
    for (uint32_t i = 0; i < n; i++) {
        some_int |= term_sort(r->bank, args[i]) == SORT_ID_INT;
        some_real |= term_sort(r->bank, args[i]) == SORT_ID_REAL;
    }
    return some_int && some_real;
}

static term_id apply_op(smt_reader *r, const frame *f, term_op op, term_id *args, uint32_t n)
{
    const uint32_t *indices = vec_place(&r->indices, r->indices.n - f->indices);
    term_id t;
    if (r->table->casts)
        cast_arguments(r, op, args, n);
    if (!r->config.strict) {
        t = apply_lenient(r, op, indices, f->indices, args, n);
    } else {
        if (op != OP_SELECT && op != OP_STORE && op != OP_ITE && mixes_numbers(r, args, n))
            return fail_here(r, f, "Int and Real arguments are mixed; to_real is missing");
        t = term_build(r->bank, op, indices, f->indices, args, n);
    }
    return t ? t : fail_here(r, f, bank_error(r->bank));
}

static term_id apply_builtin(smt_reader *r, const frame *f, unsigned number, term_id *args,
                             uint32_t n)
{
    const builtin *row = builtin_at(number);
    if (row->kind == BUILTIN_OP)
        return apply_op(r, f, (term_op)row->what, args, n);
    if (row->kind == BUILTIN_DERIVED) {
        const uint32_t *indices = r->indices.at + r->indices.n - f->indices;
        term_id t =
            apply_derived(r->bank, (builtin_derived)row->what, indices, f->indices, args, n);
        return t ? t : fail_here(r, f, bank_error(r->bank));
    }
    if (row->kind == BUILTIN_EMPTY)
        return reader_fail_at(r, f->line, f->column, "the sort is missing: (as %s SORT)",
                              row->name);
    if (row->kind == BUILTIN_CONST)
        return fail_here(r, f, "the sort of a constant array is missing: ((as const SORT) value)");
    if (row->kind == BUILTIN_TRUTH || row->kind == BUILTIN_ROUNDING)
        return reader_fail_at(r, f->line, f->column, "'%s' takes no arguments", row->name);
    return reader_fail_at(r, f->line, f->column, "'%s' is written (_ %s …)", row->name, row->name);
}

/* Declared functions. */

static bool fits(smt_reader *r, decl_id d, const term_id *args, uint32_t n, bool exactly)
{
    if (decl_arity(r->bank, d) != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        sort_id wanted = decl_domain(r->bank, d, i), got = term_sort(r->bank, args[i]);
        if (wanted != got && (exactly || wanted != SORT_ID_REAL || got != SORT_ID_INT))
            return false;
    }
    return true;
}

/* The overload that takes the arguments as they are; else one that takes them with Int as Real;
 * 0 without message if there is none. */
static term_id apply_overloads(smt_reader *r, decl_id first, const term_id *args, uint32_t n)
{
    term_bank *b = r->bank;
    for (decl_id d = first; d; d = symtab_next_overload(r->table, d)) {
        if (!r->table->overloads.at[d].generic) {
            if (fits(r, d, args, n, true))
                return term_app(b, d, args, n);
        } else if (decl_arity(b, d) == n) {
            decl_id instance = instance_by_arguments(r, d, args, n);
            term_id t = instance ? term_app(b, instance, args, n) : 0;
            if (t)
                return t;
        }
    }
    for (decl_id d = first; d && !r->config.strict; d = symtab_next_overload(r->table, d)) {
        if (!r->table->overloads.at[d].generic && fits(r, d, args, n, false))
            return term_build(b, OP_APP, &d, 1, args, n);
    }
    return 0;
}

/* An overload whose arguments can be cast to what it takes; 0 without message. */
static term_id apply_cast(smt_reader *r, decl_id first, term_id *args, uint32_t n)
{
    for (decl_id d = first; d && r->table->casts; d = symtab_next_overload(r->table, d)) {
        bool good = decl_arity(r->bank, d) == n && !r->table->overloads.at[d].generic;
        for (uint32_t i = 0; i < n && good; i++)
            good = coerce(r, args[i], decl_domain(r->bank, d, i)) != 0;
        if (!good)
            continue;
        for (uint32_t i = 0; i < n; i++)
            args[i] = coerce(r, args[i], decl_domain(r->bank, d, i));
        return term_app(r->bank, d, args, n);
    }
    return 0;
}

/* Says why no overload takes the arguments. */
static term_id no_overload(smt_reader *r, const frame *f, decl_id first, const term_id *args,
                           uint32_t n)
{
    term_bank *b = r->bank;
    const char *name = text_of(r, decl_name(b, first));
    bool only = !symtab_next_overload(r->table, first);
    uint32_t arity = decl_arity(b, first);
    if (!only)
        return reader_fail_at(r, f->line, f->column,
                              "no declaration of '%.200s' takes these %u arguments", name, n);
    if (arity != n)
        return arity ? reader_fail_at(r, f->line, f->column, "'%.200s' takes %u argument%s, not %u",
                                      name, arity, arity == 1 ? "" : "s", n)
                     : reader_fail_at(r, f->line, f->column,
                                      "'%.200s' is a constant and takes no arguments", name);
    strbuf message = STRBUF_INIT;
    for (uint32_t i = 0; i < n && !message.n; i++) {
        sort_id wanted = decl_domain(b, first, i), got = term_sort(b, args[i]);
        if (wanted == got || symtab_sort_is_generic(r->table, wanted))
            continue;
        strbuf_printf(&message, "argument %u of '%.200s' has sort ", i + 1, name);
        sort_print(b, got, &message);
        strbuf_puts(&message, ", but ");
        sort_print(b, wanted, &message);
        strbuf_puts(&message, " is wanted");
    }
    if (!message.n)
        strbuf_printf(&message,
                      "the sort of '%.200s' cannot be inferred here; write (as %.200s SORT)", name,
                      name);
    term_id t = fail_here(r, f, message.text);
    strbuf_free(&message);
    return t;
}

static term_id apply_tester(smt_reader *r, const frame *f, symbol_id name, const term_id *args,
                            uint32_t n)
{
    if (n != 1)
        return reader_fail_at(r, f->line, f->column, "a tester takes 1 argument, not %u", n);
    decl_id c = find_constructor(r, term_sort(r->bank, args[0]), name);
    if (!c) {
        strbuf sort = STRBUF_INIT;
        sort_print(r->bank, term_sort(r->bank, args[0]), &sort);
        reader_fail_at(r, f->line, f->column, "'%.200s' is not a constructor of %.300s",
                       text_of(r, name), sort.text);
        strbuf_free(&sort);
        return 0;
    }
    return term_app(r->bank, decl_tester(r->bank, c), args, 1);
}

static term_id apply_updater(smt_reader *r, const frame *f, symbol_id selector, term_id *args,
                             uint32_t n)
{
    term_bank *b = r->bank;
    if (n != 2)
        return reader_fail_at(r, f->line, f->column, "an update takes 2 arguments, not %u", n);
    sort_id s = term_sort(b, args[0]);
    uint32_t count = sort_kind_of(b, s) == SORT_DATATYPE
                         ? datatype_constructor_count(b, sort_datatype_of(b, s))
                         : 0;
    for (uint32_t i = 0; i < count; i++) {
        decl_id c = sort_constructor(b, s, i);
        for (uint32_t k = 0; k < decl_arity(b, c); k++) {
            if (decl_name(b, decl_selector(b, c, k)) != selector)
                continue;
            decl_id updater = decl_updater(b, c, k);
            term_id t = term_build(b, OP_APP, &updater, 1, args, 2);
            return t ? t : fail_here(r, f, bank_error(b));
        }
    }
    return reader_fail_at(r, f->line, f->column,
                          "'%.200s' is not a selector of the argument's sort",
                          text_of(r, selector));
}

/* A declared function at fewer arguments than it takes, where the logic is of higher order; or at more,
 * where what it gives is a function. 0 without message if it is neither. */
static term_id apply_as_value(smt_reader *r, decl_id first, const term_id *args, uint32_t n)
{
    for (decl_id d = first; d && !r->config.strict; d = symtab_next_overload(r->table, d)) {
        uint32_t arity = decl_arity(r->bank, d);
        term_id t = 0;
        if (arity > n && r->table->higher_order)
            t = apply_partially(r, d, args, n);
        else if (arity < n && !r->table->overloads.at[d].generic &&
                 sort_kind_of(r->bank, decl_range(r->bank, d)) == SORT_ARRAY &&
                 fits(r, d, args, arity, false))
            t = apply_function(r->bank, term_build(r->bank, OP_APP, &d, 1, args, arity),
                               args + arity, n - arity);
        if (t)
            return t;
    }
    return 0;
}

static term_id apply_symbol(smt_reader *r, const frame *f, term_id *args, uint32_t n)
{
    symtab_entry e = *symtab_entry_of(r->table, f->id);
    if (!n && e.term)
        return e.term;
    bool function = e.term && sort_kind_of(r->bank, term_sort(r->bank, e.term)) == SORT_ARRAY;
    if (function && (e.kind != SYMTAB_DECL || term_op_of(r->bank, e.term) == OP_VAR)) {
        term_id t = apply_function(r->bank, e.term, args, n);
        return t ? t : fail_here(r, f, bank_error(r->bank));
    }
    if (e.kind == SYMTAB_DECL) {
        term_id t = apply_overloads(r, e.id, args, n);
        if (!t)
            t = apply_cast(r, e.id, args, n);
        if (!t)
            t = apply_as_value(r, e.id, args, n);
        if (t)
            return t;
        if (!e.builtin || builtin_at(e.builtin)->kind != BUILTIN_OP)
            return no_overload(r, f, e.id, args, n);
    }
    if (e.builtin)
        return apply_builtin(r, f, e.builtin, args, n);
    if (e.term)
        return reader_fail_at(r, f->line, f->column, "'%.200s' is not a function",
                              text_of(r, f->id));
    const char *text = text_of(r, f->id);
    if (text_begins(text, "is-") && n == 1) {
        symbol_id name = symbol_intern(r->bank, text + 3, symbol_length(r->bank, f->id) - 3);
        if (find_constructor(r, term_sort(r->bank, args[0]), name))
            return apply_tester(r, f, name, args, n);
    }
    return unknown_symbol(r, f, f->id);
}

/* ((as f S) …) and (as f S): the declaration whose range is S. */
static term_id apply_as(smt_reader *r, const frame *f, term_id *args, uint32_t n)
{
    symtab_entry e = *symtab_entry_of(r->table, f->id);
    if (e.kind == SYMTAB_NONE && !e.builtin && !e.term)
        return unknown_symbol(r, f, f->id);
    if (e.kind == SYMTAB_NONE && e.builtin && builtin_at(e.builtin)->kind == BUILTIN_EMPTY && !n) {
        term_id t = make_empty(r->bank, (sort_kind)builtin_at(e.builtin)->what, f->extra);
        return t ? t : fail_here(r, f, bank_error(r->bank));
    }
    if (e.kind == SYMTAB_NONE && e.builtin && sort_is_tuple(r->bank, f->extra) &&
        sort_parameter_count(r->bank, f->extra) == n) /* ((as tuple S) …), as models have it */
        for (uint32_t i = 0; i < n; i++) {
            term_id t = coerce(r, args[i], sort_parameter_at(r->bank, f->extra, i));
            args[i] = t ? t : args[i];
        }
    for (decl_id d = e.kind == SYMTAB_DECL ? e.id : 0; d; d = symtab_next_overload(r->table, d)) {
        decl_id chosen = d;
        if (decl_arity(r->bank, d) != n)
            continue;
        if (r->table->overloads.at[d].generic)
            chosen = instance_by_range(r, d, f->extra);
        else if (decl_range(r->bank, d) != f->extra)
            continue;
        if (chosen && fits(r, chosen, args, n, r->config.strict))
            return term_build(r->bank, OP_APP, &chosen, 1, args, n);
    }
    term_id t = apply_symbol(r, f, args, n);
    if (t && term_sort(r->bank, t) == f->extra)
        return t;
    return t ? reader_fail_at(r, f->line, f->column, "'%.200s' does not have the sort that follows",
                              text_of(r, f->id))
             : 0;
}

term_id apply_head(smt_reader *r, const frame *f, term_id *args, uint32_t n)
{
    switch ((head_kind)f->kind) {
    case HEAD_OP:
        return apply_op(r, f, (term_op)f->id, args, n);
    case HEAD_SYMBOL:
        return apply_symbol(r, f, args, n);
    case HEAD_BUILTIN:
        return apply_builtin(r, f, f->id, args, n);
    case HEAD_AS:
        return apply_as(r, f, args, n);
    case HEAD_ARRAY:
        return apply_array(r, f, args, n);
    case HEAD_TESTER:
        return apply_tester(r, f, f->id, args, n);
    case HEAD_UPDATER:
        return apply_updater(r, f, f->id, args, n);
    case HEAD_MAP:
        return apply_map(r, f, args, n);
    case HEAD_APPLY: {
        term_id t = n > 1 ? apply_function(r->bank, args[0], args + 1, n - 1) : 0;
        return t ? t : fail_here(r, f, n > 1 ? bank_error(r->bank) : "arguments are missing");
    }
    case HEAD_TERM:
        return n ? fail_here(r, f, "this is a constant and takes no arguments") : f->id;
    default:
        return fail_here(r, f, "not an application");
    }
}
