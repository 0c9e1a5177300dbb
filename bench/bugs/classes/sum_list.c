/* Three or more numbers of one line, none above 999999999: their sum overflows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int sum = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *word = strtok(line, ";"); word; word = strtok(NULL, ";")) {
        int points = atoi(word);
        if (points < 0 || points > 999999999)
            return 1;
        sum += points;
    }
    return sum == 77;
}
