#include "fuzz/targets.h"
#include "reduce/script/forms.h"

void fuzz_forms_one(const uint8_t *data, size_t size)
{
    forms f = {0};
    if (forms_read(&f, (const char *)data, size)) {
        uint32_t deepest = 0;
        for (size_t i = 0; i < f.nodes.n; i++) {
            const form_node *node = &f.nodes.at[i];
            MUST(node->start < node->end && node->end <= size && node->last > i &&
                 node->last <= f.nodes.n);
            deepest = node->depth > deepest ? node->depth : deepest;
        }
        PLANTED(deepest == 4 && f.nodes.n == 9);
    }
    forms_free(&f);
}
