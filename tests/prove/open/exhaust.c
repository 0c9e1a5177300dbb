/* Is INV an invariant that proves the program of BOX (a box.h) with the code of CODE? All states of
 * the stated ranges are tried, natively. Compiled with -DBOX='"…"' -DCODE='"…"' -DINV='…'.
 * Prints how many states were inside, or the state that breaks it; the exit code tells as well. */
#include <stdio.h>

#include CODE
#include BOX

#ifndef VALID
#define VALID 1 /* where the invariant can be evaluated at all */
#endif
#define LOOP(v, low, high) for (long v##_all = (low); v##_all <= (high); v##_all++)
#define TAKE(v, low, high) long v = v##_all;
#define SHOW(v, low, high) printf(" %s = %ld", #v, v##_all);
#define USE(v, low, high) (void)v;

static int broken(const char *what)
{
    printf("%s, from", what);
    return 1;
}

int main(void)
{
    unsigned long inside = 0, starts = 0;
    const char *what = NULL;
    VARS(LOOP)
    {
        {
            VARS(TAKE)
            VARS(USE)
            if (PRE) {
                HEAD;
                starts++;
                if (!(VALID) || !(INV))
                    what = "it does not hold at first";
            }
        }
        VARS(TAKE)
        VARS(USE)
        if ((VALID) && (INV)) {
            inside++;
            if (GUARD) {
                BODY;
                if (!(VALID) || !(INV))
                    what = "it is not kept";
            } else if (!(POST)) {
                what = "it is too weak";
            }
        }
        if (what) {
            broken(what);
            VARS(SHOW)
            puts("");
            return 1;
        }
    }
    printf("%lu states inside, %lu starts\n", inside, starts);
    return inside && starts ? 0 : 2;
}
