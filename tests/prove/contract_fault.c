/* violated */
#define PRE(c) assume(c)
#define POST(c) assert(c)
int main(void)
{
    int n = unknown(), i = 0;
    PRE(n >= -1);
    while (i < n)
        i++;
    POST(i == n); /* "//@ assert" in a comment of another kind says nothing */
}
