#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unlisted.h"

int u_decode(const char *text, int *value)
{
    int sum = 0;
    size_t n = strlen(text); /* through the linkage table, for the first time */
    for (size_t i = 0; i < n; i++)
        sum = sum * 26 + (text[i] - 'a');
    *value = sum;
    return n > 2 ? 0 : -1;
}

void u_digest(const unsigned char *data, size_t n, unsigned char digest[4])
{
    for (int i = 0; i < 4; i++)
        digest[i] = (unsigned char)(0x11 * (i + 1) + data[(size_t)i % n] * (2 * i + 1));
}

void u_split(int number, struct u_pair *pair)
{
    pair->low = number & 15;
    pair->high = number >> 4;
}

int u_heap(const char *text)
{
    size_t n = strlen(text);
    char *reversed = malloc(n + 1);
    for (size_t i = 0; i <= n; i++)
        reversed[i] = i < n ? text[n - 1 - i] : 0;
    int answer = 0;
    for (size_t i = 0; i < n; i++)
        answer = answer * 10 + (reversed[i] - '0');
    free(reversed);
    return answer;
}

int u_mix(int number)
{
    return (number * 40503 >> 3) & 255;
}

int u_first(const char *text)
{
    return text[0] * 3 + text[1];
}

double u_half(double number)
{
    return number / 2;
}

int u_counter(int number)
{
    static int calls;
    return number + ++calls;
}

int u_log(int number)
{
    int fd = open("u_log", O_WRONLY | O_CREAT, 0600);
    return fd >= 0 && write(fd, &number, sizeof number) == sizeof number && !close(fd);
}

int u_clock(int number)
{
    return number ^ (int)time(NULL);
}

int u_leak(int number)
{
    return malloc(24) ? number : 0;
}

int u_sometimes(int number)
{
    return number < 'A' ? number : number + (int)getppid() % 2;
}

int u_walk(const struct u_list *list, int number)
{
    for (; list; list = list->next)
        number += list->value;
    return number;
}

int u_apply(int (*f)(int), int number)
{
    return f(number);
}

int u_sum(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    while (n--)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}
