#include "fuse/seeds/seeds.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fuse/seeds/logic.h"
#include "fuse/seeds/rename.h"
#include "smtlib/print/sort_closure.h"
#include "solve/session/check.h"
#include "term/core/walk.h"

static void find_constants(const term_bank *b, seed *s)
{
    vec_u32 decls = {0};
    term_free_decls(b, s->formula.assertions.at, s->formula.assertions.n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        if (!decl_arity(b, decls.at[i]))
            vec_push(&s->constants, decls.at[i]);
    vec_free(&decls);
}

/* Names of sorts that a common solver has built in, and that a script must not declare to it. */
static bool is_taken(const char *name)
{
    static const char *const names[] = {"Set",   "Seq",   "Bag",      "Unicode", "RegEx",
                                        "Tuple", "Table", "Relation", "Char",    "StringSequence"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool declares_taken_sort(const term_bank *b, const term_vec *assertions)
{
    bool found = false;
    term_vec order = {0};
    vec_u32 stack = {0};
    sort_id last = 0;
    term_postorder(b, assertions->at, assertions->n, &order);
    for (size_t i = 0; i < order.n && !found; i++) {
        if (term_op_of(b, order.at[i]) == OP_PATTERN || term_sort(b, order.at[i]) == last)
            continue;
        last = term_sort(b, order.at[i]);
        vec_push(&stack, last);
        while (stack.n) {
            sort_id s = vec_pop(&stack);
            if (sort_kind_of(b, s) == SORT_DECLARED && is_taken(symbol_text(b, sort_name(b, s))))
                found = true;
            sort_push_parts(b, s, &stack);
        }
    }
    vec_free(&order);
    vec_free(&stack);
    return found;
}

/* The same formula with other names. */
static void rename_all(term_bank *b, term_vec *assertions)
{
    renamer r;
    char *suffix = renamer_suffix(b);
    renamer_init(&r, b, suffix);
    for (size_t i = 0; i < assertions->n; i++)
        assertions->at[i] = renamer_term(&r, assertions->at[i]);
    renamer_free(&r);
    free(suffix);
}

static answer label_of(const suite_file *file, answer label)
{
    if (label != ANSWER_NONE)
        return label;
    answer first = file->expected.n ? (answer)file->expected.at[0] : ANSWER_NONE;
    return first == ANSWER_UNKNOWN ? ANSWER_NONE : first;
}

static void free_seed(seed *s)
{
    free(s->path);
    formula_free(&s->formula);
    vec_free(&s->constants);
    model_free(s->model);
}

seed_set *seeds_load(const suite *files, answer label)
{
    seed_set *s = base_alloc_zero(1, sizeof *s);
    s->bank = bank_new(true);
    for (size_t i = 0; i < files->n; i++) {
        const suite_file *file = &files->at[i];
        seed new = {0};
        char *error = NULL;
        bank_marks mark = bank_mark(s->bank);
        if (!formula_read(s->bank, file->path, &new.formula, &error)) {
            bank_release(s->bank, &mark);
            vec_push(&s->messages, error);
            continue;
        }
        term_vec *assertions = &new.formula.assertions;
        if (declares_taken_sort(s->bank, assertions))
            rename_all(s->bank, assertions);
        new.path = base_strdup(file->path);
        new.label = label_of(file, label);
        new.quantified = check_has_quantifier(s->bank, assertions->at, assertions->n);
        find_constants(s->bank, &new);
        new.theories = logic_of_terms(s->bank, assertions->at, assertions->n);
        new.size = formula_size(s->bank, &new.formula);
        vec_push(&s->seeds, new);
    }
    return s;
}

void seeds_free(seed_set *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->seeds.n; i++)
        free_seed(&s->seeds.at[i]);
    vec_free(&s->seeds);
    seeds_end_search(s);
    text_list_free(&s->messages);
    bank_free(s->bank);
    free(s);
}
