/* violated */
int main(void)
{
    int x = 0, y = 0, i = 0;
    while (unknown()) {
        x++;
        i = 0;
    }
    while (i < 5) {
        i++;
        y = x;
    }
    assert(y <= 2);
}
