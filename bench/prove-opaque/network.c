/* A neuron decides which way a counter goes. */
extern float neuron(const float *w, int a, int b);
int main(void)
{
    float w[3] = {0.5f, -0.25f, 1.0f};
    int a = 0, b = 0, n = 0;
    while (n < 1000) {
        if (neuron(w, a, b) > 2.0f)
            b++;
        else
            a++;
        n++;
    }
#ifdef FALSE
    assert(b < 300 || w[2] < 0.0f);
#else
    assert(a + b == 1000);
#endif
}
