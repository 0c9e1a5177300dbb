/* Floating-point functions. boxes.def says the same in SMT-LIB. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

float fahrenheit(float celsius)
{
    return celsius * 1.75f + 32.0f;
}

float clampf(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

float lerp(float a, float b, float t)
{
    return a + t * (b - a);
}

/* 0 below 0, 1 above 1, and x * x * (3 - 2 x) between */
float smooth(float x)
{
    if (!(x > 0))
        return 0;
    if (x > 1)
        return 1;
    return x * x * (3.0f - 2.0f * x);
}

/* to the next lower eighth */
float quantize(float x)
{
    return floorf(x * 8.0f) / 8.0f;
}

float reciprocal(float x)
{
    return 1.0f / x;
}

float norm2(float x, float y)
{
    return x * x + y * y;
}

bool is_special(double x)
{
    return isnan(x) || isinf(x);
}

/* the biased exponent */
uint16_t exponent(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 52 & 0x7ff;
}

/* how a temperature feels: 0 cold, 1 mild, 2 hot, 3 no number */
uint8_t feels(float celsius)
{
    return celsius != celsius ? 3 : celsius < 10.5f ? 0 : celsius <= 24.25f ? 1 : 2;
}

/* Real as double: three halves of x */
double three_halves(double x)
{
    return x * 1.5;
}

/* Real: a price with a step at 100 */
double stepped(double x)
{
    return x < 100 ? x : x - 10;
}
