/* proved */
int main(void)
{
    unsigned char c = 0;
    int steps = 0;
    do {
        c++;
        steps++;
        assert(c <= 255);
    } while (steps < 300);
    assert(steps == 300);
}
