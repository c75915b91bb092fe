#include "build_commit.h"

#define TEXT_OF(word) #word
#define TEXT(macro) TEXT_OF(macro)

#ifdef ACTIONITEMS_COMMIT
const char *build_commit(void) { return TEXT(ACTIONITEMS_COMMIT); }
#else
const char *build_commit(void) { return ""; }
#endif
