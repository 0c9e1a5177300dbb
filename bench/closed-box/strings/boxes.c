/* Functions of strings and of small buffers. boxes.def says the same for ASCII and short strings.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ROOM = 4096 };
static char buffer[ROOM]; /* a result is copied at once */

int64_t length(const char *s)
{
    return (int64_t)strlen(s);
}

const char *upper(const char *s)
{
    size_t i;
    for (i = 0; s[i] && i < ROOM - 1; i++)
        buffer[i] = s[i] >= 'a' && s[i] <= 'z' ? (char)(s[i] - 'a' + 'A') : s[i];
    buffer[i] = '\0';
    return buffer;
}

const char *reverse(const char *s)
{
    size_t n = strlen(s);
    n = n < ROOM ? n : ROOM - 1;
    for (size_t i = 0; i < n; i++)
        buffer[i] = s[n - 1 - i];
    buffer[n] = '\0';
    return buffer;
}

bool palindrome(const char *s)
{
    size_t n = strlen(s);
    for (size_t i = 0; i < n / 2; i++)
        if (s[i] != s[n - 1 - i])
            return false;
    return true;
}

/* bytes, each times its place from 1 on */
int64_t checksum(const char *s)
{
    int64_t sum = 0;
    for (int64_t i = 1; *s; s++, i++)
        sum += i * (unsigned char)*s;
    return sum;
}

/* the number that the digits say; -1 when there is anything else, or nothing, or too much */
int64_t parse_number(const char *s)
{
    int64_t n = 0;
    size_t digits = 0;
    for (; *s; s++, digits++) {
        if (*s < '0' || *s > '9' || digits > 15)
            return -1;
        n = 10 * n + (*s - '0');
    }
    return digits ? n : -1;
}

bool same_ignoring_case(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

/* ---- buffers of eight bytes */

uint8_t sum8(const uint8_t *a)
{
    uint8_t s = 0;
    for (int i = 0; i < 8; i++)
        s = (uint8_t)(s + a[i]);
    return s;
}

/* the first zero byte; 8 if there is none */
uint8_t length8(const uint8_t *a)
{
    uint8_t n = 0;
    while (n < 8 && a[n])
        n++;
    return n;
}

bool ascending8(const uint8_t *a)
{
    for (int i = 0; i < 7; i++)
        if (a[i] >= a[i + 1])
            return false;
    return true;
}

/* the position of a byte; 8 if it is not there */
uint8_t find8(const uint8_t *a, uint8_t byte)
{
    uint8_t n = 0;
    while (n < 8 && a[n] != byte)
        n++;
    return n;
}

/* how many of the eight bytes are equal in both */
uint8_t common8(const uint8_t *a, const uint8_t *b)
{
    uint8_t n = 0;
    for (int i = 0; i < 8; i++)
        n += a[i] == b[i];
    return n;
}
