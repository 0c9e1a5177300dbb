// RUN: prove --timeout 10
// OUT: ^violated
// A cell that nobody wrote may hold anything: the run is not the only one.
int main(void)
{
    int a[10];
    for (int i = 0; i < 9; i++)
        a[i] = 0;
    assert(a[9] == 0);
}
