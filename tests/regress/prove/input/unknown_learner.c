// RUN: prove --learners octagons,nonsense
// EXIT: 2
// ERR: there is no learner 'nonsense'
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
