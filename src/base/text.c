#include "base/text.h"

#include <stdlib.h>

void text_list_free(text_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i]);
    vec_free(list);
}

size_t text_utf8_length(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t length = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : 4;
    if (length == 1)
        return 1;
    if (p[0] < 0xC2 || p[0] > 0xF4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (p[i] >> 6 != 2)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] >= 0xA0) ||
        (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90))
        return 0;
    return length;
}
