// RUN: prove --check '12: i <= 10'
// OUT: ^proved
// RUN: prove --check 'i <= 11'
// OUT: too weak: the assertion of line 14 can fail from i = 11
// RUN: prove --check 'i != 7 && i <= 10'
// OUT: not kept by the loop of line 12: from i = 6
// RUN: prove --check 'i >= 1'
// OUT: reached first
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
