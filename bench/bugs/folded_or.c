/* Two reasons to count, one number behind the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char in[17] = "";
    fread(in, 1, 16, stdin);
    int first = !memcmp(in, "open", 4) || !memcmp(in, "read", 4);
    int second = !memcmp(in + 4, "lock", 4) || !memcmp(in + 4, "seek", 4);
    int *slots = calloc(2, sizeof *slots);
    slots[first + second]++;
    printf("%d\n", slots[0]);
    free(slots);
    return 0;
}
