/* A slot with a check word: all but one of the slots are there. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned word[2], *slots[64];
    for (int i = 0; i < 64; i++)
        slots[i] = calloc(1, sizeof(unsigned));
    free(slots[37]);
    if (fread(word, sizeof(unsigned), 2, stdin) != 2)
        return 1;
    if (word[1] != (word[0] ^ word[0] << 7) * 2654435761u + 12345)
        return 1;
    *slots[word[0] % 64] += 1;
    printf("%u\n", *slots[word[0] % 64]);
    return 0;
}
