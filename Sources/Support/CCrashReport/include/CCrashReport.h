#ifndef CCRASHREPORT_H
#define CCRASHREPORT_H

#include <stddef.h>
#include <stdint.h>

/// Bytes of a text that need not end in NUL.
typedef struct {
  const void *_Nullable start;
  size_t count;
} crash_text;

/// From now on a signal that says that the program is broken prints, before it ends the process as it would have
/// without: what the program is and does, and which functions it is in. `program` is copied.
void crash_report_begin(crash_text program);

/// Says which command runs; the name is copied.
void crash_report_set_command(crash_text command);

/// Names the file that gets a line when the program breaks: "broke window NUMBER" or "broke file NUMBER", of what the
/// thread was at; none with an empty path.
void crash_report_set_record(crash_text path);

/// Notes that a window is read: its conversation, and the ids of its first and last message. Returns the place of the
/// note, or -1 where there is no room for another.
int crash_note_window(uint64_t number, crash_text conversation, crash_text first, crash_text last);

/// Removes a note.
void crash_note_end(int place);

/// Says that the calling thread works on the window that is noted there; -1 where it works on none any more.
void crash_note_enter(int place);

/// The place where it is noted which file the calling thread reads, and the file's number; -1 where it reads none.
int crash_own_file(uint64_t *_Nonnull number);

/// Notes the file that the calling thread reads from now on. Returns the place of the note, or -1.
int crash_note_file(uint64_t number, crash_text path);

/// Notes that the calling thread reads no file any more.
void crash_note_no_file(void);

#endif
