/* What commands a script consists of, as far as z3_text.c must know. */
#ifndef TANDEM_ENGINE_Z3_Z3_TEXT_SHAPE_H
#define TANDEM_ENGINE_Z3_Z3_TEXT_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

enum { SHAPE_LOGIC_SIZE = 24 };

typedef struct script_shape {
    bool simple;                  /* declarations and assertions, one check, perhaps a get-model */
    size_t check;                 /* where the check-sat begins */
    bool model;                   /* a get-model comes after it */
    char logic[SHAPE_LOGIC_SIZE]; /* "": none */
} script_shape;

/* `text` ends with NUL. */
void shape_read(const char *text, script_shape *shape);

#endif
