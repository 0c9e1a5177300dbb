/* A library that nobody has listed; what its functions are has to be found out. */
#ifndef UNLISTED_H
#define UNLISTED_H

#include <stddef.h>

struct u_pair {
    int low, high;
};
struct u_list {
    struct u_list *next;
    int value;
};

/* Functions of what they are given. */
int u_decode(const char *text, int *value);
void u_digest(const unsigned char *data, size_t n, unsigned char digest[4]);
void u_split(int number, struct u_pair *pair);
int u_heap(const char *text);
int u_mix(int number) __attribute__((const));
int u_first(const char *text) __attribute__((pure));
double u_half(double number);

/* Others. */
int u_counter(int number);
int u_log(int number);
int u_clock(int number);
int u_leak(int number);
int u_sometimes(int number);
int u_walk(const struct u_list *list, int number);
int u_apply(int (*f)(int), int number);
int u_sum(int n, ...);

#endif
