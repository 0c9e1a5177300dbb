/* What flows.c and flows_other.c share. */
#include <stddef.h>

unsigned char input_byte(void);
void input_fill(void *to, size_t n);
void expect_symbolic(long value, int line);
void expect_concrete(long value, int line);

typedef struct two {
    long a, b;
} two;
typedef struct big {
    int a;
    double b;
    char c[13];
} big;
typedef struct mixed {
    double d;
    int i;
} mixed;

int other_add(int a, int b);
two other_two(long a);
mixed other_mixed(double a);
long other_big(int before, big b, int after);
long other_variable(int n, ...);
double other_float(float a, double b);
int (*other_pointer(int which))(int, int);
int other_callback(int (*f)(int), int x);
void other_write(char *p, char c);
