/* What the :status of the questions beside this file rests on: each question once more as C, with an answer that is
 * tried, or with all inputs tried. `cc -w -o truth truth.c && ./truth` prints a name and a status a line.
 * `bench/memory_questions.py --truth` compares these with the files. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST = 32 };

/* `p` holds the free bytes, in the order of the file's constants, and zeros behind them. */
typedef bool question(const char *p);

static const char *at(const char *p, size_t offset, size_t n, char *room)
{
    memcpy(room, p + offset, n);
    room[n] = 0;
    return room;
}

static bool strcmp_array(const char *p)
{
    return !strcmp(p, "open sesame");
}
static bool strcmp_bytes(const char *p)
{
    return !strcmp(p, "tandem") && p[7] == p[0] + 1;
}
static bool strcmp_order(const char *p)
{
    char x[4], y[4], z[4];
    return strcmp(at(p, 0, 3, x), at(p, 3, 3, y)) < 0 && strcmp(y, at(p, 6, 3, z)) < 0 &&
           *x == 'M' && *z == 'M' && y[2] == 'z';
}
static bool strncmp_bv64(const char *p)
{
    return !strncmp(p, "HTTP/1.1 200", 8);
}
static bool memcmp_magic(const char *p)
{
    return !memcmp(p, "\177ELF", 4) && memcmp(p + 4, p, 4) > 0 && p[4] == 0x7f &&
           (unsigned char)p[7] < 0x20;
}
static bool memchr_position(const char *p)
{
    return memchr(p, '=', 16) == p + 9 && *p == 'k';
}
static bool strchr_length(const char *p)
{
    return strchr(p, ':') == p + 5 && strlen(p) == 9;
}
static bool strrchr_path(const char *p)
{
    return strrchr(p, '/') == p + 6 && strchr(p, '/') == p && p[7];
}
static bool strspn_digits(const char *p)
{
    return strspn(p, "0123456789") == 4 && strcspn(p, ".") == 4 && p[7] == (char)(p[0] + p[1]);
}
static bool strstr_key(const char *p)
{
    return strstr(p, "key=") == p + 3 && strlen(p) == 12;
}
static bool strcasecmp_mixed(const char *p)
{
    return !strcasecmp(p, "Content") && strcmp(p, "Content") && (uint8_t)p[1] < 0x60 &&
           (uint8_t)p[6] > 0x60;
}
static bool strtol_decimal(const char *p)
{
    return strtol(p, NULL, 10) == 31337;
}
static bool strtol_hex(const char *p)
{
    return strtol(p, NULL, 16) == 0xbeef && p[0] == '0' && (p[1] | 32) == 'x';
}
static bool strtoul_linear(const char *p)
{
    return 3 * strtoul(p, NULL, 10) + 1 == 3070 && *p == ' ';
}
static bool strtoull_base36(const char *p)
{
    return strtoull(p, NULL, 36) == 1771405726;
}
static bool atoi_negative(const char *p)
{
    return atoi(p) == -271 && p[5] >= 'A' && p[5] <= 'Z';
}
static bool atoi_two(const char *p)
{
    char x[5], y[5];
    return atoi(at(p, 0, 4, x)) + atoi(at(p, 4, 4, y)) == 1000 && atoi(x) - atoi(y) == 250;
}
static bool sscanf_date(const char *p)
{
    int a, b, c;
    return sscanf(p, "%d-%d-%d", &a, &b, &c) == 3 && p[0] == '4' && p[5] == '7';
}
static bool sscanf_keyword(const char *p)
{
    char name[4];
    unsigned value;
    return sscanf(p, "set %3[a-z]=%u", name, &value) == 2 && p[4] == 'q';
}
static bool inet_aton_dots(const char *p)
{
    struct in_addr a;
    return inet_aton(p, &a) && p[1] == '.' && p[3] == '.' && p[5] == '.' && p[0] == p[2] + 3;
}
static bool inet_addr_value(const char *p)
{
    return inet_addr(p) == 0x0302010a;
}
static bool request_line(const char *p)
{
    return !strncmp(p, "GET ", 4) && strstr(p + 4, "id=") == p + 5 && atoi(p + 8) == 77 &&
           p[4] == '/';
}
static bool strpbrk_operands(const char *p)
{
    return strpbrk(p, "+-*/") == p + 2 && atoi(p) == 42 && atoi(p + 3) == 17;
}
static bool memmem_marker(const char *p)
{
    return memmem(p, 16, "\xde\xad\xbe\xef", 4) == p + 7;
}
static bool strnlen_checksum(const char *p)
{
    return strnlen(p, 16) == 11 && !memcmp(p + 3, "core", 4) &&
           (uint8_t)(p[0] + 3 * p[1] + (p[2] ^ p[9])) == 0x5c;
}
static bool strverscmp_natural(const char *p)
{
    return strverscmp(p, "1.9") > 0 && strcmp(p, "1.9") < 0 && p[1] == '.';
}
static bool atof_value(const char *p)
{
    return atof(p) == 2.75 && *p == '+';
}
static bool strlen_one_byte(const char *p)
{
    char text[4] = {*p, 'b', 'c', 0};
    return strlen(text) == 2;
}
static bool atoi_two_digits(const char *p)
{
    return atoi(p) > 99;
}
static bool strcasecmp_small(const char *p)
{
    return !strcasecmp(p, "ok") && (uint8_t)*p > 'o';
}
static bool strspn_parity(const char *p)
{
    return strspn(p, "ab") == 2 && (p[0] ^ p[1]) == 1;
}
static bool strchr_first(const char *p)
{
    return strchr(p, 'x') == p + 1 && *p == 'x';
}

static const struct {
    const char *name;
    question *holds;
    const char *answer; /* NULL: there is none, and everything is tried */
    size_t bytes;
} questions[] = {
#define SAT(name, answer) {#name, name, answer, sizeof answer - 1}
#define UNSAT(name, bytes) {#name, name, NULL, bytes}
    SAT(strcmp_array, "open sesame"),
    SAT(strcmp_bytes, "tandem\0u"),
    SAT(strcmp_order, "MaaMazMbb"),
    SAT(strncmp_bv64, "HTTP/1.1"),
    SAT(memcmp_magic, "\177ELF\177EM\1"),
    SAT(memchr_position, "kaaaaaaaa="),
    SAT(strchr_length, "aaaaa:aaa"),
    SAT(strrchr_path, "/aaaaa/a"),
    SAT(strspn_digits, "0000.aa`"),
    SAT(strstr_key, "aaakey=aaaaa"),
    SAT(strcasecmp_mixed, "cOntent"),
    SAT(strtol_decimal, "31337"),
    SAT(strtol_hex, "0xbeef"),
    SAT(strtoul_linear, " 1023"),
    SAT(strtoull_base36, "tandem"),
    SAT(atoi_negative, "-271 Z"),
    SAT(atoi_two, "625\0"
                  "375"),
    SAT(sscanf_date, "4-1-7701-3"),
    SAT(sscanf_keyword, "set qq=1"),
    SAT(inet_aton_dots, "4.1.1.12"),
    SAT(inet_addr_value, "10.1.2.3"),
    SAT(request_line, "GET /id=77"),
    SAT(strpbrk_operands, "42+17"),
    SAT(memmem_marker, "aaaaaaa\xde\xad\xbe\xef"),
    SAT(strnlen_checksum, "aaacoreaa\xb9"
                          "a"),
    SAT(strverscmp_natural, "1.10"),
    SAT(atof_value, "+2.75"),
    UNSAT(strlen_one_byte, 1),
    UNSAT(atoi_two_digits, 2),
    UNSAT(strcasecmp_small, 2),
    UNSAT(strspn_parity, 2),
    UNSAT(strchr_first, 2),
};

static bool has_answer(size_t i)
{
    char p[MOST] = {0};
    if (questions[i].answer) {
        memcpy(p, questions[i].answer, questions[i].bytes);
        return questions[i].holds(p);
    }
    for (unsigned v = 0; v < 1u << 8 * questions[i].bytes; v++) {
        p[0] = (char)v;
        p[1] = (char)(v >> 8);
        if (questions[i].holds(p))
            return true;
    }
    return false;
}

int main(void)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        printf("%s %s\n", questions[i].name,
               has_answer(i)         ? "sat"
               : questions[i].answer ? "WRONG"
                                     : "unsat");
}
