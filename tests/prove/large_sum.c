/* violated */
int main(void)
{
    int x = unknown(), y = unknown();
    assume(x > 2000000000 && y > 2000000000);
    assert(x + y <
           4000000003); /* a sum may leave the type in mathematical integers, inputs may not */
}
