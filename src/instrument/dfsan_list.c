#include "instrument/dfsan_list.h"

#include <string.h>

#include "base/file.h"
#include "base/hash.h"

static uint64_t key_of(const char *name, size_t n)
{
    return hash_bytes(name, n) >> 1; /* never MAP_NO_KEY */
}

static ir_dfsan_category category_of(const char *text, size_t n)
{
    if (n == strlen("functional") && !memcmp(text, "functional", n))
        return IR_DFSAN_FUNCTIONAL;
    if (n == strlen("discard") && !memcmp(text, "discard", n))
        return IR_DFSAN_DISCARD;
    return IR_DFSAN_UNKNOWN;
}

/* Most functions have a line `uninstrumented` as well, which says nothing about their results. */
static void read_line(ir_dfsan_list *list, const char *line, size_t n)
{
    static const char prefix[] = "fun:";
    const char *equals = memchr(line, '=', n);
    if (n < sizeof prefix || memcmp(line, prefix, sizeof prefix - 1) || !equals)
        return;
    const char *name = line + sizeof prefix - 1;
    ir_dfsan_category c = category_of(equals + 1, n - (size_t)(equals + 1 - line));
    if (c != IR_DFSAN_UNKNOWN)
        map_put(&list->categories, key_of(name, (size_t)(equals - name)), c);
}

void ir_dfsan_read(ir_dfsan_list *list, const strbuf *text)
{
    const char *at = text->text, *end = at + text->n;
    *list = (ir_dfsan_list){0};
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t n = line_end ? (size_t)(line_end - at) : (size_t)(end - at);
        read_line(list, at, n);
        at += n + 1;
    }
}

void ir_dfsan_load(ir_dfsan_list *list)
{
    strbuf text = STRBUF_INIT;
    if (!file_read(TANDEM_CLANG_RESOURCES "/share/dfsan_abilist.txt", &text))
        strbuf_clear(&text);
    ir_dfsan_read(list, &text);
    strbuf_free(&text);
}

void ir_dfsan_free(ir_dfsan_list *list)
{
    map_free(&list->categories);
}

ir_dfsan_category ir_dfsan_of(const ir_dfsan_list *list, const char *name, size_t n)
{
    return (ir_dfsan_category)map_get(&list->categories, key_of(name, n), IR_DFSAN_UNKNOWN);
}
