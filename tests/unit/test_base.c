#include "base/map.h"
#include "base/region.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "test.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(vec_pushes_and_grows)
{
    vec_u32 v = {0};
    for (uint32_t i = 0; i < 1000; i++)
        vec_push(&v, i * 3);
    CHECK(v.n == 1000 && v.at[999] == 2997);
    CHECK(vec_pop(&v) == 2997 && vec_last(&v) == 2994);
    vec_resize(&v, 2000);
    CHECK(v.at[1999] == 0);
    vec_free(&v);
}

TEST(map_finds_what_was_put)
{
    map m = {0};
    CHECK(!map_find(&m, 1));
    for (uint64_t i = 0; i < 10000; i++)
        map_put(&m, i * i, i);
    CHECK(m.count == 10000);
    for (uint64_t i = 0; i < 10000; i++)
        CHECK(map_get(&m, i * i, 0) == i);
    CHECK(!map_find(&m, 2));
    map_clear(&m);
    CHECK(!map_find(&m, 4));
    map_free(&m);
}

TEST(strbuf_formats)
{
    strbuf b = STRBUF_INIT;
    CHECK_STR(b.text, "");
    strbuf_printf(&b, "%d-%s", 5, "x");
    strbuf_put_u64(&b, UINT64_MAX);
    CHECK_STR(b.text, "5-x18446744073709551615");
    strbuf_free(&b);
}

TEST(rng_is_repeatable)
{
    rng a, b;
    rng_seed(&a, 7);
    rng_seed(&b, 7);
    for (int i = 0; i < 100; i++)
        CHECK(rng_next(&a) == rng_next(&b));
    for (int i = 0; i < 1000; i++)
        CHECK(rng_below(&a, 3) < 3);
}

TEST(shared_region_is_seen_by_a_child)
{
    region r;
    region_init(&r, (size_t)1 << 36, true);
    int fds[2];
    CHECK(!pipe(fds));
    pid_t child = fork();
    if (!child) {
        char go;
        region_seal(&r);
        _exit(read(fds[0], &go, 1) == 1 && r.base[5] == 'x' ? 0 : 1);
    }
    char *place = region_add(&r, 16);
    place[5] = 'x';
    CHECK(write(fds[1], "g", 1) == 1);
    int status;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    close(fds[0]);
    close(fds[1]);
    region_free(&r);
}

/* Steps in which it becomes writable, and a copy of its own for a child: of either kind from either
 * kind, at the same place, also when it was sealed. */
TEST(regions_grow_in_place_and_detach)
{
    for (int kind = 0; kind < 8; kind++) {
        bool before = kind & 1, after = kind & 2, sealed = kind & 4;
        region r;
        region_init(&r, (size_t)1 << 30, before);
        char *first = region_add(&r, 1);
        for (size_t i = 1; i < 5000; i++)
            memset(region_add(&r, 1000), (int)(i % 251), 1000);
        CHECK(first == r.base && first[1 + 4321 * 1000] == 4322 % 251);
        pid_t child = fork();
        if (!child) {
            if (sealed)
                region_seal(&r);
            bool good = region_detach(&r, after) && r.base == first && r.shared == after;
            memset(first, 7, r.used); /* not the parent's */
            char *more = region_add(&r, 1 << 23);
            good = good && more == first + r.used - (1 << 23) && more[0] == 0;
            memset(more, 8, 1 << 23);
            _exit(good ? 0 : 1);
        }
        int status;
        waitpid(child, &status, 0);
        CHECK(status == 0 && first[1 + 4321 * 1000] == 4322 % 251);
        region_free(&r);
    }
}

TEST(regions_share_a_limited_address_space)
{
    size_t wanted = (size_t)1 << 40;
    CHECK(region_share(wanted) == wanted);
    pid_t child = fork();
    if (!child) { /* under sanitizers, far more than the limit is taken already */
        struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
        size_t small = setrlimit(RLIMIT_AS, &limit) ? wanted : region_share(wanted);
        _exit(small < (size_t)1 << 29 && region_share(1000) <= 1000 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

/* The examples of the standard, and a length around that of a block. */
TEST(sha256_of_examples)
{
    static const struct {
        const char *text, *digest;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t digest[SHA256_BYTES];
        strbuf text = STRBUF_INIT;
        sha256(known[i].text, strlen(known[i].text), digest);
        for (size_t k = 0; k < SHA256_BYTES; k++)
            strbuf_printf(&text, "%02x", digest[k]);
        CHECK(!strcmp(text.text, known[i].digest));
        strbuf_free(&text);
    }
}

/* The first two examples of RFC 4231; a shorter key is one with zeros behind it. */
TEST(hmac_of_examples)
{
    static const struct {
        uint8_t key[SHA256_BYTES];
        const char *text, *mac;
    } known[] = {
        {{0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b,
          0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b, 0x0b},
         "Hi There",
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {{'J', 'e', 'f', 'e'},
         "what do ya want for nothing?",
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t mac[SHA256_BYTES];
        strbuf text = STRBUF_INIT;
        sha256_hmac(known[i].key, known[i].text, strlen(known[i].text), mac);
        for (size_t k = 0; k < SHA256_BYTES; k++)
            strbuf_printf(&text, "%02x", mac[k]);
        CHECK(!strcmp(text.text, known[i].mac));
        strbuf_free(&text);
    }
}
