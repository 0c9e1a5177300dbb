/* violated */
int main(void)
{
    int i = 0, x = 0;
    while (i < 30) {
        x += unknown() ? 2 : 1;
        i++;
    }
    assert(x != 37);
}
