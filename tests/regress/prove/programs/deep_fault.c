// RUN: prove
// OUT: ^violated
// OUT: [.] 495 iterations later
// OUT: the assertion of line 14 fails
// A fault behind 500 steps.
int main(void)
{
    int x = 0, y = 0;
    while (y < 500) {
        x += 3;
        y++;
    }
    /* Linear: what holds behind the loop is no help to a wrong claim. */
    assert(x != 3 * 500);
}
