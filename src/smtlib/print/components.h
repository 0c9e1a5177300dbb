/* Strongly connected components of a small graph, those that others depend on first: the order in
 * which mutually recursive things can be declared. */
#ifndef TANDEM_SMTLIB_PRINT_COMPONENTS_H
#define TANDEM_SMTLIB_PRINT_COMPONENTS_H

#include "base/vec.h"

/* Node i depends on edges[starts[i]] .. edges[starts[i + 1] - 1]. Appends the nodes, component by
 * component, to `order`, and the end of each component in it to `ends`. */
void components_find(uint32_t n, const uint32_t *starts, const uint32_t *edges, vec_u32 *order,
                     vec_u32 *ends);

#endif
