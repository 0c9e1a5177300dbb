// RUN: prove
// EXPECT: unknown: there is no assertion to prove
int main(void)
{
    int i = 0;
    while (i < 3)
        i++;
    return i;
}
