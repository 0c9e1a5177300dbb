/* Which inputs reach every line? `tandem explore --sym-args 0 2 10 --sym-stdin 64 examples/greet.c`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[64] = "";
    int times = 1;
    if (argc > 1 && strncmp(argv[1], "-n", 2) == 0)
        times = atoi(argv[1] + 2);
    if (times < 1 || times > 99) {
        fprintf(stderr, "greet: '%s' is no number of times\n", argv[1] + 2);
        return 2;
    }
    if (!fgets(name, sizeof name, stdin))
        return 1;
    name[strcspn(name, "\n")] = 0;
    if (strcmp(name, "world") == 0 && times == 42)
        puts("So long, and thanks for all the fish.");
    for (int i = 0; i < times; i++)
        printf("Hello, %s!\n", *name ? name : "nobody");
    return 0;
}
