// RUN: prove
// OUT: ^proved$
// OUT: a \+ b
// RUN: prove --int-model machine
// OUT: ^proved$
// A pointer that is one of two variables; it is compared, and never null.
int main(void)
{
    int a = 0, b = 0, n = 0, *p = 0;
    while (n < 100) {
        p = unknown() ? &a : &b;
        if (p == &a && p != 0)
            a++;
        else
            (*p)++;
        n++;
    }
    assert(a + b == n);
}
