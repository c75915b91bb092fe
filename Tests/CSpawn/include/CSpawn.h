#ifndef CSPAWN_H
#define CSPAWN_H

// What glibc declares for GNU sources only, which Swift's Glibc module is not.
//
// A header of the system that is included here would be this module's: whoever imports Glibc alone would then miss what
// it declares. So file actions, a posix_spawn_file_actions_t, have no type here.

/// Lets the child start in a folder.
int cspawn_add_folder(void *actions, const char *folder);

/// Lets the child start with no descriptor from `first` on.
int cspawn_add_close_from(void *actions, int first);

/// The flag that has the child begin a session: the first terminal that it opens is its own.
short cspawn_session_flag(void);

#endif
