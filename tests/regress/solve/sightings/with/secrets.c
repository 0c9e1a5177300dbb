/* Boxes that compare with what nobody guesses. */
#include <stdint.h>
#include <string.h>

int is_open(const char *text)
{
    return strcmp(text, "open sesame") == 0;
}

/* The key is made when it is needed. */
int is_key(uint64_t x)
{
    static uint8_t key[8];
    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(i * 37 + 11);
    return memcmp(&x, key, sizeof key) == 0;
}

/* The second comparison only shows when the first is passed. */
int has_both(const char *text)
{
    if (strncmp(text, "tandem:", 7) != 0)
        return 0;
    return strstr(text + 7, "rides") ? 3 : 1;
}
