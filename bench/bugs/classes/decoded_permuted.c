/* Each letter's place in an alphabet, permuted, has to be that of a key. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static const char all[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    static const unsigned char key[7] = {5, 17, 33, 7, 0, 31, 12};
    unsigned char got[32];
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strcspn(line, "\n");
    for (size_t i = 0; i < n; i++) {
        const char *at = strchr(all, line[i]);
        if (!at)
            return 1;
        got[i] = (unsigned char)((at - all) * 7 % 36 + 3) % 36;
    }
    if (n != sizeof key || memcmp(got, key, sizeof key))
        return 1;
    int *room = malloc(7);
    *room = 1;
    room[1] = (int)n;
    printf("%d %d\n", room[0], room[1]);
    free(room);
    return 0;
}
