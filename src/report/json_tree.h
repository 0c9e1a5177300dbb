/* JSON as a tree: what other runs have printed, read again for a page. Text of others: anything may stand in it. */
#ifndef TANDEM_REPORT_JSON_TREE_H
#define TANDEM_REPORT_JSON_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum json_kind {
    JSON_NONE,
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

typedef struct json_node {
    json_kind kind;
    char *key; /* of a member; else NULL */
    char
        *text; /* of a string; of a number as it was written, of true, false and null their words */
    uint32_t first, next; /* its first child, and the next of its parent; 0: none */
} json_node;

/* Node 1 is the whole; there is no node 0. */
typedef struct json_tree {
    VEC(json_node) nodes;
} json_tree;

/* False if the text is no JSON, or nested more than 64 deep: the tree is empty then. */
bool json_tree_read(json_tree *t, const char *text, size_t n);
void json_tree_free(json_tree *t);
/* The member of an object; 0: none. */
uint32_t json_tree_member(const json_tree *t, uint32_t object, const char *key);
/* Of a string, number or word; "" of others and of 0. */
const char *json_tree_text(const json_tree *t, uint32_t node);
/* Of a number; 0 of others, and of one that no double has. */
double json_tree_number(const json_tree *t, uint32_t node);
/* The same for what counts things; 0 of what cannot. */
uint64_t json_tree_count(const json_tree *t, uint32_t node);

#endif
