/* Integer functions; Int is int64_t here. boxes.def says the same in SMT-LIB for the ranges in use.
 */
#include <stdbool.h>
#include <stdint.h>

bool is_prime(int64_t n)
{
    if (n < 2)
        return false;
    for (int64_t d = 2; d <= n / d; d++)
        if (n % d == 0)
            return false;
    return true;
}

int64_t digit_sum(int64_t n)
{
    int64_t sum = 0;
    for (n = n < 0 ? -n : n; n; n /= 10)
        sum += n % 10;
    return sum;
}

/* the n-th triangular number; 0 below 1 */
int64_t triangle(int64_t n)
{
    return n < 1 || n > 1000000 ? 0 : n * (n + 1) / 2;
}

/* the largest number whose square is not above n; 0 for negative n */
int64_t isqrt(int64_t n)
{
    int64_t r = 0;
    while (n >= 0 && (r + 1) * (r + 1) <= n)
        r++;
    return r;
}

int64_t fibonacci(int64_t n)
{
    int64_t a = 0, b = 1;
    for (; n > 0 && b < 1000000000000; n--) {
        int64_t c = a + b;
        a = b;
        b = c;
    }
    return a;
}

/* one step of Collatz; 1 for what is not positive */
int64_t collatz(int64_t n)
{
    return n < 1 ? 1 : n % 2 ? n > 1000000000 ? 1 : 3 * n + 1 : n / 2;
}

int64_t gcd(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* the sum of the divisors of n that are below it */
int64_t aliquot(int64_t n)
{
    int64_t sum = 0;
    for (int64_t d = 1; d <= n / 2; d++)
        sum += n % d ? 0 : d;
    return sum;
}

/* the price of n letters: 80 for each of the first ten, 55 beyond, 3 off for every full dozen */
int64_t price(int64_t n)
{
    if (n < 0)
        return 0;
    if (n > 1000000)
        return -1;
    return (n <= 10 ? 80 * n : 800 + 55 * (n - 10)) - n / 12 * 3;
}

/* C's remainder, which has the sign of a; a itself for b = 0 */
int64_t c_remainder(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? (b ? 0 : a) : a % b;
}
