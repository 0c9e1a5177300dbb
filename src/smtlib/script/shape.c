#include "smtlib/script/shape.h"

#include <stdlib.h>
#include <string.h>

#include "term/core/subst.h"
#include "term/core/walk.h"

typedef VEC(const char *) word_list;

static const char *const sort_words[] = {
    [SORT_NONE] = "",
    [SORT_BOOL] = "Bool",
    [SORT_INT] = "Int",
    [SORT_REAL] = "Real",
    [SORT_STRING] = "String",
    [SORT_REGLAN] = "RegLan",
    [SORT_ROUNDING_MODE] = "RoundingMode",
    [SORT_BV] = "BitVec",
    [SORT_FP] = "FloatingPoint",
    [SORT_ARRAY] = "Array",
    [SORT_DECLARED] = "Declared",
    [SORT_DATATYPE] = "Datatype",
    [SORT_PARAMETER] = "Parameter",
    [SORT_SEQ] = "Seq",
    [SORT_SET] = "Set",
    [SORT_BAG] = "Bag",
};

static const char *application_word(const term_bank *b, decl_id d)
{
    switch (decl_kind_of(b, d)) {
    case DECL_FREE:
        return decl_arity(b, d) ? "f" : "";
    case DECL_RECURSIVE:
        return "define-fun-rec";
    case DECL_CONSTRUCTOR:
        return "constructor";
    case DECL_SELECTOR:
        return "selector";
    case DECL_TESTER:
        return "is";
    case DECL_UPDATER:
        return "update";
    default:
        return "";
    }
}

static const char *word_of(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (op == OP_APP)
        return application_word(b, term_decl(b, t));
    if (op == OP_CONST || op == OP_VAR || op == OP_NOT)
        return "";
    if (op == OP_DISTINCT)
        return term_op_text(OP_EQ);
    return *term_op_text(op) ? term_op_text(op) : term_op_name(op);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the words, and adds each once. */
static void put_words(word_list *words, strbuf *out)
{
    const char *last = "";
    if (words->n)
        qsort(words->at, words->n, sizeof *words->at, compare_words);
    for (size_t i = 0; i < words->n; i++) {
        if (!strcmp(words->at[i], last))
            continue;
        strbuf_puts(out, *last ? " " : "");
        strbuf_puts(out, words->at[i]);
        last = words->at[i];
    }
}

void finding_shape(term_bank *b, const formula *f, strbuf *out)
{
    term_vec expanded = {0}, order = {0};
    vec_u32 decls = {0};
    word_list operators = {0}, sorts = {0};
    for (size_t i = 0; i < f->assertions.n; i++)
        vec_push(&expanded, term_expand_definitions(b, f->assertions.at[i]));
    term_postorder(b, expanded.at, expanded.n, &order);
    for (size_t i = 0; i < order.n; i++)
        vec_push(&operators, word_of(b, order.at[i]));
    term_free_decls(b, expanded.at, expanded.n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        vec_push(&sorts, sort_words[sort_kind_of(b, decl_range(b, decls.at[i]))]);
    put_words(&operators, out);
    if (sorts.n) {
        strbuf_puts(out, " {");
        put_words(&sorts, out);
        strbuf_putc(out, '}');
    }
    vec_free(&expanded);
    vec_free(&order);
    vec_free(&decls);
    vec_free(&operators);
    vec_free(&sorts);
}

void finding_shape_of_text(const char *script, strbuf *out)
{
    term_bank *b = bank_new(false);
    formula f;
    char *error = NULL;
    if (formula_parse(b, "finding", script, strlen(script), &f, &error)) {
        finding_shape(b, &f, out);
        formula_free(&f);
    }
    free(error);
    bank_free(b);
}

/* The next operator of a shape that tells something, and its length; NULL: there is none. */
static const char *next_operator(const char **shape, size_t *n)
{
    static const char *const frames[] = {"=", "and", "or", "xor", "=>", "ite"};
    for (;;) {
        const char *word = *shape + strspn(*shape, " ");
        *n = strcspn(word, " ");
        *shape = word + *n;
        if (!*word || *word == '{')
            return NULL;
        bool is_frame = false;
        for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
            is_frame |= strlen(frames[i]) == *n && !memcmp(frames[i], word, *n);
        if (!is_frame)
            return word;
    }
}

static bool has_operator(const char *shape, const char *word, size_t n)
{
    size_t length;
    for (const char *one; (one = next_operator(&shape, &length));)
        if (length == n && !memcmp(one, word, n))
            return true;
    return false;
}

/* Some operators of `a`, and all of them in `b`? */
static bool is_part(const char *a, const char *b)
{
    size_t n, seen = 0;
    for (const char *word; (word = next_operator(&a, &n)); seen++)
        if (!has_operator(b, word, n))
            return false;
    return seen != 0;
}

bool finding_shapes_alike(const char *a, const char *b)
{
    size_t n;
    const char *x = a, *y = b;
    bool nothing = !next_operator(&x, &n) && !next_operator(&y, &n);
    return nothing || is_part(a, b) || is_part(b, a);
}
