/* Digits, and one character behind them. */
#include <stdio.h>
static const int weight[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
int main(void)
{
    int c, sum = 0, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c < '0' || c > ':')
            return 1;
        sum += weight[c - '0'];
        n++;
    }
    printf("%d %d\n", n, sum);
    return 0;
}
