/* The model of getopt_long against libc's, on random command lines. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* The model itself, compiled as plain code under other names. */
#define getopt model_getopt
#define getopt_long model_getopt_long
#define getopt_long_only model_getopt_long_only
int model_getopt(int argc, char *const *argv, const char *letters);
int model_getopt_long(int argc, char *const *argv, const char *letters,
                      const struct option *options, int *index);
int model_getopt_long_only(int argc, char *const *argv, const char *letters,
                           const struct option *options, int *index);
#include "runtime/models/traced/getopt.c"
#undef getopt
#undef getopt_long
#undef getopt_long_only

bool tandem_models_wanted(void)
{
    return true;
}
size_t tandem_model_room(const char *s)
{
    return strlen(s) + 1;
}

static int flag;
static const struct option long_options[] = {
    {"number", required_argument, NULL, 'n'}, {"name", optional_argument, NULL, 300},
    {"nameless", no_argument, NULL, 301},     {"verbose", no_argument, &flag, 7},
    {"verb", no_argument, NULL, 'v'},         {"zero", no_argument, NULL, 'z'},
    {"zeros", no_argument, NULL, 'z'},        {0}};

typedef int (*parser)(int, char *const *, const char *, const struct option *, int *);

static int real_short(int argc, char *const *argv, const char *letters,
                      const struct option *options, int *index)
{
    return getopt(argc, argv, letters);
}
static int model_short(int argc, char *const *argv, const char *letters,
                       const struct option *options, int *index)
{
    return model_getopt(argc, argv, letters);
}

/* Everything that a program can see of a whole parse, as text. */
static void describe(parser parse, const char *letters, char **words, int n, char *text,
                     size_t room)
{
    char *argv[16];
    int c, index = -1;
    size_t used = 0;
    memcpy(argv, words, (size_t)(n + 1) * sizeof(*argv));
    optind = 0;
    opterr = 0;
    optopt = flag = 0;
    for (int calls = 0; calls < 40; calls++) {
        c = parse(n, argv, letters, long_options, &index);
        used += (size_t)snprintf(text + used, room - used, "%d '%s' %d %d %d %d; ", c,
                                 optarg ? optarg : "(none)", optind,
                                 c == '?' || c == ':' ? optopt : 0, index, flag);
        if (c == -1)
            break;
    }
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, room - used, "%s ", argv[i]);
}

TEST(model_and_libc_agree)
{
    static const char *const words[] = {
        "-",      "--",        "-n",       "-n5",     "-v",     "-vz",    "-q",       "--",
        "x",      "y",         "--number", "--num=3", "--n",    "--name", "--name=a", "--nameles",
        "--verb", "--verbos",  "--verb=1", "--z",     "--zero", "--bad",  "-Wzero",   "-W",
        "-verb",  "-number=4", "-:",       "--=",     "",       "-o",     "-o1"};
    static const char *const letters[] = {"n:vzo::", "+n:vzo::", "-n:vz", ":n:vW;", "vz"};
    static const parser parsers[][2] = {{getopt_long, model_getopt_long},
                                        {getopt_long_only, model_getopt_long_only},
                                        {real_short, model_short}};
    enum { N = sizeof(words) / sizeof(*words) };
    uint64_t seed = 4;
    for (uint64_t round = 0; round < test_count(20000); round++) {
        char *argv[10] = {"prog"}, real[4096], model[4096], all[512] = "";
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int n = 1 + (int)(seed >> 60) % 8;
        for (int i = 1; i < n; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            argv[i] = (char *)words[(seed >> 33) % N];
            strcat(strcat(all, " "), argv[i]);
        }
        const parser *p = parsers[(seed >> 40) % 3];
        const char *l = letters[(seed >> 50) % 5];
        describe(p[0], l, argv, n, real, sizeof real);
        describe(p[1], l, argv, n, model, sizeof model);
        CHECK_MSG(!strcmp(real, model), "%s with%s:\n%s\n%s", l, all, real, model);
    }
}
