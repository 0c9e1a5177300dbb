/* Products of matrices of doubles. */
#include <stdio.h>

enum { N = 200 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * 0.5 + j;
            b[i][j] = i - j * 0.25;
        }
    double trace = 0;
    for (int round = 0; round < 20; round++) {
        a[round][round] += 1;
        multiply();
        for (int i = 0; i < N; i++)
            trace += c[i][i];
    }
    printf("%.17g\n", trace);
    return 0;
}
