/* --sym-stdin 64 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char line[64], *save;
    if (!fgets(line, sizeof line, stdin))
        return 2;
    char *method = strtok_r(line, " ", &save), *path = strtok_r(NULL, " ", &save),
         *version = strtok_r(NULL, " \r\n", &save);
    if (!method || !path || !version) {
        puts("400 bad request");
        return 1;
    }
    int major, minor;
    if (sscanf(version, "HTTP/%d.%d", &major, &minor) != 2) {
        puts("400 bad version");
        return 1;
    }
    if (major != 1) {
        puts("505 version not supported");
        return 1;
    }
    if (strcmp(method, "GET") && strcmp(method, "POST")) {
        puts("501 not implemented");
        return 1;
    }
    if (*path != '/' || strstr(path, "/../")) {
        puts("403 forbidden");
        return 1;
    }
    long length = -1;
    int keep = minor > 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!*line)
            break;
        char *value = strchr(line, ':');
        if (!value) {
            puts("400 bad header");
            return 1;
        }
        *value++ = 0;
        while (isspace((unsigned char)*value))
            value++;
        if (!strcasecmp(line, "Length"))
            length = atol(value);
        else if (!strcasecmp(line, "Connection"))
            keep = !strcasecmp(value, "keep-alive");
    }
    if (!strcmp(method, "POST") && length < 0) {
        puts("411 length required");
        return 1;
    }
    if (length > 4096) {
        puts("413 too large");
        return 1;
    }
    puts(keep ? "200 ok, go on" : "200 ok");
    return 0;
}
