/* A context of the C API for each thread: bench/api_threads.sh runs this under ThreadSanitizer. */
#include "test.h"

#include <pthread.h>

#include "tandem/tandem.h"

static uint8_t add_one(uint8_t x)
{
    return (uint8_t)(x + 1);
}

static void *in_a_thread(void *user)
{
    uint64_t wanted = *(uint64_t *)user, bits = 0;
    for (int round = 0; round < 5; round++) {
        tandem_context *t = tandem_new();
        tandem_sort byte = tandem_sort_bv(t, 8);
        tandem_box_function(t, "f", &byte, 1, byte, (tandem_c_function)add_one);
        tandem_term x = tandem_constant(t, "x", byte);
        tandem_term both[] = {tandem_parse_term(t, "(f x)"), tandem_bv(t, 8, wanted)};
        tandem_assert(t, tandem_make(t, "=", NULL, 0, both, 2));
        bool good = tandem_check(t) == TANDEM_SAT &&
                    tandem_value_bits(t, tandem_value_of(t, x), &bits) &&
                    (uint8_t)(bits + 1) == wanted;
        tandem_free(t);
        if (!good)
            return "another answer";
    }
    return NULL;
}

TEST(a_context_for_each_thread)
{
#ifdef __SANITIZE_ADDRESS__
    test_skip("a process that is forked from one with threads may find AddressSanitizer's own "
              "locks held");
#endif
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    uint64_t wanted[THREADS];
    for (int i = 0; i < THREADS; i++) {
        wanted[i] = (uint64_t)i * 50 + 3;
        CHECK(!pthread_create(&threads[i], NULL, in_a_thread, &wanted[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        void *trouble = NULL;
        CHECK(!pthread_join(threads[i], &trouble));
        CHECK_MSG(!trouble, "%s", (const char *)trouble);
    }
}
