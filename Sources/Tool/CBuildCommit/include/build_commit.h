#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/// Returns the commit of the build, as set by -Xcc -DACTIONITEMS_COMMIT=…; empty if it is not set.
const char *build_commit(void);

#endif
