/* --sym-stdin 40 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[64];
static char *at = text;
static int depth, numbers, strings;

static void skip(void)
{
    at += strspn(at, " \t\r\n");
}

static int value(void);

static int string(void)
{
    for (at++; *at != '"'; at++) {
        if (!*at || iscntrl((unsigned char)*at))
            return -1;
        if (*at == '\\') {
            at++;
            if (*at == 'u') {
                for (int i = 0; i < 4; i++)
                    if (!isxdigit((unsigned char)*++at))
                        return -1;
            } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
                return -1;
            }
        }
    }
    at++;
    strings++;
    return 0;
}

static int list(char end)
{
    at++;
    skip();
    if (*at == end) {
        at++;
        return 0;
    }
    for (;;) {
        skip();
        if (end == '}') {
            if (*at != '"' || string())
                return -1;
            skip();
            if (*at++ != ':')
                return -1;
        }
        if (value())
            return -1;
        skip();
        if (*at == end) {
            at++;
            return 0;
        }
        if (*at++ != ',')
            return -1;
    }
}

static int value(void)
{
    static const char *const words[] = {"true", "false", "null"};
    skip();
    if (++depth > 4)
        return -1;
    int result = -1;
    if (*at == '{' || *at == '[') {
        result = list(*at == '{' ? '}' : ']');
    } else if (*at == '"') {
        result = string();
    } else if (*at == '-' || isdigit((unsigned char)*at)) {
        char *end;
        double x = strtod(at, &end);
        at = end;
        numbers += x != 0;
        result = 0;
    } else {
        for (int i = 0; i < 3; i++)
            if (!strncmp(at, words[i], strlen(words[i]))) {
                at += strlen(words[i]);
                result = 0;
                break;
            }
    }
    depth--;
    return result;
}

int main(void)
{
    size_t n = fread(text, 1, sizeof text - 1, stdin);
    text[n] = 0;
    if (value()) {
        fprintf(stderr, "error at %td\n", at - text);
        return 1;
    }
    skip();
    if (*at) {
        fprintf(stderr, "something follows\n");
        return 1;
    }
    printf("%d numbers, %d strings\n", numbers, strings);
    return 0;
}
