/* proved */
int main(void)
{
    int a[4], i;
    for (i = 0; i < 4; i++)
        a[i] = i;
    assert(a[2] == 2);
}
