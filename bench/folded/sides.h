/* Conditions whose two sides are wanted: C(number, condition); places of a switch: L(number). For the search they
 * are what they would be without; the judge's build (-DJUDGE) writes which side was taken to standard error. */
#ifndef SIDES_H
#define SIDES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef JUDGE
static inline int judge(int number, int truth)
{
    fprintf(stderr, "side %d%c\n", number, truth ? '+' : '-');
    return truth;
}
#define C(number, condition) judge(number, !!(condition))
#define L(number) ((void)judge(number, 1))
#else
#define C(number, condition) (condition)
#define L(number) ((void)0)
#endif

static inline size_t input(char *to, size_t room)
{
    size_t n = fread(to, 1, room - 1, stdin);
    to[n] = 0;
    return n;
}

static inline uint32_t word(const char *from)
{
    uint32_t w;
    memcpy(&w, from, 4);
    return w;
}

#endif
