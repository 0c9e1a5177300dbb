/* proved */
int main(void)
{
    int i = 0, odd = 0, even = 0;
    while (1) {
        if (i >= 50)
            break;
        i++;
        if (unknown()) {
            odd++;
            continue;
        }
        even++;
    }
    assert(odd + even == 50);
}
