// RUN: prove --timeout 60
// OUT: ^proved
int main(void)
{
    int a[50];
    for (int i = 0; i < 50; i++)
        a[i] = 3;
    int k = unknown();
    assume(k >= 0 && k < 50);
    assert(a[k] == 3);
}
