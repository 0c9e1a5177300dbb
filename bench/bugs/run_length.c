/* Runs "3a2b": what they make is counted before the last run is added. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char in[33] = "", *out = malloc(20);
    size_t n = fread(in, 1, 32, stdin), made = 0;
    for (size_t i = 0; i + 1 < n; i += 2) {
        if (in[i] < '1' || in[i] > '9')
            break;
        if (made >= 20)
            break;
        for (int k = in[i] - '0'; k > 0; k--)
            out[made++] = in[i + 1];
    }
    fwrite(out, 1, made, stdout);
    free(out);
    return 0;
}
