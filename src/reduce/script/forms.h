/* A script as a list of its top-level forms, and each form as a tree of tokens: for what can be
 * done to a script without understanding it. */
#ifndef TANDEM_REDUCE_SCRIPT_FORMS_H
#define TANDEM_REDUCE_SCRIPT_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

/* A token, or a list of nodes in parentheses. Nodes stand in the order of their first bytes, so
 * the nodes inside a list are those up to `last`. */
typedef struct form_node {
    size_t start, end; /* bytes of the text */
    size_t last;       /* one past the last node inside; own number + 1 for a token */
    uint32_t depth;    /* 0: a command */
    bool list;
} form_node;

typedef struct forms {
    const char *text; /* not ours */
    VEC(form_node) nodes;
} forms;

/* False when parentheses or quotes do not close. */
bool forms_read(forms *f, const char *text, size_t n);
void forms_free(forms *f);
/* Whether the node is a list that begins with this symbol. */
bool forms_is(const forms *f, size_t node, const char *head);
void forms_add(const forms *f, size_t node, strbuf *out);

#endif
