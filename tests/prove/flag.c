/* proved */
#include <stdbool.h>
int main(void)
{
    bool on = false;
    int n = 0;
    while (unknown()) {
        if (!on)
            n++;
        on = true;
    }
    assert(n <= 1);
}
