/* --sym-args 2 2 10 */
#define _GNU_SOURCE
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int has_magic(const char *pattern)
{
    return strpbrk(pattern, "*?[") != NULL;
}

static const char *extension(const char *name)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    return dot && dot != name && (!slash || dot > slash + 1) ? dot + 1 : "";
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const char *pattern = argv[1], *name = argv[2];
    int negated = *pattern == '!';
    pattern += negated;
    int flags = FNM_PATHNAME | FNM_PERIOD;
    if (!strncmp(pattern, "(i)", 3)) {
        flags |= FNM_CASEFOLD;
        pattern += 3;
    }
    int match;
    if (has_magic(pattern))
        match = !fnmatch(pattern, name, flags);
    else if (flags & FNM_CASEFOLD)
        match = !strcasecmp(pattern, name);
    else
        match = !strcmp(pattern, name);
    if (match == negated) {
        puts("no");
        return 1;
    }
    const char *kind = extension(name);
    if (!strcmp(kind, "c") || !strcmp(kind, "h"))
        puts("C");
    else if (!strcasecmp(kind, "txt"))
        puts("text");
    else if (*kind && isdigit((unsigned char)*kind))
        puts("a manual page");
    return 0;
}
