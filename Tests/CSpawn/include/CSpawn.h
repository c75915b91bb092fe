#ifndef CSPAWN_H
#define CSPAWN_H

// What glibc declares for GNU sources only, which Swift's Glibc module is not. Actions are
// posix_spawn_file_actions_t: without that type, no type of glibc belongs to this module as well.

/// Lets the child start in a folder.
int cspawn_add_folder(void *actions, const char *folder);

/// Lets the child start with no descriptor from `first` on.
int cspawn_add_close_from(void *actions, int first);

/// The flag that has the child begin a session: the first terminal that it opens is its own.
short cspawn_session_flag(void);

#endif
