/* --sym-args 1 1 32 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int default_port(const char *scheme, size_t n)
{
    static const struct {
        const char *name;
        int port;
    } known[] = {{"http", 80}, {"https", 443}, {"ftp", 21}, {"ssh", 22}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == n && !strncasecmp(scheme, known[i].name, n))
            return known[i].port;
    return -1;
}

static int unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '%') {
            char digits[3] = {text[1], text[1] ? text[2] : 0, 0};
            if (!isxdigit((unsigned char)digits[0]) || !isxdigit((unsigned char)digits[1]))
                return -1;
            *to++ = (char)strtol(digits, NULL, 16);
            text += 2;
        } else {
            *to++ = *text == '+' ? ' ' : *text;
        }
    }
    *to = 0;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    char *colon = strstr(argv[1], "://");
    if (!colon) {
        fprintf(stderr, "no scheme\n");
        return 1;
    }
    int port = default_port(argv[1], (size_t)(colon - argv[1]));
    char *host = colon + 3, *path = strchr(host, '/');
    if (path)
        *path++ = 0;
    char *user = strchr(host, '@');
    if (user) {
        *user = 0;
        printf("user %s\n", host);
        host = user + 1;
    }
    char *given = strrchr(host, ':');
    if (given) {
        char *end;
        *given++ = 0;
        unsigned long number = strtoul(given, &end, 10);
        if (end == given || *end || !number || number > 65535) {
            fprintf(stderr, "bad port\n");
            return 1;
        }
        port = (int)number;
    }
    if (port < 0 || !*host)
        return 1;
    if (path && unescape(path)) {
        fprintf(stderr, "bad escape\n");
        return 1;
    }
    if (path && strstr(path, ".."))
        puts("leads upwards");
    printf("%s port %d path /%s\n", host, port, path ? path : "");
    return !strcasecmp(host, "localhost") ? 3 : 0;
}
