/* A compiler's command line, understood as far as tandem-cc has to: which words are inputs and in
 * which language, what is only for the compiler, what only for the linker, and whether there is
 * anything to instrument at all. Everything else is passed on as it is. */
#ifndef TANDEM_CC_ARGUMENTS_H
#define TANDEM_CC_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

typedef enum cc_role {
    CC_BOTH,     /* for compiler and linker */
    CC_COMPILE,  /* only for the compiler */
    CC_LINK,     /* only for the linker, where it stands between the inputs */
    CC_INPUT,    /* another file */
    CC_SOURCE,   /* a C source, or bitcode */
    CC_OUTPUT,   /* -o and its file */
    CC_LANGUAGE, /* -x and its language */
    CC_REPLACED  /* -c, -S, -O…: tandem-cc says something else to the compiler */
} cc_role;

typedef struct cc_word {
    const char *text;
    cc_role role;
    const char *language; /* of sources; of other inputs as -x says, or NULL */
} cc_word;

typedef struct cc_arguments {
    VEC(cc_word) words;
    VEC(char *) owned;  /* words from @files, and changed ones */
    const char *output; /* -o; NULL: none */
    size_t n_inputs;
    bool compile_only, assembly; /* -c, -S */
    bool pass_on;                /* nothing of this is for us: all of it is the compiler's */
    bool shared, partial, bare;  /* -shared; -r; -nostdlib and the like */
    bool makes_rules, rules_file, rules_target; /* -MD or -MMD; -MF; -MT or -MQ */
    bool debug;                                 /* some -g */
    bool undefined;                             /* --tandem-undefined */
    bool sanitized;                             /* the user wants a sanitizer */
    bool help, man;                             /* --help, --tandem-man */
} cc_arguments;

/* `argv` without the program's name; must live as long. */
void cc_arguments_read(cc_arguments *a, char **argv);
void cc_arguments_free(cc_arguments *a);

#endif
