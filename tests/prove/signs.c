/* proved */
int main(void)
{
    int x = unknown(), y = 1;
    if (x < 0)
        y = -1;
    while (x != 0 && unknown()) {
        if (x > 0)
            x--;
        else
            x++;
    }
    assert(x == 0 || x > 0 == y > 0);
}
