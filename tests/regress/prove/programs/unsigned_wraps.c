// RUN: prove
// OUT: ^violated
// True of ideal integers, and false of unsigned ones.
int main(void)
{
    unsigned i = 5, n = 0;
    while (i < 10 && n < 20) {
        i = i - 1;
        n = n + 1;
    }
    assert(i < 10);
}
