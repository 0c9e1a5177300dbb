// RUN: prove --int-model machine
// OUT: ^proved
// An array whose length is computed, and is known to be enough.
int main(void)
{
    int n = unknown();
    assume(n >= 1 && n <= 4);
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = 7;
    assert(a[n - 1] == 7);
}
