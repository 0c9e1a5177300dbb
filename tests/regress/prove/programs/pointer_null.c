// RUN: prove --native off
// OUT: ^violated: access to memory that is not the program's in line 9$
// A pointer that may still be null.
int main(void)
{
    int a = 1, *p = 0;
    if (unknown() > 5)
        p = &a;
    *p = 3;
    assert(a == 3);
}
