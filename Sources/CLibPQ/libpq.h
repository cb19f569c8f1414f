// PostgreSQL's client library, as the package libpq-dev installs it.
#include <libpq-fe.h>
