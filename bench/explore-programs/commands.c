/* --sym-stdin 48 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long stack[16];
static int depth;

static const struct command {
    const char *name;
    int needs;
} commands[] = {{"add", 2},  {"subtract", 2}, {"multiply", 2}, {"divide", 2},
                {"push", 0}, {"pop", 1},      {"print", 1},    {"quit", 0}};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Commands may be shortened as far as they stay apart. */
static int find(const char *word)
{
    size_t n = strlen(word);
    int found = -1;
    for (int i = 0; i < COMMANDS; i++) {
        if (!strcmp(word, commands[i].name))
            return i;
        if (!strncmp(word, commands[i].name, n))
            found = found == -1 ? i : -2;
    }
    return found;
}

static int run(int command, const char *argument)
{
    if (depth < commands[command].needs) {
        puts("not enough on the stack");
        return 0;
    }
    switch (command) {
    case 0:
        depth--;
        stack[depth - 1] += stack[depth];
        break;
    case 1:
        depth--;
        stack[depth - 1] -= stack[depth];
        break;
    case 2:
        depth--;
        stack[depth - 1] *= stack[depth];
        break;
    case 3:
        if (!stack[depth - 1])
            return -1;
        depth--;
        stack[depth - 1] /= stack[depth];
        break;
    case 4:
        if (!argument || depth == 16)
            return -1;
        stack[depth++] = strtol(argument, NULL, 0);
        break;
    case 5:
        depth--;
        break;
    case 6:
        printf("%ld\n", stack[depth - 1]);
        break;
    default:
        return 1;
    }
    return 0;
}

int main(void)
{
    char line[48];
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word)
            continue;
        int command = find(word);
        if (command < 0) {
            puts(command == -1 ? "unknown" : "ambiguous");
            continue;
        }
        int result = run(command, strtok(NULL, " \n"));
        if (result < 0) {
            puts("error");
            return 1;
        }
        if (result)
            break;
    }
    if (depth == 1 && stack[0] == 42)
        puts("the answer");
    return 0;
}
