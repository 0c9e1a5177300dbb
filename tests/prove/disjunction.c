/* proved */
int main(void)
{
    int x = unknown(), y = x + 1, locked = 0;
    while (x != y) {
        locked = 1;
        x = y;
        if (unknown()) {
            locked = 0;
            y++;
        }
    }
    assert(locked == 1);
}
