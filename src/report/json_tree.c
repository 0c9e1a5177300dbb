#include "report/json_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { DEEPEST = 64 };

typedef struct reading {
    json_tree *t;
    const char *at, *end;
} reading;

static void skip_space(reading *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at))
        r->at++;
}

static bool take(reading *r, char c)
{
    skip_space(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool hex4(reading *r, uint32_t *number)
{
    *number = 0;
    if (r->end - r->at < 4)
        return false;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdef", *found = strchr(digits, *r->at | 0x20);
        if (!*r->at || !found)
            return false;
        *number = *number << 4 | (uint32_t)(found - digits);
    }
    return true;
}

static void put_utf8(strbuf *out, uint32_t c)
{
    if (c < 0x80) {
        strbuf_putc(out, (char)c);
    } else if (c < 0x800) {
        strbuf_putc(out, (char)(0xc0 | c >> 6));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        if (c < 0x10000) {
            strbuf_putc(out, (char)(0xe0 | c >> 12));
        } else {
            strbuf_putc(out, (char)(0xf0 | c >> 18));
            strbuf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        }
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* Behind the backslash. */
static bool read_escape(reading *r, strbuf *out)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = *r->at++;
    const char *found = c ? strchr(names, c) : NULL;
    uint32_t first, second;
    if (found) {
        strbuf_putc(out, meant[found - names]);
        return true;
    }
    if (c != 'u' || !hex4(r, &first))
        return false;
    if (first >= 0xd800 && first < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' &&
        r->at[1] == 'u') {
        r->at += 2;
        if (!hex4(r, &second))
            return false;
        first = 0x10000 + ((first - 0xd800) << 10) + ((second - 0xdc00) & 0x3ff);
    }
    put_utf8(out, first);
    return true;
}

/* The text behind a quotation mark; NULL: it has no end, or is none. The caller frees. */
static char *read_string(reading *r)
{
    strbuf out = STRBUF_INIT;
    bool good = true;
    while (good && r->at < r->end && *r->at != '"') {
        if (*r->at != '\\')
            strbuf_putc(&out, *r->at++);
        else
            good = r->end - ++r->at >= 1 && read_escape(r, &out);
    }
    if (good && r->at < r->end) {
        r->at++;
        return strbuf_detach(&out);
    }
    strbuf_free(&out);
    return NULL;
}

static uint32_t add(reading *r, json_kind kind, char *text)
{
    json_node node = {.kind = kind, .text = text};
    vec_push(&r->t->nodes, node);
    return (uint32_t)r->t->nodes.n - 1;
}

static uint32_t read_value(reading *r, unsigned depth);

/* Members of an object or elements of an array, behind the opening bracket. */
static uint32_t read_members(reading *r, bool object, unsigned depth)
{
    uint32_t parent = add(r, object ? JSON_OBJECT : JSON_ARRAY, NULL), last = 0;
    char closing = object ? '}' : ']';
    if (take(r, closing))
        return parent;
    do {
        char *key = NULL;
        if (object && !(take(r, '"') && (key = read_string(r)) && take(r, ':'))) {
            free(key);
            return 0;
        }
        uint32_t child = read_value(r, depth + 1);
        if (!child) {
            free(key);
            return 0;
        }
        r->t->nodes.at[child].key = key;
        if (last)
            r->t->nodes.at[last].next = child;
        else
            r->t->nodes.at[parent].first = child;
        last = child;
    } while (take(r, ','));
    return take(r, closing) ? parent : 0;
}

static uint32_t read_word(reading *r)
{
    static const struct {
        const char *word;
        json_kind kind;
    } words[] = {{"null", JSON_NULL}, {"true", JSON_TRUE}, {"false", JSON_FALSE}};
    size_t n = 0, left = (size_t)(r->end - r->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        n = strlen(words[i].word);
        if (n <= left && !memcmp(r->at, words[i].word, n)) {
            r->at += n;
            return add(r, words[i].kind, base_strdup(words[i].word));
        }
    }
    for (n = 0; n < left && r->at[n] && strchr("+-.eE0123456789", r->at[n]);)
        n++;
    char *text = base_strndup(r->at, n), *end;
    strtod(text, &end);
    r->at += n;
    if (n && !*end)
        return add(r, JSON_NUMBER, text);
    free(text);
    return 0;
}

static uint32_t read_value(reading *r, unsigned depth)
{
    if (depth > DEEPEST)
        return 0;
    if (take(r, '{'))
        return read_members(r, true, depth);
    if (take(r, '['))
        return read_members(r, false, depth);
    if (!take(r, '"'))
        return read_word(r);
    char *text = read_string(r);
    return text ? add(r, JSON_STRING, text) : 0;
}

bool json_tree_read(json_tree *t, const char *text, size_t n)
{
    reading r = {t, text, text + n};
    *t = (json_tree){0};
    add(&r, JSON_NONE, NULL);
    bool good = read_value(&r, 0);
    skip_space(&r);
    good = good && r.at == r.end;
    if (!good)
        json_tree_free(t);
    return good;
}

void json_tree_free(json_tree *t)
{
    for (size_t i = 0; i < t->nodes.n; i++) {
        free(t->nodes.at[i].key);
        free(t->nodes.at[i].text);
    }
    vec_free(&t->nodes);
}

uint32_t json_tree_member(const json_tree *t, uint32_t object, const char *key)
{
    uint32_t child = object && object < t->nodes.n ? t->nodes.at[object].first : 0;
    while (child && (!t->nodes.at[child].key || strcmp(t->nodes.at[child].key, key)))
        child = t->nodes.at[child].next;
    return child;
}

const char *json_tree_text(const json_tree *t, uint32_t node)
{
    const char *text = node && node < t->nodes.n ? t->nodes.at[node].text : NULL;
    return text ? text : "";
}

double json_tree_number(const json_tree *t, uint32_t node)
{
    if (!node || node >= t->nodes.n || t->nodes.at[node].kind != JSON_NUMBER)
        return 0;
    double number = strtod(t->nodes.at[node].text, NULL);
    return isfinite(number) ? number : 0;
}

uint64_t json_tree_count(const json_tree *t, uint32_t node)
{
    double number = json_tree_number(t, node);
    return number >= 0 && number < 0x1p64 ? (uint64_t)number : 0;
}
