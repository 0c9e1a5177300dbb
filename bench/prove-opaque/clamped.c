/* A value is kept between 0 and 1 whatever is added. */
extern double clamp(double x);
extern double mix(double a, double b, double t);
int main(void)
{
    double x = 0.5, moved = 0;
    int steps = 0;
    while (unknown()) {
        int d = unknown();
        assume(d >= -10 && d <= 10);
        moved = x + d / 16.0;
        x = clamp(moved);
        steps++;
#ifdef FALSE
        assert(mix(0.0, 8.0, x) != 8.0);
#else
        assert(x >= 0.0 && x <= 1.0);
#endif
    }
}
