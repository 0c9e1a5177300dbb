/* proved */
static int clamp(int v, int low, int high)
{
    if (v < low)
        return low;
    return v > high ? high : v;
}
int main(void)
{
    int x = 0;
    while (unknown()) {
        x = clamp(x + unknown(), -5, 5);
    }
    assert(x >= -5 && x <= 5);
}
