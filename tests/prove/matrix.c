/* proved */
int main(void)
{
    int m[3][4], i, j, n = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++) {
            m[i][j] = 7;
            assert(m[i][j] == 7);
            n++;
        }
    assert(i == 3);
}
