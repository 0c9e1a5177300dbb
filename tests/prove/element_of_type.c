/* proved */
int main(void)
{
    int a[10], i = unknown();
    assume(i >= 0 && i < 10);
    a[3] = 5;
    assert(a[i] <= 2147483647);
}
