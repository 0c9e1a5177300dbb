/* A range of numbers, whose length is exactly one too many. */
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[64], used[64];
    unsigned from, to;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%u-%u", &from, &to) != 2)
        return 1;
    if (from < 1000 || to < from || to - from > 64)
        return 1;
    memset(used, 0, sizeof used);
    used[to - from] = 1;
    return used[from % 64];
}
