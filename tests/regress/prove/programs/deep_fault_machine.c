// RUN: prove --int-model machine
// OUT: ^violated
// OUT: assertion of line 1[0-9] fails
// A fault behind 114195 steps of a generator of random numbers.
int main(void)
{
    unsigned x = 1;
    int i = 0;
    while (i < 114195) {
        x = x * 1103515245u + 12345u;
        i++;
    }
    assert(x != 2094617796u);
}
