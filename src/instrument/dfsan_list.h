/* clang's list of functions for its DataFlowSanitizer: of the functions of libc and libm it says
 * how results depend on arguments. A line is `fun:NAME=CATEGORY`. */
#ifndef TANDEM_INSTRUMENT_DFSAN_LIST_H
#define TANDEM_INSTRUMENT_DFSAN_LIST_H

#include "base/map.h"
#include "base/strbuf.h"

typedef enum ir_dfsan_category {
    IR_DFSAN_UNKNOWN,
    IR_DFSAN_FUNCTIONAL, /* the result depends on the arguments' values, and on nothing else */
    IR_DFSAN_DISCARD,    /* … does not depend on them in a way that could be told */
} ir_dfsan_category;

typedef struct ir_dfsan_list {
    map categories; /* hash of a name -> category */
} ir_dfsan_list;

/* Reads the text of such a list; lines of another form are skipped. To be released. */
void ir_dfsan_read(ir_dfsan_list *list, const strbuf *text);
/* Reads the list of the installed clang; empty when there is none. */
void ir_dfsan_load(ir_dfsan_list *list);
void ir_dfsan_free(ir_dfsan_list *list);
ir_dfsan_category ir_dfsan_of(const ir_dfsan_list *list, const char *name, size_t n);

#endif
