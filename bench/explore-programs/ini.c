/* --sym-stdin 64 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct settings {
    long port, workers;
    int verbose, secure;
    char host[32];
};

static int read_bool(const char *text, int *value)
{
    if (!strcasecmp(text, "yes") || !strcasecmp(text, "on") || !strcmp(text, "1"))
        *value = 1;
    else if (!strcasecmp(text, "no") || !strcasecmp(text, "off") || !strcmp(text, "0"))
        *value = 0;
    else
        return -1;
    return 0;
}

static int read_number(const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (errno || end == text || *end || n < least || n > most)
        return -1;
    *value = n;
    return 0;
}

static int set(struct settings *s, const char *section, const char *key, const char *value)
{
    if (!strcmp(section, "server")) {
        if (!strcmp(key, "port"))
            return read_number(value, 1, 65535, &s->port);
        if (!strcmp(key, "host")) {
            if (strlen(value) >= sizeof s->host)
                return -1;
            strcpy(s->host, value);
            return 0;
        }
        if (!strcmp(key, "tls"))
            return read_bool(value, &s->secure);
    } else if (!*section) {
        if (!strcmp(key, "workers"))
            return read_number(value, 1, 64, &s->workers);
        if (!strcmp(key, "verbose"))
            return read_bool(value, &s->verbose);
    }
    return -2;
}

int main(void)
{
    struct settings s = {.port = 80, .workers = 1, .host = "localhost"};
    char line[64], section[16] = "";
    for (int number = 1; fgets(line, sizeof line, stdin); number++) {
        line[strcspn(line, "\n")] = 0;
        char *text = line + strspn(line, " \t");
        if (!*text || *text == ';' || *text == '#')
            continue;
        if (*text == '[') {
            char *end = strchr(text, ']');
            if (!end || end - text > 15) {
                fprintf(stderr, "line %d: bad section\n", number);
                return 1;
            }
            *end = 0;
            strcpy(section, text + 1);
            continue;
        }
        char *equals = strchr(text, '=');
        if (!equals) {
            fprintf(stderr, "line %d: no value\n", number);
            return 1;
        }
        *equals = 0;
        int result = set(&s, section, text, equals + 1);
        if (result == -1)
            fprintf(stderr, "line %d: bad value of %s\n", number, text);
        else if (result == -2)
            fprintf(stderr, "line %d: what is %s?\n", number, text);
    }
    printf("%s:%ld tls=%d workers=%ld\n", s.host, s.port, s.secure, s.workers);
    return s.secure && s.port == 80 ? 2 : 0;
}
