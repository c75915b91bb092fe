#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/// The commit that the program was built from, as -Xcc -DACTIONITEMS_COMMIT=… names it; empty where nothing does.
const char *build_commit(void);

#endif
