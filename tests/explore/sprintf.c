/* Texts that are put together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    char text[24], hex[8];
    if (argc < 2)
        REACH(0);
    int n = snprintf(text, sizeof text, "<%s>%%%.2s", argv[1], argv[1]);
    sprintf(hex, "%04x", atoi(argv[1]) & 0xffff);
    if (!strcmp(text, "<qz!>%qz"))
        REACH(1);
    if (!strcmp(hex, "03e9"))
        REACH(2);
    if (n == 10)
        REACH(3);
    REACH(4);
}
