// RUN: prove --int-model machine --native off
// OUT: ^violated$
// A number that is cut off is another one when it is looked at again.
int main(void)
{
    int x = __VERIFIER_nondet_int(), n = 0;
    assume(x >= 0 && x <= 300);
    signed char c = x;
    while (n < x)
        n++;
    assert(c <= n);
    assert(c >= 0);
}
