/* A counter that is atomic decides how far it goes. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static _Atomic unsigned state = 1;
int main(void)
{
    int c, n = 0;
    while ((c = getchar()) != EOF && n++ < 4)
        atomic_store(&state, atomic_load(&state) * 31 + (unsigned)c);
    atomic_fetch_xor(&state, 0x1234u);
    char *cells = calloc(4, 1);
    if (atomic_load(&state) == (((((31u + 'q') * 31 + 'u') * 31 + 'a') * 31 + 'y') ^ 0x1234u))
        cells[4] = 1;
    int r = cells[0];
    free(cells);
    return r;
}
