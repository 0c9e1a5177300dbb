/* Searches beside this one: what they keep in their folders of results is run here, too. */
#include <stdio.h>
#include <unistd.h>

#include "explore/search/explore_impl.h"

enum { AT_A_TIME = 64 }; /* tests of one sibling, so that it is no flood */

void explorer_read_siblings(explorer *x)
{
    for (size_t i = 0; i < x->config->n_siblings; i++) {
        if (x->siblings.n <= i)
            vec_push(&x->siblings, 0);
        for (int k = 0; k < AT_A_TIME && !explorer_over(x); k++) {
            strbuf path = STRBUF_INIT;
            explore_test t;
            char *error = NULL;
            strbuf_printf(&path, "%s/tests/%06u", x->config->siblings[i], x->siblings.at[i]);
            bool there = !access(path.text, F_OK);
            if (there && explore_test_read(&t, path.text, &error)) {
                explorer_add_seed(x, &t);
                explore_test_free(&t);
            }
            free(error);
            strbuf_free(&path);
            if (!there)
                break;
            x->siblings.at[i]++;
        }
    }
}
