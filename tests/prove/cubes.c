/* proved */
int main(void)
{
    int a = unknown(), n = 0, x = 0, y = 1, z = 6;
    while (n <= a) {
        n++;
        x += y;
        y += z;
        z += 6;
    }
    assert(x == n * n * n);
}
