/* What the command line gives to all runs: the arguments behind "--", in which @@ is the name of a
 * symbolic file, the user's environment, and the names of variables that are inputs. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_WORDS_H
#define TANDEM_CLI_EXPLORE_EXPLORE_WORDS_H

#include "base/options.h"
#include "base/text.h"
#include "explore/target/target.h"

typedef VEC(const char *) explore_names;

typedef struct explore_words {
    target_given given; /* into the lists below */
    bool data_file;     /* there is an @@ */
    text_list owned;
    explore_names args, env, variables;
} explore_words;

/* libFuzzer's name of an option (-max_len=N) as one of ours, "--max-len=N"; NULL: it is none. The
 * caller frees it. */
char *explore_words_libfuzzer(const char *word);
/* Takes the words behind "--"; how many are left for options. `w` is zero before. */
int explore_words_cut(explore_words *w, int argc, char **argv);
/* The rest, before `given` is used. False with a message: a name that no variable can have. */
bool explore_words_read(explore_words *w, const option_operands *variables, bool keep_env);
/* --clock and --random. */
tandem_nature explore_words_nature(const char *word);
void explore_words_free(explore_words *w);

#endif
