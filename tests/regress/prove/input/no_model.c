// RUN: prove --int-model real
// EXIT: 2
// ERR: int-model
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
