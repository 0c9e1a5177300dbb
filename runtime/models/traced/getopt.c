/* getopt and getopt_long as GNU has them, for traced runs: libc's own would make the command line
 * concrete. In every other run libc's are called. The variables are libc's.
 *
 * Names of long options are compared without branches, so that each option is one question to the
 * solver and not one for each character. */
#include "runtime/models/traced/traced.h"

#include <dlfcn.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum order { PERMUTE, STOP_AT_FIRST, RETURN_ALL } order;

/* Between calls. Other words of the command line that were passed over are
 * argv[first_other … after_others - 1]. */
static struct {
    bool started;
    order order;
    char *next; /* rest of a word with short options */
    int first_other, after_others;
} state;

typedef struct request {
    int argc;
    char **argv;
    const char *letters; /* without the sign of the order */
    const struct option *options;
    int *index;
    bool one_dash, complains;
} request;

/* Which options a word may mean. */
typedef struct found {
    const struct option *option;
    int index;
    bool ambiguous;
} found;

typedef int (*real_getopt)(int, char *const *, const char *);
typedef int (*real_getopt_long)(int, char *const *, const char *, const struct option *, int *);

/* The words from `first` to `middle` and those from there to `end` change places. */
MODEL_FUNCTION static void rotate(char **argv, int first, int middle, int end)
{
    for (int moved = 0; middle + moved < end; moved++) {
        char *word = argv[middle + moved];
        memmove(&argv[first + moved + 1], &argv[first + moved],
                (size_t)(middle - first) * sizeof(*argv));
        argv[first + moved] = word;
    }
}

/* Moves the options that were just read before the other words. */
MODEL_FUNCTION static void exchange(char **argv)
{
    rotate(argv, state.first_other, state.after_others, optind);
    state.first_other += optind - state.after_others;
    state.after_others = optind;
}

MODEL_FUNCTION static bool is_other(const char *word)
{
    return word[0] != '-' || word[1] == 0;
}

/* How the text up to its '=' or end compares with a name: 0 not at all, 1 it is the beginning, 3 it
 * is all of it. */
MODEL_FUNCTION static unsigned compare_name(const char *text, const char *name)
{
    size_t n = strlen(name), room = tandem_model_room(text);
    unsigned over = 0, bad = 0;
    size_t i = 0;
    for (; i < n && i < room; i++) {
        over |= (text[i] == 0) | (text[i] == '=');
        bad |= ~over & (text[i] != name[i]);
    }
    if (i < room) {
        unsigned end = (text[i] == 0) | (text[i] == '=');
        return ((~bad & 1) & (over | end)) | (~bad & ~over & end & 1) << 1;
    }
    return ~bad & over & 1;
}

MODEL_FUNCTION static found find_name(const request *q, const char *text)
{
    found f = {0};
    for (int i = 0; q->options[i].name; i++)
        if (compare_name(text, q->options[i].name) == 3)
            return (found){&q->options[i], i, false};
    for (int i = 0; q->options[i].name; i++) {
        const struct option *o = &q->options[i];
        if (!compare_name(text, o->name))
            continue;
        if (!f.option)
            f = (found){o, i, false};
        else if (q->one_dash || f.option->has_arg != o->has_arg || f.option->flag != o->flag ||
                 f.option->val != o->val)
            f.ambiguous = true;
    }
    return f;
}

MODEL_FUNCTION static void complain(const request *q, const char *what, const char *prefix,
                                    const char *name)
{
    if (q->complains)
        fprintf(stderr, "%s: %s '%s%s'\n", q->argv[0], what, prefix, name);
}

MODEL_FUNCTION static int missing(const request *q)
{
    return q->letters[0] == ':' ? ':' : '?';
}

/* The argument of a long option: behind its '=', or the next word. */
MODEL_FUNCTION static int take_long_argument(const request *q, const struct option *o,
                                             const char *prefix, char *end)
{
    if (*end) {
        if (!o->has_arg) {
            complain(q, "an argument is not allowed for", prefix, o->name);
            optopt = o->val;
            return '?';
        }
        optarg = end + 1;
    } else if (o->has_arg == required_argument) {
        if (optind >= q->argc) {
            complain(q, "an argument is missing for", prefix, o->name);
            optopt = o->val;
            return missing(q);
        }
        optarg = q->argv[optind++];
    }
    return 0;
}

/* A long option at `text`; -1: it may be short ones. */
MODEL_FUNCTION static int read_long(const request *q, char *text, const char *prefix)
{
    found f = find_name(q, text);
    char *end = text;
    if (!f.option) {
        if (q->one_dash && q->argv[optind][1] != '-' && strchr(q->letters, *text))
            return -1;
        complain(q, "unrecognized option", prefix, text);
    } else if (f.ambiguous) {
        complain(q, "ambiguous option", prefix, text);
    }
    state.next = NULL;
    optind++;
    if (!f.option || f.ambiguous) {
        optopt = 0;
        return '?';
    }
    while (*end && *end != '=')
        end++;
    int wrong = take_long_argument(q, f.option, prefix, end);
    if (wrong)
        return wrong;
    if (q->index)
        *q->index = f.index;
    if (!f.option->flag)
        return f.option->val;
    *f.option->flag = f.option->val;
    return 0;
}

/* -W foo is --foo where the letters have "W;". */
MODEL_FUNCTION static int read_w(const request *q, char letter)
{
    char *text = state.next;
    if (!*text) {
        if (optind == q->argc) {
            optopt = letter;
            return missing(q);
        }
        text = q->argv[optind];
    }
    return read_long(q, text, "-W ");
}

MODEL_FUNCTION static int read_short(const request *q)
{
    char letter = *state.next++;
    const char *at = strchr(q->letters, letter);
    if (!*state.next)
        optind++;
    if (!at || letter == ':' || letter == ';') {
        if (q->complains)
            fprintf(stderr, "%s: invalid option -- '%c'\n", q->argv[0], letter);
        optopt = letter;
        return '?';
    }
    if (at[0] == 'W' && at[1] == ';' && q->options)
        return read_w(q, letter);
    if (at[1] != ':')
        return letter;
    if (*state.next) {
        optarg = state.next;
        optind++;
    } else if (at[2] != ':') {
        if (optind >= q->argc) {
            if (q->complains)
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", q->argv[0], letter);
            optopt = letter;
            letter = (char)missing(q);
        } else {
            optarg = q->argv[optind++];
        }
    }
    state.next = NULL;
    return letter;
}

/* Goes to the next word that is an option. True: there is one at optind; else *result. */
MODEL_FUNCTION static bool next_word(const request *q, int *result)
{
    if (state.after_others > optind)
        state.after_others = optind;
    if (state.first_other > optind)
        state.first_other = optind;
    if (state.order == PERMUTE) {
        if (state.first_other != state.after_others && state.after_others != optind)
            exchange(q->argv);
        else if (state.after_others != optind)
            state.first_other = optind;
        while (optind < q->argc && is_other(q->argv[optind]))
            optind++;
        state.after_others = optind;
    }
    if (optind != q->argc && strcmp(q->argv[optind], "--") == 0) {
        optind++;
        if (state.first_other != state.after_others && state.after_others != optind)
            exchange(q->argv);
        else if (state.first_other == state.after_others)
            state.first_other = optind;
        state.after_others = q->argc;
        optind = q->argc;
    }
    *result = -1;
    if (optind == q->argc) {
        if (state.first_other != state.after_others)
            optind = state.first_other;
        return false;
    }
    if (!is_other(q->argv[optind]))
        return true;
    if (state.order == RETURN_ALL) {
        optarg = q->argv[optind++];
        *result = 1;
    }
    return false;
}

MODEL_FUNCTION static int read_option(request *q)
{
    int result;
    char sign = q->letters[0];
    if (q->argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !state.started) {
        optind = optind ? optind : 1;
        state.first_other = state.after_others = optind;
        state.next = NULL;
        state.started = true;
        state.order = sign == '-'                                ? RETURN_ALL
                      : sign == '+' || getenv("POSIXLY_CORRECT") ? STOP_AT_FIRST
                                                                 : PERMUTE;
    }
    if (sign == '-' || sign == '+')
        q->letters++;
    q->complains = opterr && q->letters[0] != ':';
    if (state.next && *state.next)
        return read_short(q);
    if (!next_word(q, &result))
        return result;
    char *word = q->argv[optind];
    if (q->options && word[1] == '-')
        return read_long(q, word + 2, "--");
    if (q->options && q->one_dash && (word[2] || !strchr(q->letters, word[1]))) {
        result = read_long(q, word + 1, "-");
        if (result != -1)
            return result;
    }
    state.next = word + 1;
    return read_short(q);
}

MODEL_FUNCTION int getopt(int argc, char *const *argv, const char *letters)
{
    if (!tandem_models_wanted())
        return ((real_getopt)dlsym(RTLD_NEXT, "getopt"))(argc, argv, letters);
    return read_option(&(request){.argc = argc, .argv = (char **)argv, .letters = letters});
}

MODEL_FUNCTION int getopt_long(int argc, char *const *argv, const char *letters,
                               const struct option *options, int *index)
{
    if (!tandem_models_wanted())
        return ((real_getopt_long)dlsym(RTLD_NEXT, "getopt_long"))(argc, argv, letters, options,
                                                                   index);
    return read_option(&(request){argc, (char **)argv, letters, options, index, false, false});
}

MODEL_FUNCTION int getopt_long_only(int argc, char *const *argv, const char *letters,
                                    const struct option *options, int *index)
{
    if (!tandem_models_wanted())
        return ((real_getopt_long)dlsym(RTLD_NEXT, "getopt_long_only"))(argc, argv, letters,
                                                                        options, index);
    return read_option(&(request){argc, (char **)argv, letters, options, index, true, false});
}
