/* Lines that add and lines that take away: the balance overflows. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char line[40];
    int balance = 100;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == '+')
            balance += (int)strtol(line + 1, NULL, 10);
        else if (line[0] == '-')
            balance -= (int)strtol(line + 1, NULL, 10);
        else
            return 1;
    }
    printf("%d\n", balance);
    return 0;
}
