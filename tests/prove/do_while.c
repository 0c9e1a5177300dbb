/* proved */
int main(void)
{
    int i = 10, s = 0;
    do {
        s += 2;
        i--;
    } while (i > 0);
    assert(s == 20);
}
