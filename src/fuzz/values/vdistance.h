/* How far the Bool nodes of a graph are from being true and from being false: distance.h for values
 * of any sort. */
#ifndef TANDEM_FUZZ_VALUES_VDISTANCE_H
#define TANDEM_FUZZ_VALUES_VDISTANCE_H

#include "fuzz/values/vgraph.h"

/* Fills in `needs` of every node, from those of the constraints. */
void vdistance_needs(vgraph *g);
/* The distances of node `at` from its operands' values and distances. */
void vdistance_measure(vgraph *g, uint32_t at);

#endif
