#define _GNU_SOURCE
#include "CSpawn.h"

#include <spawn.h>

int cspawn_add_folder(void *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int cspawn_add_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

short cspawn_session_flag(void) { return POSIX_SPAWN_SETSID; }
