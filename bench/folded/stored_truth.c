/* The outcome goes through memory and is looked at later. */
#include <stdbool.h>
#include "sides.h"
static struct {
    bool gold, silver;
} card;
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    card.gold = C(1, word(in) == 0x646c6f47);
    card.silver = C(2, word(in + 4) == 0x766c6953);
    printf("%d%d\n", card.gold, card.silver);
    return 0;
}
