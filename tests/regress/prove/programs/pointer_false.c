// RUN: prove --native off
// OUT: ^violated$
// What one pointer writes, the other reads.
int main(void)
{
    int a = 0, b = 0, *p = unknown() ? &a : &b, *q = unknown() ? &a : &b;
    *p = 1;
    *q = 2;
    assert(*p == 1 || p == &a);
}
