/* violated */
int main(void)
{
    int i, j, n = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < i; j++)
            n++;
    assert(n != 3);
}
