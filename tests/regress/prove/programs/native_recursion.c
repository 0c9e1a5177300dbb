// RUN: prove --int-model machine
// OUT: ^violated$
// OUT: ^  input: unknown\(\) = 7 in line 12
// OUT: the assertion of line 13 fails
// Recursion is run, if not understood.
int depth(int n)
{
    return n <= 0 ? 0 : 1 + depth(n - 1);
}
int main(void)
{
    int n = unknown();
    assert(depth(n) != 7);
}
