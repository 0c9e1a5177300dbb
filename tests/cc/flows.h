/* What flows.c and flows_other.c share. */
#include <stddef.h>

unsigned char input_byte(void);
void input_fill(void *to, size_t n);
void expect_symbolic(long value, int line);
void expect_concrete(long value, int line);
/* p is so many bytes behind the start of an array on the stack of this size (0: of none). */
void expect_bounds(const void *p, long before, long bytes, int line);

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

typedef struct huge {
    long v[40];
} huge;

int other_add(int a, int b);
two other_two(long a);
mixed other_mixed(double a);
long other_big(int before, big b, int after);
long other_huge(huge h, int behind);
int other_many(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9,
               int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18,
               int a19, int a20, int a21, int a22, int a23, int a24, int a25, int a26, int a27,
               int a28, int a29, int a30, int a31, int a32);
long other_variable(int n, ...);
double other_float(float a, double b);
int (*other_pointer(int which))(int, int);
int other_callback(int (*f)(int), int x);
void other_write(char *p, char c);
