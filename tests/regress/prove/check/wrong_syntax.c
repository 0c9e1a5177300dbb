// RUN: prove --check 'i <= (10'
// EXIT: 2
// ERR: a '\)' is missing
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
