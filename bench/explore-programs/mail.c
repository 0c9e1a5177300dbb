/* --sym-args 1 1 20 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int good_local(const char *text, size_t n)
{
    if (!n || n > 12 || text[0] == '.' || text[n - 1] == '.')
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '.' && i + 1 < n && text[i + 1] == '.')
            return 0;
        if (!isalnum((unsigned char)text[i]) && !strchr("._-+", text[i]))
            return 0;
    }
    return 1;
}

static int good_domain(const char *text)
{
    const char *dot = strrchr(text, '.');
    size_t label = 0;
    if (!dot || strlen(dot + 1) < 2)
        return 0;
    for (; *text; text++) {
        if (*text == '.') {
            if (!label || text[-1] == '-')
                return 0;
            label = 0;
        } else if (isalnum((unsigned char)*text) || (*text == '-' && label)) {
            label++;
        } else {
            return 0;
        }
    }
    return label > 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const char *at = strrchr(argv[1], '@');
    if (!at) {
        puts("no @");
        return 1;
    }
    if (!good_local(argv[1], (size_t)(at - argv[1]))) {
        puts("bad name");
        return 1;
    }
    if (!good_domain(at + 1)) {
        puts("bad domain");
        return 1;
    }
    const char *plus = memchr(argv[1], '+', (size_t)(at - argv[1]));
    if (plus)
        printf("tag %.*s\n", (int)(at - plus - 1), plus + 1);
    const char *top = strrchr(at, '.') + 1;
    if (!strcasecmp(top, "org"))
        puts("an organisation");
    if (!strncasecmp(argv[1], "postmaster", 10))
        puts("the postmaster");
    return 0;
}
