/* proved */
int main(void)
{
    int x = unknown(), n = 0;
    assume(x > 0);
    while (x > 0) {
        x = x / 2; /* 31 times at most: there is no larger int */
        n++;
    }
    assert(n <= 31);
}
