// RUN: prove
// OUT: ^violated: access to memory that is not the program's in line 9
// What is undefined is the verdict in native runs too.
int main(void)
{
    int a = 0, b = 0, *p = &a;
    if (unknown() == 77)
        p = unknown() ? &b : 0;
    *p = 1;
    assert(a + b == 1);
}
