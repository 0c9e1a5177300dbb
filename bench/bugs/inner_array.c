/* The array is followed by a member of the same structure: no red zone is between. */
#include <stdio.h>
#include <string.h>
static struct {
    char digits[8];
    int level;
} state;
int main(void)
{
    int c, n = 0;
    while ((c = getchar()) >= '0' && c <= '9') {
        if (n > 8)
            return 1;
        state.digits[n++] = (char)c;
    }
    return state.level != 0;
}
