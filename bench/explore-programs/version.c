/* --sym-args 2 3 10 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct version {
    long part[3];
    const char *tag;
};

static int parse(const char *text, struct version *v)
{
    memset(v, 0, sizeof *v);
    if (*text == 'v')
        text++;
    for (int i = 0; i < 3; i++) {
        char *end;
        if (!isdigit((unsigned char)*text))
            return -1;
        v->part[i] = strtol(text, &end, 10);
        text = end;
        if (*text != '.')
            break;
        text++;
    }
    if (*text == '-')
        v->tag = text + 1;
    else if (*text)
        return -1;
    return v->tag && !*v->tag ? -1 : 0;
}

static int compare(const struct version *a, const struct version *b)
{
    for (int i = 0; i < 3; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    if (!a->tag != !b->tag)
        return a->tag ? -1 : 1;
    return a->tag ? strverscmp(a->tag, b->tag) : 0;
}

int main(int argc, char **argv)
{
    struct version a, b;
    if (argc < 3)
        return 2;
    if (parse(argv[1], &a) || parse(argv[2], &b)) {
        fprintf(stderr, "bad version\n");
        return 2;
    }
    int order = compare(&a, &b);
    if (argc == 3) {
        puts(order < 0 ? "older" : order ? "newer" : "same");
        return 0;
    }
    if (!strcmp(argv[3], "lt"))
        return !(order < 0);
    if (!strcmp(argv[3], "ge"))
        return !(order >= 0);
    if (!strcmp(argv[3], "eq"))
        return order != 0;
    if (!strcmp(argv[3], "compat"))
        return !(a.part[0] == b.part[0] && order >= 0);
    fprintf(stderr, "lt, ge, eq or compat\n");
    return 2;
}
