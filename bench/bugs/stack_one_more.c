/* Room for one byte less than is copied. */
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[64], name[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strcspn(line, "\n");
    if (n > 16)
        return 1;
    memcpy(name, line, n);
    name[n] = 0;
    puts(name);
    return 0;
}
