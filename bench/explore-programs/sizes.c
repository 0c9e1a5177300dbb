/* --sym-args 1 2 14 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse(const char *text, uint64_t *bytes)
{
    static const char letters[] = "kMGTP";
    char *end;
    errno = 0;
    if (strchr(text, '-'))
        return -1;
    unsigned long long n = strtoull(text, &end, 0);
    if (errno == ERANGE)
        return -2;
    if (end == text)
        return -1;
    if (*end) {
        const char *letter = strchr(letters, *end);
        if (!letter)
            return -1;
        uint64_t base = !strcmp(end + 1, "iB") ? 1024 : !end[1] || !strcmp(end + 1, "B") ? 1000 : 0;
        if (!base)
            return -1;
        for (const char *l = letters; l <= letter; l++) {
            if (n > UINT64_MAX / base)
                return -2;
            n *= base;
        }
    }
    *bytes = n;
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t total = 0;
    for (int i = 1; i < argc; i++) {
        uint64_t bytes;
        switch (parse(argv[i], &bytes)) {
        case -1:
            fprintf(stderr, "%s: what size is that?\n", argv[i]);
            return 1;
        case -2:
            fprintf(stderr, "%s: too large\n", argv[i]);
            return 1;
        }
        if (__builtin_add_overflow(total, bytes, &total)) {
            fprintf(stderr, "the sum is too large\n");
            return 1;
        }
    }
    if (total == 1 << 20)
        puts("a megabyte");
    else if (total > UINT64_C(1) << 40)
        puts("huge");
    else
        printf("%" PRIu64 "\n", total);
    return total % 512 != 0;
}
