// RUN: prove --int-model machine
// OUT: ^violated: index outside of its array in line 9
// The length is what was computed, not what would be enough.
int main(void)
{
    int n = unknown();
    assume(n >= 1 && n <= 4);
    int a[n];
    a[3] = 1;
    assert(a[3] == 1);
}
