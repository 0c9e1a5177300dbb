/* Words of a text, counted in a hash table: strings, pointers and small functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct word {
    struct word *next;
    unsigned count;
    char text[16];
} word;

static word *table[1024];

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static word *find(const char *s)
{
    word **w = &table[hash(s) % 1024];
    while (*w && !same((*w)->text, s))
        w = &(*w)->next;
    if (!*w) {
        *w = calloc(1, sizeof **w);
        for (size_t i = 0; s[i]; i++)
            (*w)->text[i] = s[i];
    }
    return *w;
}

int main(void)
{
    enum { N = 1 << 20 };
    char *text = malloc(N + 1);
    unsigned x = 1;
    for (size_t i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        text[i] = x >> 28 < 4 ? ' ' : (char)('a' + (x >> 24) % 7);
    }
    text[N] = 0;
    for (int round = 0; round < 12; round++) {
        char w[16];
        size_t n = 0;
        for (const char *c = text; *c; c++) {
            if (*c != ' ' && n < sizeof w - 1) {
                w[n++] = *c;
            } else if (n) {
                w[n] = 0;
                find(w)->count++;
                n = 0;
            }
        }
    }
    unsigned long sum = 0;
    for (size_t i = 0; i < 1024; i++)
        for (word *w = table[i]; w; w = w->next)
            sum = sum * 7 + w->count;
    printf("%lu\n", sum);
    free(text);
    return 0;
}
