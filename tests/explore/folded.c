/* Values that an optimiser chooses without a branch: 1 for one word, 2 for others, and 4 or 8 more for letters. */
#include <string.h>

static int letters(const char *s)
{
    return (s[0] == 'x' || s[0] == '!') * 4;
}

int main(int argc, char **argv)
{
    const char *s = argc > 1 ? argv[1] : "";
    int code = strcmp(s, "sesame") == 0 ? 1 : 2;
    if (s[0] && s[1] == 'y')
        code += 8;
    return code + letters(s);
}
