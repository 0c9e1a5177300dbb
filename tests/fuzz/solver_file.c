#include <string.h>

#include "base/alloc.h"
#include "fuzz/targets.h"
#include "solver/family.h"
#include "solver/solver_command.h"
#include "solver/solver_words.h"

/* Whatever a solver file says, a command can be made with it, or it was refused with its place. */
void fuzz_solver_file_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *error = NULL;
    char *words[] = {(char *)"solver", (char *)"--one=1", (char *)"{}", NULL};
    static const char script[] = "(set-logic QF_FP)(check-sat)";
    family_list all = {0};
    bool good = families_parse("f", text, &all, &error);
    MUST(good || (error && !strncmp(error, "f:", 2)));
    for (size_t i = 0; i < all.n; i++) {
        const family *f = all.at[i];
        strbuf more = STRBUF_INIT;
        MUST(*f->name && !strchr(f->name, '/'));
        free(words_for_file(f, words, true));
        solver_command_argv_free(words_for_pipe(f, words));
        words_for_script(f, words, script, 2, &more);
        family_takes_logic(f, "QF_FP");
        PLANTED(f->same.n && f->logics.n && f->dialect == DIALECT_CVC4);
        strbuf_free(&more);
    }
    families_free(&all);
    free(error);
    free(text);
}
