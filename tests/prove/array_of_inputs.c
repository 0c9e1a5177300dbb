/* proved machine */
int main(void)
{
    int a[300], i, sum = 0;
    for (i = 0; i < 300; i++) {
        a[i] = unknown();
        assume(a[i] >= 0 && a[i] <= 9);
    }
    for (i = 0; i < 300; i++) {
        assert(a[i] < 10);
        sum = sum / 2 + a[i];
    }
}
