#include <stdint.h>
#include <string.h>
#include <strings.h>
int gate(const char *s)
{
    if (strcmp(s, "open sesame") == 0)
        return 7;
    return strncasecmp(s, "Aladdin:", 8) == 0 && strstr(s, "lamp") ? 8 : 0;
}
uint32_t magic(const uint8_t *bytes)
{
    return memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}
/* What it sees of comparisons must not change what it says. */
int compares(const char *s)
{
    return strcmp(s, "m") < 0 ? -1 : memcmp(s, "m", 2) > 0;
}
