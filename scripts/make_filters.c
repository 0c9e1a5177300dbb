/* Prints, as C, the system call filters of the profiles without grants, so that no run has to make
 * them: meson.build puts them into the library. */
#include <stdio.h>

#include "sandbox/filter.h"

static bool print_filter(sandbox_profile profile, filter_part part)
{
    sandbox_grants none = {0};
    sandbox_filter f;
    bool good = filter_make(profile, &none, part, &f);
    printf("static struct sock_filter code_%d_%d[] = {", (int)profile, (int)part);
    for (size_t i = 0; i < f.n; i++)
        printf("{%#x, %d, %d, %#x},\n", (unsigned)f.code[i].code, f.code[i].jt, f.code[i].jf,
               (unsigned)f.code[i].k);
    printf("{0}};\n");
    filter_free(&f);
    return good;
}

int main(void)
{
    static const sandbox_profile profiles[] = {SANDBOX_CALL, SANDBOX_PROGRAM, SANDBOX_COMPILER};
    bool good = true;
    puts("#include \"sandbox/filter.h\"\n\n#include <stddef.h>");
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        for (int part = FILTER_WHOLE; part <= FILTER_REST; part++)
            good &= print_filter(profiles[i], (filter_part)part);
    puts("#define FILTER(profile, part)"
         " {code_##profile##_##part, sizeof code_##profile##_##part / sizeof(struct sock_filter) - "
         "1}");
    puts("static const sandbox_filter made[][2] = {{FILTER(0, 0), FILTER(0, 1)},"
         " {FILTER(1, 0), FILTER(1, 1)}, {FILTER(2, 0), FILTER(2, 1)}};");
    puts("const sandbox_filter *filter_made(sandbox_profile profile, filter_part part)\n{");
    printf("    return %s ? &made[profile][part] : NULL;\n}\n",
           good ? "made[profile][part].n" : "0");
    return 0;
}
