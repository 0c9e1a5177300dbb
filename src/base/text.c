#include "base/text.h"

#include <stdlib.h>

void text_list_free(text_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i]);
    vec_free(list);
}
