/* Ten digits whose weighted sum is a multiple of 11; the first four are an index. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[40], group[5];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\n")] = 0;
    if (strlen(line) != 10)
        return 1;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (line[i] < '0' || line[i] > '9')
            return 1;
        sum += (10 - i) * (line[i] - '0');
    }
    if (sum % 11)
        return 1;
    memcpy(group, line, 4);
    group[4] = 0;
    char *groups = calloc(1234, 1);
    int at = atoi(group);
    if (at <= 1234)
        groups[at]++;
    free(groups);
    return 0;
}
