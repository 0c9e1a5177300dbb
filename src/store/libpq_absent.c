/* A build without libpq: there are no servers. */
#include <stddef.h>

#include "base/alloc.h"
#include "store/sql.h"

sql *sql_open_server(const char *url, char **error)
{
    (void)url;
    *error = base_strdup("this tandem was built without libpq, so it has no databases on servers");
    return NULL;
}
