/* Commands on one object: n(ew), s(et), d(elete), p(rint). */
#include <stdio.h>
#include <stdlib.h>
struct thing {
    int value, uses;
};
int main(void)
{
    struct thing *t = NULL;
    int c, steps = 0;
    while ((c = getchar()) != EOF && steps++ < 32) {
        if (c == 'n' && !t)
            t = calloc(1, sizeof *t);
        else if (c == 's' && t)
            t->value = 7;
        else if (c == 'd' && t && t->value == 7)
            free(t);
        else if (c == 'p' && t)
            printf("%d\n", t->value);
    }
    return 0;
}
