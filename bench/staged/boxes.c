/* Boxes that answer yes or no after several stages, of which each ends the call: what is between a first input and a
 * good one shows in no result. Half of the questions have them as C source, half as a shared library. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* "SN-", eight hexadecimal digits, their sum modulo 97. */
bool serial(const char *s)
{
    unsigned sum = 0;
    if (strncmp(s, "SN-", 3))
        return false;
    for (int i = 3; i < 11; i++) {
        if (!isxdigit((unsigned char)s[i]))
            return false;
        sum = sum * 16 +
              (unsigned)(isdigit((unsigned char)s[i]) ? s[i] - '0' : toupper(s[i]) - 'A' + 10);
    }
    return s[11] == '\0' && sum % 97 == 42;
}

static int digits(const char *s, int n)
{
    int value = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        value = value * 10 + (s[i] - '0');
    }
    return value;
}

/* YYYY-MM-DD, a Friday the 13th of a leap year. */
bool unlucky(const char *s)
{
    int y = digits(s, 4);
    if (y < 1900 || s[4] != '-')
        return false;
    int m = digits(s + 5, 2);
    if (m < 1 || m > 12 || s[7] != '-')
        return false;
    int d = digits(s + 8, 2);
    if (d != 13 || s[10])
        return false;
    if (y % 4 || (y % 100 == 0 && y % 400))
        return false;
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int z = m < 3 ? y - 1 : y;
    return (z + z / 4 - z / 100 + z / 400 + shift[m - 1] + d) % 7 == 5;
}

/* Four words, each checked against what the ones before it make. */
bool gates(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    if ((a ^ a >> 16) * 5u != 0x3a71c2e5u)
        return false;
    if (b - 3 * a != 0x0badcafeu)
        return false;
    if ((c & 0xffff) != (b >> 16) || c >> 16 < 0x7000)
        return false;
    return (d ^ c) == (a | 1) + 0x1111;
}

/* Keys in an order that only the states know. */
bool keys(uint8_t a, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f)
{
    uint8_t pressed[] = {a, b, c, d, e, f};
    int state = 0;
    for (int i = 0; i < 6; i++)
        switch (state) {
        case 0:
            state = pressed[i] == 0x6b ? 1 : pressed[i] == 0x7f ? 0 : -1;
            break;
        case 1:
            state = pressed[i] == 0x21 ? 2 : pressed[i] == 0x22 ? 3 : -1;
            break;
        case 2:
            state = pressed[i] % 16 == 9 && pressed[i] > 0x80 ? 4 : 0;
            break;
        case 3:
            state = 1;
            break;
        case 4:
            state = pressed[i] == (uint8_t)~pressed[i - 1] ? 5 : 1;
            break;
        case 5:
            state = pressed[i] == (uint8_t)(pressed[0] + pressed[1]) ? 6 : 2;
            break;
        default:
            return false;
        }
    return state == 6;
}

/* Two letters, two check digits, ten more: modulo 97 as account numbers have it. */
bool account(const char *s)
{
    if (strlen(s) != 14 || !isupper((unsigned char)s[0]) || !isupper((unsigned char)s[1]))
        return false;
    unsigned rest = 0;
    for (int i = 0; i < 14; i++) {
        char c = s[(i + 4) % 14];
        if (i < 10 && !isdigit((unsigned char)c))
            return false;
        if (i >= 12 && !isdigit((unsigned char)c))
            return false;
        rest = isdigit((unsigned char)c) ? (rest * 10 + (unsigned)(c - '0')) % 97
                                         : (rest * 100 + (unsigned)(c - 'A' + 10)) % 97;
    }
    return rest == 1;
}

/* Brackets three deep, closed again, with two commas outside of the innermost, then a semicolon. */
bool nested(const char *s)
{
    int depth = 0, deepest = 0, commas = 0;
    for (; *s && *s != ';'; s++) {
        if (*s == '(')
            depth++;
        else if (*s == ')')
            depth--;
        else if (*s == ',')
            commas += depth > 0 && depth < 3;
        else if (!islower((unsigned char)*s))
            return false;
        if (depth < 0)
            return false;
        deepest = depth > deepest ? depth : deepest;
    }
    if (depth || *s != ';' || s[1])
        return false;
    return deepest >= 3 && commas >= 2;
}

/* A record of eight bytes: a magic number byte by byte, a version, a length, a check byte. */
bool header(uint64_t record)
{
    uint8_t b[8], check = 0x5a;
    memcpy(b, &record, 8);
    static const uint8_t magic[] = {0xd7, 0x3c, 0xa9};
    for (int i = 0; i < 3; i++)
        if (b[i] != magic[i])
            return false;
    if (b[3] >> 4 != 2 || (b[3] & 15) > 4)
        return false;
    if (b[4] < 16 || b[4] % 8 || b[5] != b[4] / 8)
        return false;
    for (int i = 0; i < 7; i++)
        check = (uint8_t)((check << 1 | check >> 7) ^ b[i]);
    return check == b[7];
}

/* Sixteen digits, the first a 4, Luhn's sum, no digit more than three times. */
bool card(const char *s)
{
    int sum = 0, seen[10] = {0};
    for (int i = 0; i < 16; i++) {
        if (!isdigit((unsigned char)s[i]))
            return false;
        int v = s[i] - '0';
        if (++seen[v] > 3)
            return false;
        v = i % 2 ? v : 2 * v;
        sum += v > 9 ? v - 9 : v;
    }
    return s[0] == '4' && !s[16] && sum % 10 == 0;
}
