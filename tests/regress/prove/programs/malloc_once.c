// RUN: prove --int-model machine --property unreach-call
// OUT: ^violated
// Memory of malloc holds anything.
extern void *malloc(unsigned long);
int main(void)
{
    int n = 10;
    int *a = malloc(n * sizeof(int));
    for (int i = 1; i < n; i++)
        a[i] = 1;
    assert(a[0] != 77);
}
