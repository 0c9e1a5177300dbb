/* violated */
/* t loses its value with every turn: it is not 0 the second time. */
int main(void)
{
    int i = 0, s = 0;
    while (i < 2) {
        int t;
        if (i == 0)
            t = 0;
        s = t;
        i++;
    }
    assert(s == 0);
}
