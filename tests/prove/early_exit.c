/* proved */
int main(void)
{
    int i = 0, found = 0;
    for (i = 0; i < 1000; i++) {
        if (unknown()) {
            found = 1;
            break;
        }
    }
    assert(found || i == 1000);
}
