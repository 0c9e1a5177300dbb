/* proved machine */
int main(void)
{
    unsigned char c = 250;
    int n = 0;
    while (c != 4) {
        c++;
        n++;
    }
    assert(n == 10);
}
