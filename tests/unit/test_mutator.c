/* Dictionaries, mutations of tests, and what the corpus takes for news. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "explore/mutate/corpus.h"
#include "explore/mutate/mutator.h"
#include "test.h"

static const dictionary_option *option_of(const dictionary *d, const char *name, char letter)
{
    for (size_t i = 0; i < d->options.n; i++) {
        const dictionary_option *o = &d->options.at[i];
        if (name ? o->name && !strcmp(o->name, name) : !o->name && o->letter == letter)
            return o;
    }
    return NULL;
}

static bool has_word(const word_list *l, const char *word)
{
    return word_list_find(l, word, strlen(word)) != UINT32_MAX;
}

TEST(options_of_a_help_text)
{
    static const char text[] = "Usage: x [OPTION]... FILE\n"
                               "  -w, --width=COLS     use COLS; not re-used\n"
                               "  -c                   count\n"
                               "  -o FILE              where\n"
                               "      --color[=WHEN]   always, never\n"
                               "      --plain          nothing behind it\n"
                               "classes are [:alpha:], ranges [a-c]. if=FILE is one, too\n";
    dictionary d;
    dictionary_init(&d);
    dictionary_add_help(&d, text, sizeof text - 1);
    CHECK(d.options.n == 7);
    CHECK(option_of(&d, "width", 0)->argument == OPTION_NEEDS);
    CHECK(option_of(&d, NULL, 'w')->argument == OPTION_NEEDS);
    CHECK(option_of(&d, NULL, 'c')->argument == OPTION_ALONE);
    CHECK(option_of(&d, NULL, 'o')->argument == OPTION_NEEDS);
    CHECK(option_of(&d, "color", 0)->argument == OPTION_MAY);
    CHECK(option_of(&d, "plain", 0)->argument == OPTION_ALONE);
    CHECK(option_of(&d, "if=", 0)->argument == OPTION_KEY);
    CHECK(has_word(&d.words, "[:alpha:]") && has_word(&d.words, "if=FILE"));
    CHECK(has_word(&d.words, "always") && has_word(&d.words, "never"));
    dictionary_free(&d);
}

static bool takes(const dictionary *d, const dictionary_option *o, const char *value)
{
    uint32_t word = word_list_find(&d->values, value, strlen(value));
    for (size_t i = 0; i < o->values.n; i++)
        if (o->values.at[i] == word)
            return true;
    return false;
}

static const char VALUES[] =
    "Usage: x [OPTION]... FILE\n"
    "  -w, --when=WHEN      do it never,\n"
    "                         always or NOW.\n"
    "      --sort[=WORD]    as you like\n"
    "      --plain          nothing behind it\n"
    "  conv=CONVS           as told below\n"
    "\n"
    "CONVS may be\n"
    "  none, off    nothing\n"
    "  d[SIZE]      decimal\n"
    "\n"
    "See --sort=size,time, 'r+w' and \xe2\x80\x98%a\xe2\x80\x99. It's all.\n";

TEST(values_of_a_help_text)
{
    dictionary d;
    dictionary_init(&d);
    dictionary_add_help(&d, VALUES, sizeof VALUES - 1);
    const dictionary_option *when = option_of(&d, "when", 0), *sort = option_of(&d, "sort", 0);
    const dictionary_option *conv = option_of(&d, "conv=", 0), *w = option_of(&d, NULL, 'w');
    CHECK(when && sort && conv && w);
    CHECK(takes(&d, when, "never") && takes(&d, when, "always") && takes(&d, w, "always"));
    CHECK(!takes(&d, when, "NOW") && !takes(&d, sort, "never") && !takes(&d, conv, "like"));
    CHECK(takes(&d, sort, "size") && takes(&d, sort, "time") && takes(&d, sort, "size,time"));
    CHECK(takes(&d, conv, "told") && takes(&d, conv, "none") && takes(&d, conv, "off"));
    CHECK(takes(&d, when, "d") && takes(&d, when, "r+w") && takes(&d, w, "%a"));
    CHECK(!takes(&d, when, "s") && !option_of(&d, "plain", 0)->values.n);
    dictionary_free(&d);
}

TEST(dictionaries_of_other_fuzzers)
{
    char *folder = folder_temporary();
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/words", folder);
    static const char good[] = "# a comment\n\n  one=\"GET\"\n\"\\x00\\xfF\\\\\\\"\"\r\n",
                      bad[] = "\"a\"\nb\n\"\"\n";
    dictionary d;
    rng r;
    rng_seed(&r, 1);
    dictionary_init(&d);
    CHECK(!dictionary_token(&d, &r));
    CHECK(folder_write(path.text, good, sizeof good - 1) &&
          dictionary_add_file(&d, path.text) == 0);
    CHECK(d.tokens.n == 2 && dictionary_token(&d, &r));
    CHECK(d.tokens.at[1].n == 4 && !memcmp(d.tokens.at[1].text, "\0\xff\\\"", 4));
    CHECK(has_word(&d.words, "GET"));
    CHECK(folder_write(path.text, bad, sizeof bad - 1) && dictionary_add_file(&d, path.text) == 2);
    strbuf_puts(&path, ".missing");
    CHECK(dictionary_add_file(&d, path.text) == -1);
    dictionary_free(&d);
    strbuf_free(&path);
    folder_remove(folder);
    free(folder);
}

/* The input of a harness has any length up to the limit, and gets what it was compared with. */
TEST(data_of_harnesses)
{
    mutator m;
    explore_test t;
    explore_shape none = {0};
    bool shorter = false, longer = false, operand = false;
    compare_pairs pairs = {0};
    compare_pair pair = {.a = 0x6463, .b = 0x1234, .bytes = 2, .is_constant = true};
    vec_push(&pairs, pair);
    mutator_init(&m, &none, 3, NULL);
    m.max_bytes = 32;
    m.pairs = &pairs;
    for (int i = 0; i < 3000; i++) {
        explore_test_init(&t);
        explore_test_add_object(&t, TEST_DATA, "abcdefgh", 8);
        mutator_vary(&m, &t);
        const strbuf *bytes = &t.objects.at[0].bytes;
        CHECK(bytes->n <= 32);
        shorter |= bytes->n < 4;
        longer |= bytes->n > 24;
        operand |= bytes->n == 8 && !memcmp(bytes->text,
                                            "ab\x34\x12"
                                            "efgh",
                                            8);
        explore_test_free(&t);
    }
    CHECK(shorter && longer && operand);
    vec_free(&pairs);
    mutator_free(&m);
}

/* So has that of a program without arguments, and it is all that is varied, but for once in a while. */
TEST(data_of_programs)
{
    static const explore_shape shapes[] = {{.has_stdin = true, .stdin_bytes = 32},
                                           {.n_files = 1, .file_bytes = 32}};
    for (int file = 0; file < 2; file++) {
        mutator m;
        explore_test t, other;
        unsigned spliced = 0, lost = 0;
        mutator_init(&m, &shapes[file], 3, NULL);
        explore_test_init(&other);
        explore_test_set_input(&other, "WXYZ", 4);
        explore_test_add_file(&other, "A", "WXYZ", 4);
        m.other = &other;
        for (int i = 0; i < 3000; i++) {
            explore_test_init(&t);
            if (file)
                explore_test_add_file(&t, "A", "abcd", 4);
            else
                explore_test_set_input(&t, "abcd", 4);
            CHECK(mutator_data(&m, &t, 5) == (file ? &t.files.at[0].bytes : &t.input));
            mutator_vary(&m, &t);
            const strbuf *data = mutator_data(&m, &t, 0);
            spliced += data && data->n && memmem(data->text, data->n, "XY", 2);
            lost += !data || t.files.n > 1;
            explore_test_free(&t);
        }
        CHECK(spliced > 20 && lost < 300 && (lost > 10 || !file));
        explore_test_free(&other);
        mutator_free(&m);
    }
}

TEST(operands_in_data)
{
    static const compare_pair both[] = {{.a = 0x6463, .b = 0x1234, .bytes = 4, .is_constant = true},
                                        {.a = 7, .b = 0x6665, .bytes = 2},
                                        {.a = 'h', .b = 'x', .bytes = 1, .is_constant = true}};
    compare_pairs pairs = {0};
    operand_places places = {0};
    strbuf data = STRBUF_INIT;
    strbuf_puts(&data, "abcdefgh, cd");
    vec_append(&pairs, both, 3);
    operands_find(&pairs, &data, 100, &places);
    /* two places of the first, as two bytes; one of the second, which is no constant; numbers beside those found first */
    CHECK(places.n == 3 + 1 + 3);
    CHECK(places.at[0].at == 2 && places.at[0].n == 2 &&
          !memcmp(places.at[0].bytes, "\x34\x12", 2));
    CHECK(!memcmp(places.at[1].bytes, "\x35\x12", 2) && !memcmp(places.at[2].bytes, "\x33\x12", 2));
    CHECK(places.at[3].at == 10 && !memcmp(places.at[3].bytes, "\x34\x12", 2));
    CHECK(places.at[4].at == 4 && !memcmp(places.at[4].bytes, "\7\0", 2));
    places.n = 0;
    operands_find(&pairs, &data, 2, &places);
    CHECK(places.n == 2);
    vec_free(&pairs);
    vec_free(&places);
    strbuf_free(&data);
}

TEST(letters_for_getopt)
{
    dictionary d;
    dictionary_init(&d);
    CHECK(dictionary_add_letters(&d, "+ab:c::"));
    CHECK(d.options.n == 3);
    CHECK(option_of(&d, NULL, 'a')->argument == OPTION_ALONE);
    CHECK(option_of(&d, NULL, 'b')->argument == OPTION_NEEDS);
    CHECK(option_of(&d, NULL, 'c')->argument == OPTION_MAY);
    CHECK(!dictionary_add_letters(&d, "a b") && !dictionary_add_letters(&d, "aab:"));
    CHECK(!dictionary_add_letters(&d, "a:::") && !dictionary_add_letters(&d, ""));
    CHECK(d.options.n == 3);
    dictionary_free(&d);
}

/* Of this program, for the next test. */
static const struct option table[] = {{"find-me", required_argument, NULL, 'q'},
                                      {"and-me", no_argument, NULL, 1000},
                                      {"me-too", optional_argument, NULL, '%'},
                                      {NULL, 0, NULL, 0}};

TEST(words_of_an_executable)
{
    dictionary d;
    dictionary_init(&d);
    const struct option *volatile used = table;
    CHECK(used->val == 'q');
    CHECK(dictionary_add_program(&d, "/proc/self/exe"));
    CHECK(option_of(&d, "find-me", 0)->argument == OPTION_NEEDS);
    CHECK(option_of(&d, NULL, 'q')->argument == OPTION_NEEDS);
    CHECK(option_of(&d, "and-me", 0)->argument == OPTION_ALONE);
    CHECK(option_of(&d, "me-too", 0)->argument == OPTION_MAY);
    CHECK(option_of(&d, NULL, '%'));
    CHECK(has_word(&d.words, "/proc/self/exe"));
    CHECK(!dictionary_add_program(&d, "/dev/null") && !dictionary_add_program(&d, "/nonexistent"));
    CHECK(!dictionary_add_bitcode(&d, "/proc/self/exe"));
    dictionary_free(&d);
}

TEST(damaged_executables_are_survived)
{
    /* An ELF header whose sections point anywhere. */
    char path[] = "/tmp/tandem-elf-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0);
    close(file);
    strbuf whole = STRBUF_INIT;
    CHECK(file_read("/proc/self/exe", &whole));
    rng r;
    rng_seed(&r, 5);
    for (uint64_t i = 0; i < test_count(40); i++) {
        strbuf copy = STRBUF_INIT;
        strbuf_add(&copy, whole.text, whole.n);
        uint64_t shoff;
        memcpy(&shoff, copy.text + 40, 8);
        for (int k = 0; k < 20; k++) {
            size_t at = k % 4 ? shoff + rng_below(&r, copy.n - shoff) : rng_below(&r, 64);
            copy.text[at] = (char)rng_next(&r);
        }
        CHECK(folder_write(path, copy.text, copy.n));
        dictionary d;
        dictionary_init(&d);
        dictionary_add_program(&d, path);
        dictionary_free(&d);
        strbuf_free(&copy);
    }
    strbuf_free(&whole);
    remove(path);
}

static const explore_shape SHAPE = {.min_args = 1,
                                    .max_args = 5,
                                    .arg_bytes = 10,
                                    .n_files = 2,
                                    .file_bytes = 16,
                                    .stdin_bytes = 16,
                                    .has_stdin = true};

static void begin(mutator *m, const explore_shape *shape, uint64_t seed)
{
    static const char help[] = "-a --be=X -c N --dee[=Y] word other,more LC_X";
    mutator_init(m, shape, seed, NULL);
    dictionary_add_help(&m->words, help, sizeof help - 1);
    word_list_add(&m->words.variables, "POSIXLY_CORRECT", 15);
}

/* Follows a walk of variants from the seeds on; returns the hash of all. */
static uint64_t walk(const explore_shape *shape, uint64_t seed, uint64_t steps)
{
    mutator m;
    explore_test t, other;
    strbuf output = STRBUF_INIT;
    uint64_t hash = 0;
    begin(&m, shape, seed);
    explore_test_init(&t);
    explore_test_init(&other);
    explore_test_add_arg(&other, "--splice=1", 10);
    explore_test_add_arg(&other, "me", 2);
    strbuf_puts(&output, "printed\n");
    m.other = &other;
    m.output = &output;
    size_t n_seeds = mutator_seeds(&m);
    for (uint64_t i = 0; i < steps; i++) {
        if (i % 50 == 0) { /* back to a seed */
            explore_test_free(&t);
            mutator_seed_test(&m, i / 50 % n_seeds, &t);
        } else {
            mutator_vary(&m, &t);
            CHECK(t.args.n >= shape->min_args);
        }
        CHECK(t.args.n <= shape->max_args);
        for (size_t a = 0; a < t.args.n; a++)
            CHECK(strlen(t.args.at[a].text) == t.args.at[a].n);
        CHECK(explore_test_size(&t) < 1 << 20);
        if (i % 7 == 0)
            mutator_praise(&m);
        hash = hash_mix(hash, explore_test_hash(&t));
    }
    explore_test_free(&t);
    explore_test_free(&other);
    strbuf_free(&output);
    mutator_free(&m);
    return hash;
}

TEST(each_value_that_the_help_text_names_is_tried)
{
    mutator m;
    map seen = {0};
    mutator_init(&m, &SHAPE, 1, NULL);
    dictionary_add_help(&m.words, VALUES, sizeof VALUES - 1);
    mutator_plan_trials(&m);
    bool sparse = false, listed = false;
    CHECK(m.trials.n > 20);
    for (size_t i = 0; i < m.trials.n; i++) {
        bool is_new;
        map_insert(&seen, (uint64_t)m.trials.at[i].option << 32 | m.trials.at[i].value, &is_new);
        CHECK(is_new);
    }
    while (mutator_has_trial(&m)) {
        explore_test t;
        mutator_trial(&m, NULL, &t);
        CHECK(t.args.n >= 1 && t.args.n <= SHAPE.max_args);
        sparse |= !strcmp(t.args.at[0].text, "conv=none");
        listed |= !strcmp(t.args.at[0].text, "--sort=size,time");
        explore_test_free(&t);
    }
    CHECK(sparse && listed);
    map_free(&seen);
    mutator_free(&m);
}

TEST(variants_keep_the_limits_and_follow_the_seed)
{
    uint64_t steps = test_count(20000);
    uint64_t first = walk(&SHAPE, 1, steps);
    CHECK(first == walk(&SHAPE, 1, steps));
    CHECK(first != walk(&SHAPE, 2, steps));
}

TEST(variants_of_programs_with_one_kind_of_input)
{
    static const explore_shape shapes[] = {{.max_args = 2, .arg_bytes = 4},
                                           {.has_stdin = true, .stdin_bytes = 4},
                                           {.n_files = 1, .file_bytes = 4},
                                           {.max_args = 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        walk(&shapes[i], i, test_count(2000));
}

TEST(objects_keep_their_length)
{
    mutator m;
    explore_test t;
    explore_shape none = {0};
    mutator_init(&m, &none, 3, NULL);
    explore_test_init(&t);
    explore_test_add_object(&t, "x", "1234", 4);
    bool changed = false;
    for (int i = 0; i < 1000; i++) {
        mutator_vary(&m, &t);
        CHECK(t.objects.n == 1 && t.objects.at[0].bytes.n == 4);
        changed |= memcmp(t.objects.at[0].bytes.text, "1234", 4) != 0;
    }
    CHECK(changed);
    explore_test_free(&t);
    mutator_free(&m);
}

TEST(every_kind_of_part_is_reached)
{
    mutator m;
    explore_test t;
    unsigned folders = 0, links = 0, closed = 0, env = 0, long_args = 0, words = 0;
    begin(&m, &SHAPE, 9);
    for (int i = 0; i < 6000; i++) {
        explore_test_init(&t);
        mutator_seed_test(&m, (size_t)i % mutator_seeds(&m), &t);
        for (int k = 0; k < 4; k++)
            mutator_vary(&m, &t);
        for (size_t f = 0; f < t.files.n; f++) {
            uint32_t mode = t.files.at[f].mode;
            folders += S_ISDIR(mode);
            links += S_ISLNK(mode);
            closed += S_ISREG(mode) && !(mode & 0777);
        }
        env += t.has_env;
        for (size_t a = 0; a < t.args.n; a++) {
            long_args += !strncmp(t.args.at[a].text, "--be=", 5);
            words += !strcmp(t.args.at[a].text, "other");
        }
        explore_test_free(&t);
    }
    CHECK(folders > 100 && links > 100 && closed > 20 && env > 100 && long_args > 100 &&
          words > 20);
    mutator_free(&m);
}

TEST(corpus_takes_edges_and_magnitudes_for_news)
{
    corpus c;
    explore_test t;
    rng r;
    rng_seed(&r, 1);
    uint8_t coverage[21] = {0};
    explore_test_init(&t);
    corpus_init(&c, sizeof coverage);
    CHECK(!corpus_choose(&c, &r));
    CHECK(corpus_note(&c, coverage) == CORPUS_NOTHING);
    coverage[3] = 1;
    CHECK(corpus_note(&c, coverage) == CORPUS_NEW_EDGE);
    corpus_add(&c, &t, coverage, 10);
    CHECK(corpus_note(&c, coverage) == CORPUS_NOTHING);
    coverage[3] = 5;
    CHECK(corpus_note(&c, coverage) == CORPUS_NEW_COUNT);
    coverage[3] = 6;
    CHECK(corpus_note(&c, coverage) == CORPUS_NOTHING);
    coverage[20] = 255;
    CHECK(corpus_note(&c, coverage) == CORPUS_NEW_EDGE);
    const corpus_entry *cheap = corpus_add(&c, &t, coverage, 5);
    CHECK(c.owner[3] == 2 && c.owner[20] == 2 && c.reached.n == 2);
    bool chosen = false;
    for (int i = 0; i < 50; i++)
        chosen |= corpus_choose(&c, &r) == cheap;
    CHECK(chosen);
    explore_test_free(&t);
    corpus_free(&c);
}
