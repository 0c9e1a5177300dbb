/* proved */
static int find(int n)
{
    for (int i = 0; i < n; i++) {
        if (unknown())
            return i;
    }
    return -1;
}
int main(void)
{
    int n = unknown();
    assume(n > 0 && n < 1000);
    int at = find(n);
    assert(at >= -1 && at < n);
}
