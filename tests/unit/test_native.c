/* C prototypes of boxes: what is read, what is not, and how much of a datatype is a struct. */
#include <stdlib.h>
#include <string.h>

#include "box/bind/native.h"
#include "test.h"

TEST(a_prototype_has_roles)
{
    native_prototype p;
    char *error = NULL;
    CHECK(
        native_read("long  strtol ( const char *restrict, out char **, = 16 ) errno", &p, &error));
    CHECK_STR(p.function, "strtol");
    CHECK(p.result && !strcmp(p.result, "long") && p.error_number);
    CHECK(p.parameters.n == 3);
    CHECK(p.parameters.at[0].role == NATIVE_IN && p.parameters.at[1].role == NATIVE_OUT &&
          p.parameters.at[2].role == NATIVE_FIXED);
    CHECK_STR(p.parameters.at[0].type, "char*");
    CHECK_STR(p.parameters.at[1].type, "char**");
    CHECK_STR(p.parameters.at[2].type, " 16");
    native_free(&p);
}

TEST(arrays_and_texts_with_commas)
{
    native_prototype p;
    char *error = NULL;
    CHECK(native_read(
        "void snprintf(inout unsigned char[4 * 8], = f(1, 2), = \"a,b)\\\"\", unsigned)", &p,
        &error));
    CHECK(!p.result && !p.error_number);
    CHECK(p.parameters.n == 4);
    CHECK(p.parameters.at[0].role == NATIVE_BOTH);
    CHECK_STR(p.parameters.at[0].type, "unsigned char");
    CHECK_STR(p.parameters.at[0].count, "4 * 8");
    CHECK_STR(p.parameters.at[1].type, " f(1, 2)");
    CHECK_STR(p.parameters.at[2].type, " \"a,b)\\\"\"");
    native_free(&p);
    CHECK(native_read("int rand(void)", &p, &error));
    CHECK(p.parameters.n == 0);
    native_free(&p);
}

TEST(what_is_no_prototype_is_refused)
{
    static const char *const texts[] = {
        "",         "f",           "f(int)",       "int (int)",  "int f(int",
        "int f(,)", "int f(int,)", "int f(int) x", "int 3(int)", "int f(= \"",
        "int f(()", "(",           "int f(int)) ", "out",        "int f(\"a)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        native_prototype p;
        char *error = NULL;
        CHECK_MSG(!native_read(texts[i], &p, &error) && error, "%s", texts[i]);
        free(error);
        native_free(&p);
    }
}

TEST(fields_of_sorts)
{
    term_bank *b = bank_new(true);
    vec_u32 fields = {0};
    sort_id parts[] = {SORT_ID_INT, sort_bv(b, 8)};
    sort_id pair = sort_tuple(b, parts, 2), both[] = {pair, SORT_ID_BOOL, pair};
    CHECK(native_fields(b, sort_tuple(b, both, 3), &fields));
    CHECK(fields.n == 5);
    CHECK(fields.at[2] == SORT_ID_BOOL && fields.at[3] == SORT_ID_INT);
    vec_clear(&fields);
    sort_id many = pair;
    for (int i = 0; i < 8; i++)
        many = sort_tuple(b, (sort_id[]){many, many}, 2);
    CHECK(!native_fields(b, many, &fields));
    vec_free(&fields);
    bank_free(b);
}
