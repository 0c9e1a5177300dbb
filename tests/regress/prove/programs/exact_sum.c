// RUN: prove --int-model machine
// OUT: ^proved$
// OUT: that this makes no difference is part of the proof
// Products of the machine's numbers, in a range where they do not wrap around.
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 1, sum = 0;
    assume(1 <= n && n <= 1000);
    while (i <= n) {
        sum += i;
        i++;
    }
    assert(2 * sum == n * (n + 1));
}
