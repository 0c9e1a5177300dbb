/* Scalar helpers as they occur in parsers; libc's own functions need no file. boxes.def says the
 * same. */
#include <stdbool.h>
#include <stdint.h>

/* the value of a hexadecimal digit; -1 for another character */
int32_t hex_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* atoi of up to four characters: stops at the first that is no digit */
uint32_t atoi4(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const uint8_t text[4] = {a, b, c, d};
    uint32_t n = 0;
    for (int i = 0; i < 4 && text[i] >= '0' && text[i] <= '9'; i++)
        n = 10 * n + (text[i] - '0');
    return n;
}

/* the length of a text of at most four characters */
uint8_t strlen4(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    return !a ? 0 : !b ? 1 : !c ? 2 : !d ? 3 : 4;
}

/* -1, 0 or 1: two texts of at most two characters */
int32_t strcmp2(uint8_t a, uint8_t b, uint8_t x, uint8_t y)
{
    if (a != x || !a)
        return a < x ? -1 : a > x;
    return b < y ? -1 : b > y;
}

bool is_leap(uint16_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* 0 for a month that is none */
uint8_t month_days(uint16_t year, uint8_t month)
{
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 1 || month > 12)
        return 0;
    return (uint8_t)(days[month - 1] + (month == 2 && is_leap(year)));
}

/* the six bits of a base64 character; 255 for another */
uint8_t base64_value(uint8_t c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 255;
}

/* bytes of the UTF-8 sequence that begins with c; 0 when none does */
uint8_t utf8_length(uint8_t c)
{
    return c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
}

/* a token of a small language: 0 end, 1 space, 2 number, 3 name, 4 operator, 5 error */
uint8_t token_class(uint8_t c)
{
    if (c == 0)
        return 0;
    if (c == ' ' || c == '\t' || c == '\n')
        return 1;
    if (c >= '0' && c <= '9')
        return 2;
    if ((c >= 'a' && c <= 'z') || c == '_')
        return 3;
    return c == '+' || c == '-' || c == '*' || c == '(' || c == ')' ? 4 : 5;
}

/* the Internet checksum of two words */
uint16_t inet_sum(uint16_t a, uint16_t b)
{
    uint32_t sum = (uint32_t)a + b;
    return (uint16_t)(sum + (sum >> 16));
}
