/* proved */
int main(void)
{
    int n = unknown(), i = 0, h = 0;
    assume(n >= 0);
    while (i < n) {
        i++;
        if (i % 2 == 0)
            h++;
    }
    assert(h == i / 2);
}
