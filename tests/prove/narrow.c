/* violated machine */
int main(void)
{
    signed char c = 0;
    int i = 0;
    while (i < 100) {
        c += 2;
        i++;
    }
    assert(c >= 0);
}
