#include "solver/family.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* solvers/ *.solver, one after the other. */
extern const unsigned char solver_files[];
extern const size_t solver_files_size;

void families_free(family_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        family_release(list->at[i]);
    vec_free(list);
}

void families_shipped(family_list *out)
{
    char *error = NULL, *text = base_strndup((const char *)solver_files, solver_files_size);
    bool good = families_parse("solvers", text, out, &error);
    assert(good);
    (void)good;
    free(error);
    free(text);
}

/* By how its name begins: z3, z3-4.13, cvc5-Linux. How much of it fits; 0: nothing. */
static size_t fitting_length(const family *f, const char *program)
{
    size_t longest = 0;
    for (size_t i = 0; i < f->programs.n; i++) {
        size_t n = strlen(f->programs.at[i]);
        if (n > longest && !strncmp(program, f->programs.at[i], n) &&
            !isalnum((unsigned char)program[n]))
            longest = n;
    }
    return longest;
}

family *family_of_program(const char *program)
{
    family_list all = {0};
    family *found = NULL;
    size_t longest = 0;
    families_shipped(&all);
    for (size_t i = 0; i < all.n; i++) {
        size_t n = fitting_length(all.at[i], program);
        if (n > longest) {
            longest = n;
            found = all.at[i];
        }
    }
    family_share(found);
    families_free(&all);
    return found;
}

family *family_share(family *f)
{
    if (f)
        f->users++;
    return f;
}

void family_release(family *f)
{
    if (!f || --f->users)
        return;
    text_list *lists[] = {&f->programs, &f->file,   &f->pipe,      &f->checks,
                          &f->seed,     &f->proof,  &f->same,      &f->logics,
                          &f->refuses,  &f->limits, &f->variations};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        text_list_free(lists[i]);
    for (size_t i = 0; i < f->options.n; i++) {
        free(f->options.at[i].logic);
        text_list_free(&f->options.at[i].words);
    }
    vec_free(&f->options);
    free(f->name);
    free(f->lineage);
    free(f->command);
    free(f->version);
    free(f->reset);
    free(f->folder);
    free(f);
}

static bool has_word(const text_list *list, const char *word)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], word))
            return true;
    return false;
}

/* The other spelling of a flag; NULL: it has one only. */
static const char *other_spelling(const family *f, const char *flag, size_t n)
{
    for (size_t i = 0; i < f->same.n; i++)
        if (strlen(f->same.at[i]) == n && !memcmp(f->same.at[i], flag, n))
            return f->same.at[i ^ 1];
    return NULL;
}

static bool is_given(char *const *words, const char *flag, size_t n)
{
    for (; *words; words++)
        if (!strncmp(*words, flag, n) && (!(*words)[n] || (*words)[n] == '='))
            return true;
    return false;
}

bool family_has_flag(const family *f, char *const *words, const char *flag)
{
    size_t n = strcspn(flag, "=");
    const char *other = other_spelling(f, flag, n);
    return is_given(words, flag, n) || (other && is_given(words, other, strlen(other)));
}

bool family_is_for_pipes(const family *f, const char *word)
{
    const char *other = other_spelling(f, word, strlen(word));
    bool piped = has_word(&f->pipe, word) || (other && has_word(&f->pipe, other));
    bool filed = has_word(&f->file, word) || has_word(&f->checks, word) ||
                 (other && (has_word(&f->file, other) || has_word(&f->checks, other)));
    return piped && !filed;
}

static bool fits_one(const text_list *patterns, const char *logic)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (text_matches(patterns->at[i], logic))
            return true;
    return false;
}

bool family_takes_logic(const family *f, const char *logic)
{
    return (!f->logics.n || fits_one(&f->logics, logic)) && !fits_one(&f->refuses, logic);
}
