/* Boxes that want a certain word, at a certain place. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    char copy[24] = "", name[4] = "";
    struct in_addr in;
    int from, to;
    if (argc < 2)
        REACH(0);
    const char *slash = strchr(argv[1], '/');
    if (slash && slash - argv[1] < 20) { /* the word before what is there already */
        memcpy(copy, argv[1], (size_t)(slash - argv[1]));
        if (inet_pton(AF_INET, copy, &in) == 1)
            REACH(1);
        REACH(2);
    }
    if (sscanf(argv[1], "%d %3s %d", &from, name, &to) == 3) {
        if (!strcmp(name, "zot")) /* as the model spells it */
            REACH(3);
        REACH(4);
    }
    REACH(5);
}
