/* proved */
int main(void)
{
    int state = 0, jobs = 0;
    while (unknown()) {
        switch (state) {
        case 0:
            state = 1;
            jobs++;
            break;
        case 1:
            state = unknown() ? 2 : 1;
            break;
        default:
            state = 0;
        }
    }
    assert(state >= 0 && state <= 2 && jobs >= 0);
}
