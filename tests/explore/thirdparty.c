/* A library whose sources the explorer does not see; the result is in an out-parameter. */
int thirdparty_decode(const char *text, int *value);

int thirdparty_decode(const char *text, int *value)
{
    int sum = 0, n = 0;
    for (; text[n]; n++)
        sum = sum * 26 + (text[n] - 'a');
    *value = sum;
    return n > 2 ? 0 : -1;
}
