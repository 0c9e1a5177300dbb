/* Names are looked up; one of them is gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static const char *const names[] = {"anchor", "border", "column", "detail", "editor", "footer"};
    char line[64], *texts[6];
    int found = -1;
    for (int i = 0; i < 6; i++)
        texts[i] = calloc(16, 1);
    free(texts[4]);
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 6; i++)
        found = strcmp(line, names[i]) ? found : i;
    if (found < 0)
        return 1;
    texts[found][3] = 'x';
    return 0;
}
