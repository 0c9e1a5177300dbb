// RUN: prove --native off
// OUT: ^violated$
// A tenth has no float.
int main(void)
{
    float x = 0.1f;
    double y = x;
    assert(y == 0.1);
}
