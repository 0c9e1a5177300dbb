/* proved */
int main(void)
{
    int a = unknown(), b = unknown(), x = a, y = b;
    while (x != 0) {
        x--;
        y--;
    }
    assert(y == b - a);
}
