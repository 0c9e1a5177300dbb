#include "smtlib/read/builtins.h"

#include <assert.h>

#include "smtlib/read/reader.h"
#include "smtlib/read/symtab_impl.h"

/* The first row of a name counts. */
static const builtin table[] = {
    {0},
    {"_", BUILTIN_UNDERSCORE, 0, false},
    {"as", BUILTIN_AS, 0, false},
    {"let", BUILTIN_LET, 0, false},
    {"forall", BUILTIN_BINDER, OP_FORALL, false},
    {"exists", BUILTIN_BINDER, OP_EXISTS, false},
    {"lambda", BUILTIN_BINDER, OP_LAMBDA, false},
    {"match", BUILTIN_MATCH, 0, false},
    {"!", BUILTIN_ANNOTATION, 0, false},
    {"+oo", BUILTIN_FLOAT, FLOAT_PLUS_INF, false},
    {"-oo", BUILTIN_FLOAT, FLOAT_MINUS_INF, false},
    {"+zero", BUILTIN_FLOAT, FLOAT_PLUS_ZERO, false},
    {"-zero", BUILTIN_FLOAT, FLOAT_MINUS_ZERO, false},
    {"NaN", BUILTIN_FLOAT, FLOAT_NAN, false},
    {"char", BUILTIN_CHAR, 0, false},
    {"Char", BUILTIN_CHAR, 0, true},
    {"is", BUILTIN_IS, 0, false},
    {"update-field", BUILTIN_UPDATE, 0, true},
    {"update", BUILTIN_UPDATE, 0, true},
    {"as-array", BUILTIN_AS_ARRAY, 0, true},
    {"const", BUILTIN_CONST, 0, false},
    {"true", BUILTIN_TRUTH, 1, false},
    {"false", BUILTIN_TRUTH, 0, false},
    {"RNE", BUILTIN_ROUNDING, RM_RNE, false},
    {"RNA", BUILTIN_ROUNDING, RM_RNA, false},
    {"RTP", BUILTIN_ROUNDING, RM_RTP, false},
    {"RTN", BUILTIN_ROUNDING, RM_RTN, false},
    {"RTZ", BUILTIN_ROUNDING, RM_RTZ, false},
    {"roundNearestTiesToEven", BUILTIN_ROUNDING, RM_RNE, false},
    {"roundNearestTiesToAway", BUILTIN_ROUNDING, RM_RNA, false},
    {"roundTowardPositive", BUILTIN_ROUNDING, RM_RTP, false},
    {"roundTowardNegative", BUILTIN_ROUNDING, RM_RTN, false},
    {"roundTowardZero", BUILTIN_ROUNDING, RM_RTZ, false},
#define OP(name, text, indices, signature) \
    {text, BUILTIN_OP, OP_##name, OP_##name >= OP_FIRST_EXTENSION},
#include "term/core/ops.def"
#undef OP
    {"implies", BUILTIN_OP, OP_IMPLIES, true},
    {"iff", BUILTIN_OP, OP_EQ, true},
    {"if", BUILTIN_OP, OP_ITE, true},
    {"~", BUILTIN_OP, OP_NEG, true},
    {"bv2nat", BUILTIN_OP, OP_UBV_TO_INT, true},
    {"bv2int", BUILTIN_OP, OP_UBV_TO_INT, true},
    {"nat2bv", BUILTIN_OP, OP_INT_TO_BV, true},
    {"int2bv", BUILTIN_OP, OP_INT_TO_BV, true},
    {"bvudiv_i", BUILTIN_OP, OP_BVUDIV, true},
    {"bvurem_i", BUILTIN_OP, OP_BVUREM, true},
    {"bvsdiv_i", BUILTIN_OP, OP_BVSDIV, true},
    {"bvsrem_i", BUILTIN_OP, OP_BVSREM, true},
    {"bvsmod_i", BUILTIN_OP, OP_BVSMOD, true},
    {"bvredor", BUILTIN_DERIVED, DERIVED_REDOR, true},
    {"bvredand", BUILTIN_DERIVED, DERIVED_REDAND, true},
    {"bvumul_noovfl", BUILTIN_DERIVED, DERIVED_UMUL_FITS, true},
    {"bvsmul_noovfl", BUILTIN_DERIVED, DERIVED_SMUL_NOT_OVER, true},
    {"bvsmul_noudfl", BUILTIN_DERIVED, DERIVED_SMUL_NOT_UNDER, true},
    {"ext_rotate_left", BUILTIN_DERIVED, DERIVED_ROTATE_LEFT, true},
    {"ext_rotate_right", BUILTIN_DERIVED, DERIVED_ROTATE_RIGHT, true},
    {"bvultbv", BUILTIN_DERIVED, DERIVED_BVULTBV, true},
    {"bvsltbv", BUILTIN_DERIVED, DERIVED_BVSLTBV, true},
    {"bvite", BUILTIN_DERIVED, DERIVED_BVITE, true},
    {"bool2bv", BUILTIN_DERIVED, DERIVED_BOOL_TO_BV, true},
    {"bv2bool", BUILTIN_DERIVED, DERIVED_BV_TO_BOOL, true},
    {"ensure_index", BUILTIN_DERIVED, DERIVED_ENSURE_INDEX, true},
    {"@", BUILTIN_DERIVED, DERIVED_APPLY, true},
    {"map", BUILTIN_MAP, 0, true},
    {"tuple", BUILTIN_DERIVED, DERIVED_TUPLE, true},
    {"tuple.unit", BUILTIN_DERIVED, DERIVED_TUPLE, true},
    {"tuple.select", BUILTIN_DERIVED, DERIVED_TUPLE_SELECT, true},
    {"tuple.update", BUILTIN_DERIVED, DERIVED_TUPLE_UPDATE, true},
    {"tuple.project", BUILTIN_DERIVED, DERIVED_TUPLE_PROJECT, true},
    {"seq.empty", BUILTIN_EMPTY, SORT_SEQ, true},
    {"set.empty", BUILTIN_EMPTY, SORT_SET, true},
    {"set.universe", BUILTIN_EMPTY, SORT_NONE, true},
    {"bag.empty", BUILTIN_EMPTY, SORT_BAG, true},
    {"set.insert", BUILTIN_DERIVED, DERIVED_SET_INSERT, true},
    {"set.is_empty", BUILTIN_DERIVED, DERIVED_SET_IS_EMPTY, true},
    {"set.is_singleton", BUILTIN_DERIVED, DERIVED_SET_IS_SINGLETON, true},
    {"set.all", BUILTIN_DERIVED, DERIVED_SET_ALL, true},
    {"set.some", BUILTIN_DERIVED, DERIVED_SET_SOME, true},
    {"bag.all", BUILTIN_DERIVED, DERIVED_SET_ALL, true},
    {"bag.some", BUILTIN_DERIVED, DERIVED_SET_SOME, true},
    {"rel.project", BUILTIN_DERIVED, DERIVED_PROJECT_ALL, true},
    {"table.project", BUILTIN_DERIVED, DERIVED_PROJECT_ALL, true},
    {"eqrange", BUILTIN_DERIVED, DERIVED_EQRANGE, true},
    {"fmf.card", BUILTIN_CARDINALITY, 0, true},
    {"bag.member", BUILTIN_DERIVED, DERIVED_BAG_MEMBER, true},
    {"bag.duplicate_removal", BUILTIN_OP, OP_BAG_SETOF, true},
    {"str.tolower", BUILTIN_OP, OP_STR_TO_LOWER, true},
    {"str.toupper", BUILTIN_OP, OP_STR_TO_UPPER, true},
    {"str.in.re", BUILTIN_OP, OP_STR_IN_RE, true},
    {"str.in-re", BUILTIN_OP, OP_STR_IN_RE, true},
    {"str.to.re", BUILTIN_OP, OP_STR_TO_RE, true},
    {"str.to-re", BUILTIN_OP, OP_STR_TO_RE, true},
    {"int.to.str", BUILTIN_OP, OP_STR_FROM_INT, true},
    {"str.from-int", BUILTIN_OP, OP_STR_FROM_INT, true},
    {"str.from.int", BUILTIN_OP, OP_STR_FROM_INT, true},
    {"str.to.int", BUILTIN_OP, OP_STR_TO_INT, true},
    {"str.to-int", BUILTIN_OP, OP_STR_TO_INT, true},
    {"str.to-code", BUILTIN_OP, OP_STR_TO_CODE, true},
    {"str.code", BUILTIN_OP, OP_STR_TO_CODE, true},
    {"str.from-code", BUILTIN_OP, OP_STR_FROM_CODE, true},
    {"str.is-digit", BUILTIN_OP, OP_STR_IS_DIGIT, true},
    {"str.replaceall", BUILTIN_OP, OP_STR_REPLACE_ALL, true},
    {"str.replace-all", BUILTIN_OP, OP_STR_REPLACE_ALL, true},
    {"str.replace.all", BUILTIN_OP, OP_STR_REPLACE_ALL, true},
    {"str.replace-re", BUILTIN_OP, OP_STR_REPLACE_RE, true},
    {"str.replace-re-all", BUILTIN_OP, OP_STR_REPLACE_RE_ALL, true},
    {"re.nostr", BUILTIN_OP, OP_RE_NONE, true},
    {"re.empty", BUILTIN_OP, OP_RE_NONE, true},
    {"re.full", BUILTIN_OP, OP_RE_ALL, true},
    {"re.complement", BUILTIN_OP, OP_RE_COMP, true},
    {"re.intersect", BUILTIN_OP, OP_RE_INTER, true},
};

static const char *const commands[CMD_COUNT] = {
#define COMMAND(name, text) [CMD_##name] = text,
#include "smtlib/read/commands.def"
#undef COMMAND
};

/* Commands of other solvers that only ask, or only advise: they are answered with `unsupported`. */
static const char *const unsupported[] = {"get-abduct",
                                          "get-abduct-next",
                                          "get-interpolant",
                                          "get-interpolant-next",
                                          "get-qe",
                                          "get-qe-disjunct",
                                          "get-difficulty",
                                          "get-timeout-core",
                                          "get-timeout-core-assuming",
                                          "get-learned-literals",
                                          "get-objectives",
                                          "get-unsat-core-lemmas",
                                          "declare-pool",
                                          "find-synth",
                                          "find-synth-next",
                                          "get-model-domain-elements",
                                          "display",
                                          "help",
                                          "labels",
                                          "eval",
                                          "apply",
                                          "declare-tactic",
                                          "get-user-tactics",
                                          "minimize",
                                          "maximize",
                                          "assert-soft"};

static term_id constant_term(term_bank *b, const builtin *row)
{
    if (row->kind == BUILTIN_TRUTH)
        return term_bool(row->what != 0);
    if (row->kind == BUILTIN_ROUNDING)
        return term_const(b, value_rm(b, (fp_rounding)row->what));
    return 0;
}

static void install_sort(symtab *t, const char *name, symtab_kind kind, uint32_t id)
{
    symtab_entry *e = symtab_entry_of(t, symbol_make(t->bank, name));
    e->sort_kind = kind;
    e->sort = id;
}

static void install_sorts(symtab *t)
{
    term_bank *b = t->bank;
    install_sort(t, "Bool", SYMTAB_SORT, SORT_ID_BOOL);
    install_sort(t, "Int", SYMTAB_SORT, SORT_ID_INT);
    install_sort(t, "Real", SYMTAB_SORT, SORT_ID_REAL);
    install_sort(t, "String", SYMTAB_SORT, SORT_ID_STRING);
    install_sort(t, "RegLan", SYMTAB_SORT, SORT_ID_REGLAN);
    install_sort(t, "RoundingMode", SYMTAB_SORT, SORT_ID_RM);
    install_sort(t, "Float16", SYMTAB_SORT, sort_fp(b, 5, 11));
    install_sort(t, "Float32", SYMTAB_SORT, sort_fp(b, 8, 24));
    install_sort(t, "Float64", SYMTAB_SORT, sort_fp(b, 11, 53));
    install_sort(t, "Float128", SYMTAB_SORT, sort_fp(b, 15, 113));
    install_sort(t, "Array", SYMTAB_ARRAY, 0);
}

void builtins_install(symtab *t)
{
    vec_reserve(&t->entries, sizeof table / sizeof *table);
    for (unsigned i = 1; i < sizeof table / sizeof *table; i++) {
        const builtin *row = &table[i];
        if (!*row->name)
            continue;
        symtab_entry *e = symtab_entry_of(t, symbol_make(t->bank, row->name));
        if (e->builtin)
            continue;
        e->builtin = i & 0xffff;
        e->term = constant_term(t->bank, row);
    }
    for (unsigned i = 1; i < CMD_COUNT; i++)
        if (*commands[i])
            symtab_entry_of(t, symbol_make(t->bank, commands[i]))->command = i & 0xff;
    for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++)
        symtab_entry_of(t, symbol_make(t->bank, unsupported[i]))->command = CMD_UNSUPPORTED;
    install_sorts(t);
}

const builtin *builtin_at(unsigned number)
{
    assert(number && number < sizeof table / sizeof *table);
    return &table[number];
}
