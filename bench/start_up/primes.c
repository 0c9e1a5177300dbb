/* A start-up of some milliseconds: the primes below two million. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 2000000 };
static unsigned char composite[MOST];
int main(void)
{
    for (int i = 2; i * i < MOST; i++)
        for (int k = i * i; !composite[i] && k < MOST; k += i)
            composite[k] = 1;
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 1)
        return 1;
    int n = atoi(line);
    if (n > 1 && n < MOST && !composite[n])
        puts("prime");
    return line[0] == '#' ? 2 : 0;
}
