/* A reader of settings: lines "name = value" below "[section]", kept in a small table. */
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, NAME = 24 };
typedef struct setting {
    char section[NAME], name[NAME];
    long value;
    int is_number;
} setting;

static void copy_word(char *to, const char *from, size_t n)
{
    n = n < NAME - 1 ? n : NAME - 1;
    memcpy(to, from, n);
    to[n] = 0;
}

static int read_line(setting *all, int n, char *section, char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    if (!*line || *line == '#' || *line == ';')
        return n;
    if (*line == '[') {
        char *end = strchr(line, ']');
        if (end)
            copy_word(section, line + 1, (size_t)(end - line - 1));
        return n;
    }
    char *equal = strchr(line, '='), *rest;
    if (!equal || n == MOST)
        return n;
    char *end = equal;
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    setting *s = &all[n];
    copy_word(s->section, section, strlen(section));
    copy_word(s->name, line, (size_t)(end - line));
    s->value = strtol(equal + 1, &rest, 0);
    s->is_number = rest != equal + 1;
    return n + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    setting *all = calloc(MOST, sizeof *all);
    char section[NAME] = "", *text = malloc(n + 1), *line = text;
    int count = 0;
    memcpy(text, data, n);
    text[n] = 0;
    while (line) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        count = read_line(all, count, section, line);
        line = end ? end + 1 : NULL;
    }
    volatile long sum = 0;
    for (int i = 0; i < count; i++)
        if (all[i].is_number && !strcmp(all[i].section, "limits"))
            sum += all[i].value;
    free(text);
    free(all);
    return 0;
}
