// RUN: prove --int-model machine --property unreach-call --native off
// OUT: ^violated$
// Signed numbers compared as unsigned ones.
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned y = 10;
    if (x < 5)
        assert(x < y);
}
