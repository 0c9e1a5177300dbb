// RUN: prove
// OUT: ^proved$
// RUN: prove --int-model machine
// OUT: ^proved$
// Floats are exact: a half is not lost.
int main(void)
{
    double x = 0.0;
    int n = 0;
    while (n < 10) {
        x = n % 2 ? x - 0.5 : x + 0.5;
        n++;
    }
    assert(x >= 0.0 && x <= 0.5);
}
