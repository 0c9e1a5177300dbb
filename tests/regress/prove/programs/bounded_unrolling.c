// RUN: prove --int-model machine --property unreach-call --learners remainders
// OUT: ^proved
// OUT: no run is longer than [0-9]* steps
// The loop ends after five steps at most, whatever the input is.
int main(void)
{
    unsigned n = unknown(), i = 0, x = 1;
    assume(n <= 5);
    while (i < n) {
        x = x * x + n;
        i++;
    }
    assert(n != 2 || x == 11);
}
