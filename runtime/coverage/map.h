/* The map that a solver built with coverage writes and `tandem fuse --coverage` reads: one byte for each edge, in a file
 * that the environment names, shared by all processes of the solver. */
#ifndef TANDEM_RUNTIME_COVERAGE_MAP_H
#define TANDEM_RUNTIME_COVERAGE_MAP_H

#define TANDEM_COVERAGE_VARIABLE "TANDEM_COVERAGE_MAP"

enum {
    TANDEM_COVERAGE_SIZE = 1 << 20,   /* bytes: edges that can be told apart */
    TANDEM_COVERAGE_HASHED = 1 << 18, /* the part that edges without numbers are hashed into */
};

#endif
