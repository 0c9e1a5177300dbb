/* What a question about a library asks, as functions of words and texts: each calls one or two functions of
 * the library. Prototypes are written out, so that no headers are needed; a question names the libraries it
 * needs, and only their functions are called. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* ---- zlib ------------------------------------------------------------------------------------ */
unsigned long crc32(unsigned long, const unsigned char *, unsigned);
unsigned long adler32(unsigned long, const unsigned char *, unsigned);
int compress2(unsigned char *, unsigned long *, const unsigned char *, unsigned long, int);

uint32_t crc4(uint32_t x)
{
    return (uint32_t)crc32(0, (unsigned char *)&x, 4);
}
uint32_t adler4(uint32_t x)
{
    return (uint32_t)adler32(1, (unsigned char *)&x, 4);
}
uint32_t deflate_run(uint8_t c, uint8_t n)
{
    unsigned char in[256], out[512];
    unsigned long size = sizeof out;
    memset(in, c, sizeof in);
    return compress2(out, &size, in, n, 9) ? 0 : (uint32_t)size;
}

/* ---- libcrypto ------------------------------------------------------------------------------- */
unsigned char *SHA256(const unsigned char *, size_t, unsigned char *);
unsigned char *SHA1(const unsigned char *, size_t, unsigned char *);
int EVP_DecodeBlock(unsigned char *, const unsigned char *, int);
int RAND_bytes(unsigned char *, int);

static uint32_t big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}
uint32_t sha256_prefix(uint32_t x)
{
    unsigned char digest[32];
    SHA256((unsigned char *)&x, 4, digest);
    return big_endian(digest);
}
uint32_t sha1_prefix(uint32_t x)
{
    unsigned char digest[20];
    SHA1((unsigned char *)&x, 4, digest);
    return big_endian(digest);
}
uint32_t base64_block(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    unsigned char in[5] = {a, b, c, d, 0}, out[4] = {0};
    if (EVP_DecodeBlock(out, in, 4) != 3)
        return UINT32_MAX;
    return (uint32_t)out[0] << 16 | (uint32_t)out[1] << 8 | out[2];
}
uint32_t random_key(uint32_t x)
{
    uint32_t key = 0;
    RAND_bytes((unsigned char *)&key, 4);
    return key ^ x;
}

/* ---- sqlite3 --------------------------------------------------------------------------------- */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int sqlite3_bind_int64(sqlite3_stmt *, int, int64_t);
int sqlite3_step(sqlite3_stmt *);
int sqlite3_reset(sqlite3_stmt *);
int64_t sqlite3_column_int64(sqlite3_stmt *, int);
void sqlite3_randomness(int, void *);

static int64_t select_one(sqlite3_stmt **statement, const char *text, int64_t x)
{
    static sqlite3 *database;
    if (!database && sqlite3_open(":memory:", &database))
        abort();
    if (!*statement && sqlite3_prepare_v2(database, text, -1, statement, NULL))
        abort();
    sqlite3_bind_int64(*statement, 1, x);
    sqlite3_step(*statement);
    int64_t result = sqlite3_column_int64(*statement, 0);
    sqlite3_reset(*statement);
    return result;
}
#define SELECT(name, text)                                \
    int64_t name(int64_t x)                               \
    {                                                     \
        static sqlite3_stmt *statement;                   \
        return select_one(&statement, "SELECT " text, x); \
    }
SELECT(sql_square_mod, "(?1 * ?1) % 7")
SELECT(sql_square_fermat, "(?1 * ?1) % 65537")
SELECT(sql_weekday, "CAST(strftime('%w', ?1 * 86400, 'unixepoch') AS INTEGER)")
SELECT(sql_monthday, "CAST(strftime('%d', ?1 * 86400, 'unixepoch') AS INTEGER)")
SELECT(sql_month, "CAST(strftime('%m', ?1 * 86400, 'unixepoch') AS INTEGER)")
SELECT(sql_hex_length, "length(printf('%x', ?1))")
SELECT(sql_round, "CAST(round(?1 / 8.0) AS INTEGER)")
int64_t sql_random(int64_t x)
{
    uint32_t word = 0;
    sqlite3_randomness(4, &word);
    return (int64_t)(word % 1000) + x;
}

/* ---- pcre2 ----------------------------------------------------------------------------------- */
void *pcre2_compile_8(const char *, size_t, uint32_t, int *, size_t *, void *);
void *pcre2_match_data_create_8(uint32_t, void *);
int pcre2_match_8(const void *, const char *, size_t, size_t, uint32_t, void *, void *);

static int matches(void **code, const char *pattern, const char *text)
{
    static void *data;
    int error;
    size_t where;
    if (!data)
        data = pcre2_match_data_create_8(16, NULL);
    if (!*code)
        *code = pcre2_compile_8(pattern, strlen(pattern), 0, &error, &where, NULL);
    return pcre2_match_8(*code, text, strlen(text), 0, 0, data, NULL) > 0;
}
bool re_date(const char *text)
{
    static void *code;
    return matches(&code, "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$", text);
}
bool re_number(uint32_t n)
{
    static void *code;
    char text[16];
    snprintf(text, sizeof text, "%u", n);
    return matches(&code, "^(?:7+|13*5)$", text);
}
bool re_repeat(const char *text)
{
    static void *code;
    return matches(&code, "^([a-d]+)\\1$", text);
}

/* ---- libc ------------------------------------------------------------------------------------ */
static struct tm broken_down(uint32_t t)
{
    time_t seconds = t;
    struct tm when;
    gmtime_r(&seconds, &when);
    return when;
}
uint32_t weekday(uint32_t t)
{
    return (uint32_t)broken_down(t).tm_wday;
}
uint32_t date_number(uint32_t t)
{
    struct tm when = broken_down(t);
    return (uint32_t)((when.tm_year + 1900) * 10000 + (when.tm_mon + 1) * 100 + when.tm_mday);
}
uint32_t seconds_of(uint16_t year, uint8_t month, uint8_t day)
{
    struct tm when = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    return (uint32_t)timegm(&when);
}
int casecmp1(uint8_t a, uint8_t b)
{
    char x[2] = {(char)a, 0}, y[2] = {(char)b, 0};
    return strcasecmp(x, y);
}
int32_t strtol_here(const char *text, int32_t base)
{
    return (int32_t)strtol(text, NULL, base);
}
uint32_t next_random(uint32_t x)
{
    return (uint32_t)random() ^ x;
}
uint32_t process_number(uint32_t x)
{
    return (uint32_t)getpid() + x;
}
uint32_t clock_ticks(uint32_t x)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_nsec + x;
}
uint32_t token(uint32_t x)
{
    static char text[16];
    if (x % 3 == 0)
        strcpy(text, "a,b,c");
    char *part = strtok(x % 3 == 0 ? text : NULL, ",");
    return part ? (uint32_t)part[0] : 0;
}
uint32_t heap_page(uint32_t n)
{
    void *block = malloc(n);
    uint32_t page = (uint32_t)((uintptr_t)block >> 12);
    free(block);
    return page;
}
uint64_t length_at(uint64_t address)
{
    return strlen((const char *)(uintptr_t)address);
}

/* ---- libbz2, liblzma, libzstd ---------------------------------------------------------------- */
int BZ2_bzBuffToBuffCompress(char *, unsigned *, char *, unsigned, int, int, int);
uint32_t lzma_crc32(const uint8_t *, size_t, uint32_t);
uint64_t lzma_crc64(const uint8_t *, size_t, uint64_t);
size_t ZSTD_compress(void *, size_t, const void *, size_t, int);

uint32_t bzip_run(uint8_t c, uint8_t n)
{
    char in[256], out[1024];
    unsigned size = sizeof out;
    memset(in, c, sizeof in);
    return BZ2_bzBuffToBuffCompress(out, &size, in, n, 1, 0, 0) ? 0 : size;
}
uint32_t lzma_crc4(uint32_t x)
{
    return lzma_crc32((uint8_t *)&x, 4, 0);
}
uint64_t lzma_crc64_4(uint32_t x)
{
    return lzma_crc64((uint8_t *)&x, 4, 0);
}
uint32_t zstd_run(uint8_t c, uint8_t n)
{
    char in[256], out[1024];
    memset(in, c, sizeof in);
    return (uint32_t)ZSTD_compress(out, sizeof out, in, n, 1);
}

/* ---- libexpat -------------------------------------------------------------------------------- */
void *XML_ParserCreate(const char *);
void XML_ParserFree(void *);
int XML_Parse(void *, const char *, int, int);
int XML_GetErrorCode(void *);

int xml_error(const char *text)
{
    void *parser = XML_ParserCreate(NULL);
    int good = XML_Parse(parser, text, (int)strlen(text), 1);
    int error = good ? 0 : XML_GetErrorCode(parser);
    XML_ParserFree(parser);
    return error;
}
bool xml_byte(uint8_t b)
{
    char text[] = "<a>?</a>";
    void *parser = XML_ParserCreate(NULL);
    text[3] = (char)b;
    int good = XML_Parse(parser, text, 8, 1);
    XML_ParserFree(parser);
    return good;
}

int xml_code_at(uint64_t address)
{
    return XML_GetErrorCode((void *)(uintptr_t)address);
}

/* ---- libgmp ---------------------------------------------------------------------------------- */
typedef struct {
    int a, s;
    uint64_t *d;
} mpz[1];
void __gmpz_init_set_ui(mpz, unsigned long);
void __gmpz_clear(mpz);
void __gmpz_nextprime(mpz, const mpz);
int __gmpz_probab_prime_p(const mpz, int);
void __gmpz_powm_ui(mpz, const mpz, unsigned long, const mpz);
void __gmpz_fib_ui(mpz, unsigned long);
unsigned long __gmpz_fdiv_ui(const mpz, unsigned long);
unsigned long __gmpz_get_ui(const mpz);

uint32_t next_prime(uint32_t x)
{
    mpz z;
    __gmpz_init_set_ui(z, x);
    __gmpz_nextprime(z, z);
    uint32_t result = (uint32_t)__gmpz_get_ui(z);
    __gmpz_clear(z);
    return result;
}
bool is_prime(uint32_t x)
{
    mpz z;
    __gmpz_init_set_ui(z, x);
    bool result = __gmpz_probab_prime_p(z, 25) > 0;
    __gmpz_clear(z);
    return result;
}
uint32_t power_mod(uint32_t base, uint32_t exponent, uint32_t modulus)
{
    mpz b, m;
    __gmpz_init_set_ui(b, base);
    __gmpz_init_set_ui(m, modulus);
    __gmpz_powm_ui(b, b, exponent, m);
    uint32_t result = (uint32_t)__gmpz_get_ui(b);
    __gmpz_clear(b);
    __gmpz_clear(m);
    return result;
}
uint32_t fibonacci_mod(uint32_t n, uint32_t modulus)
{
    mpz f;
    __gmpz_init_set_ui(f, 0);
    __gmpz_fib_ui(f, n);
    uint32_t result = (uint32_t)__gmpz_fdiv_ui(f, modulus);
    __gmpz_clear(f);
    return result;
}

/* ---- libuuid, libidn2, libxxhash, libjansson -------------------------------------------------- */
int uuid_parse(const char *, unsigned char *);
void uuid_generate_random(unsigned char *);
int idn2_lookup_u8(const uint8_t *, uint8_t **, int);
uint32_t XXH32(const void *, size_t, uint32_t);
void *json_loads(const char *, size_t, void *);
void json_delete(void *);

bool uuid_valid(const char *text)
{
    unsigned char id[16];
    return uuid_parse(text, id) == 0;
}
uint16_t uuid_byte(uint8_t a, uint8_t b)
{
    char text[] = "??000000-0000-0000-0000-000000000000";
    unsigned char id[16];
    text[0] = (char)a;
    text[1] = (char)b;
    return uuid_parse(text, id) ? 0x100 : id[0];
}
uint32_t uuid_fresh(uint32_t x)
{
    unsigned char id[16];
    uuid_generate_random(id);
    return big_endian(id) ^ x;
}
int idn_code(uint16_t c)
{
    uint8_t text[8] = {'x'}, *out = NULL;
    int n = 1;
    if (c < 0x80) {
        text[n++] = (uint8_t)c;
    } else if (c < 0x800) {
        text[n++] = (uint8_t)(0xc0 | c >> 6);
        text[n++] = (uint8_t)(0x80 | (c & 63));
    } else {
        text[n++] = (uint8_t)(0xe0 | c >> 12);
        text[n++] = (uint8_t)(0x80 | (c >> 6 & 63));
        text[n++] = (uint8_t)(0x80 | (c & 63));
    }
    int code = idn2_lookup_u8(text, &out, 8 /* nontransitional */ | 1 /* NFC */);
    free(out);
    return code;
}
uint32_t xxhash4(uint32_t x)
{
    return XXH32(&x, 4, 0);
}
bool json_valid(const char *text)
{
    void *value = json_loads(text, 0, NULL);
    if (value)
        json_delete(value);
    return value;
}
