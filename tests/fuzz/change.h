/* How inputs of a fuzz target become other inputs, beside what libFuzzer does by itself: it knows
 * bytes, these know a little of the language. Named by target in targets.def. None knows what a
 * target is to find. Linked with libFuzzer only. */
#ifndef TANDEM_TESTS_FUZZ_CHANGE_H
#define TANDEM_TESTS_FUZZ_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Changes `data` of `size` bytes in place, to at most `most` bytes; the same seed, the same change
 * after the same history. Returns the new size. */
typedef size_t fuzz_change(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Bytes, words of the dictionary: libFuzzer alone. */
fuzz_change fuzz_change_bytes;
/* Texts with words and parentheses: words for words and groups for groups, from the dictionary and
 * from other inputs. */
fuzz_change fuzz_change_words;
/* Messages of campaign workers: fields of a report and a finding that are well-formed. */
fuzz_change fuzz_change_message;
/* Tagged pieces, each with a byte for its kind and one for its length (test_folder.c). */
fuzz_change fuzz_change_pieces;

/* Reads the words of a dictionary of libFuzzer's format. */
void fuzz_words_read(const char *path);

/* Whether libFuzzer hears of comparisons (compares.c). */
extern bool fuzz_compares;

/* Of libFuzzer. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
