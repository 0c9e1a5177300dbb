/* sscanf: width times height. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char line[64];
    int width, height;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "size %dx%d", &width, &height) != 2)
        return 1;
    if (width < 1 || height < 1 || width > 99 || height > 99 || width * height > 200)
        return 1;
    char *pixels = calloc(199, 1);
    pixels[width * height - 1] = 1;
    printf("%d\n", pixels[0]);
    free(pixels);
    return 0;
}
