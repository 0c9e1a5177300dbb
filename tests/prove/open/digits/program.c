/* The sum of the digits that a neural network sees on a hundred images; image k shows k/10. */
int predict(int k);

#ifdef MUTANT
#define LOW 451
#else
#define LOW 441
#endif

int main(void)
{
    int n = 100, sum = 0, k = 0;
    while (k < n) {
        sum = sum + predict(k);
        k = k + 1;
    }
    assert(LOW <= sum && sum <= 459);
}
