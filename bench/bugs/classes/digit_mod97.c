/* Two letters and eight digits, as a number 1 modulo 97; the first three are an index. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[24];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\r\n")] = 0;
    if (strlen(line) != 10 || !isupper((unsigned char)line[0]) || !isupper((unsigned char)line[1]))
        return 1;
    unsigned rest = 0, bank = 0;
    for (int i = 2; i < 10; i++) {
        if (!isdigit((unsigned char)line[i]))
            return 1;
        rest = (rest * 10 + (unsigned)(line[i] - '0')) % 97;
        if (i == 4)
            bank = (unsigned)atoi((char[]){line[2], line[3], line[4], 0});
    }
    if (rest != 1)
        return 1;
    int *accounts = calloc(500, sizeof *accounts);
    if (bank <= 500)
        accounts[bank] = 1;
    free(accounts);
    return 0;
}
