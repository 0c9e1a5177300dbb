/* A pointer into a buffer that grows. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    size_t room = 4, n = 0;
    char *buffer = malloc(room), *mark = NULL;
    int c;
    while ((c = getchar()) != EOF && n < 64) {
        if (n == room) {
            char *larger = malloc(room * 2);
            for (size_t i = 0; i < n; i++)
                larger[i] = buffer[i];
            free(buffer);
            buffer = larger;
            room *= 2;
        }
        buffer[n++] = (char)c;
        if (c == '<')
            mark = buffer + n - 1;
        if (c == '>' && mark)
            *mark = '(';
    }
    fwrite(buffer, 1, n, stdout);
    free(buffer);
    return 0;
}
