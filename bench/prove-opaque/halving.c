/* Floats through code: halving never becomes negative. */
extern float half(float x);
int main(void)
{
    float x = 1000.0f;
    int n = 0;
    while (x > 1.0f) {
        x = half(x);
        n++;
    }
#ifdef FALSE
    assert(n < 10);
#else
    assert(x >= 0.0f && x <= 1.0f);
#endif
}
