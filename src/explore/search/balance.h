/* How the time is divided between the solver and the mutation stage: by what each brought lately.
 *
 * Neither is known to be the better one beforehand: on a program that is all options and words
 * mutation finds most, behind a computed value only the solver goes on, and both change while the
 * run goes on. What a side brought in its own time is forgotten with a half-life that grows with
 * that time; its share is that of the square of its rate (share-power: what is better now is better for a while), and never less
 * than an eighth (share-least). */
#ifndef TANDEM_EXPLORE_SEARCH_BALANCE_H
#define TANDEM_EXPLORE_SEARCH_BALANCE_H

#include "explore/limits.h"

typedef enum balance_side { BALANCE_SOLVER, BALANCE_MUTATION, BALANCE_SIDES } balance_side;

typedef struct explore_balance {
    const explore_limits *limits; /* NULL: the defaults */
    struct {
        double seconds, gain; /* of late */
        double all;           /* seconds in all */
    } side[BALANCE_SIDES];
} explore_balance;

/* `side` had so many seconds, in which so many edges were reached for the first time. */
void balance_note(explore_balance *b, balance_side side, double seconds, double gain);
/* The part of the time that mutation is worth, by default in 1/8 … 7/8. */
double balance_share(const explore_balance *b);

#endif
