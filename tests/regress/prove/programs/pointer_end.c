// RUN: prove --int-model machine
// OUT: ^proved$
// Pointers into one array are compared by their places.
int main(void)
{
    int a[10], *p = a, *e = a + 10, s = 0;
    for (; p < e; p++)
        *p = 1;
    for (p = a; p != e; p++)
        s++;
    assert(s == 10);
}
