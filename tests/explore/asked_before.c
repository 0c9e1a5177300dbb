/* What a value depends on without a branch (the first length) is what a branch depends on later: that branch belongs to
 * the path, or the question about the last one has an answer that goes another way. */
#include <stddef.h>
#include <stdio.h>

__attribute__((noinline)) static const char *last(const char *name)
{
    while (*name == '/')
        name++;
    return name;
}

__attribute__((noinline)) static size_t beginning(const char *name)
{
    size_t first = name[0] == '/' ? 1 : 0;
    size_t length = (size_t)(last(name) - name);
    while (first < length && name[length - 1] == '/')
        length--;
    return length;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%zu\n", beginning(argv[i]));
    return 0;
}
