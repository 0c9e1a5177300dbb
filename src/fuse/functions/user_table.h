/* Fusion functions of the user, from a file of SMT-LIB definitions:
 *
 *     (define-fun weighted   ((x Int) (y Int) (c Int)) Int (+ x (* c y)))
 *     (define-fun weighted.x ((z Int) (y Int) (c Int)) Int (- z (* c y)))
 *     (define-fun weighted.y ((z Int) (x Int) (c Int)) Int (div (- z x) c))
 *
 * NAME is z, NAME.x and NAME.y the ways back (one of them may be missing). Parameters are known by
 * their names: x, y, z; any other is a random literal, the same in all three and not 0. The SMT
 * engine must not find values at which a way back fails. */
#ifndef TANDEM_FUSE_FUNCTIONS_USER_TABLE_H
#define TANDEM_FUSE_FUNCTIONS_USER_TABLE_H

#include "fuse/functions/functions.h"
#include "fuse/limits.h"

typedef struct user_function {
    char *name;
    decl_id forward, back[2];
    sort_id x, y;
    bool total; /* the engine proved the inversion */
} user_function;

typedef VEC(user_function) user_table;

/* False with *error set (caller frees). */
bool user_table_read(user_table *t, term_bank *b, const char *path, const fuse_limits *limits,
                     char **error);
void user_table_free(user_table *t);
/* As fusion_function.build. */
bool user_function_build(const user_function *u, fusion_builder *f);

#endif
