/* The state of a generator is the caller's. */
extern unsigned next_random(unsigned *state);
int main(void)
{
    unsigned state = 1, twin = 1, last = 0, i = 0;
    while (unknown()) {
        last = next_random(&state);
        assert(last < 32768);
        assert(last == next_random(&twin));
#ifdef FALSE
        if (i == 5)
            twin++;
#endif
        i++;
    }
#ifndef FALSE
    assert(state == twin);
#endif
}
