/* Two texts, one call. */
#include "sides.h"
int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\n")] = 0;
    if (C(1, strcmp(line, "pomegranate") == 0))
        puts("fruit");
    else
        puts("other");
    return 0;
}
