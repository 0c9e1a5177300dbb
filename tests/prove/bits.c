/* proved machine */
int main(void)
{
    unsigned x = unknown(), n = 0;
    while (x) {
        x &= x - 1;
        n++;
        if (n > 40)
            n = 40;
    }
    assert(n <= 40 && x == 0);
}
