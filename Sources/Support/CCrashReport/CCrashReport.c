// What a broken program says before it ends.
//
// A handler may be called at any instruction, so it calls nothing but system calls until the essential lines are out.
// Names of functions come after that, and may cost what they cost: a fault meanwhile, or an alarm, ends the process.

#define _GNU_SOURCE
#include "CCrashReport.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

// Of Swift's runtime, for others to call: the readable form of a name.
extern char *swift_demangle(const char *name, size_t length, char *output, size_t *size,
                            uint32_t flags);

// MARK: - What the program does

enum {
  most_notes = 512,
  most_text = 256,
  told_notes = 32,
  most_frames = 64,
  // The runtime's names are made by deep recursion.
  stack_size = 256 << 10,
  seconds_to_report = 10,
};

typedef struct {
  char bytes[most_text];
  size_t count;
} short_text;

typedef struct {
  // Whether somebody has the place, and whether what stands there is whole.
  atomic_bool is_taken, is_whole;
  bool is_file;
  // The thread that noted it.
  pid_t thread;
  uint64_t number;
  // The conversation and its first and last message, or the file alone.
  short_text name, first, last;
} work_note;

static short_text program, command;
static work_note notes[most_notes];
static atomic_uint next_note;
// The file that takes what a thread was at when it broke, ended by a NUL; empty where none does.
static char record[4096];
static atomic_bool has_record;

// The window that the thread works on, and the file that it reads.
static _Thread_local volatile int own_window = -1, own_file = -1;
static _Thread_local pid_t own_thread;

static pid_t this_thread(void) {
  if (own_thread == 0) own_thread = (pid_t)syscall(SYS_gettid);
  return own_thread;
}

static void take(short_text *copy, crash_text text) {
  copy->count = text.count < most_text ? text.count : most_text;
  if (copy->count > 0) memcpy(copy->bytes, text.start, copy->count);
}

void crash_report_set_command(crash_text name) { take(&command, name); }

void crash_report_set_record(crash_text path) {
  atomic_store(&has_record, false);
  if (path.count == 0 || path.count >= sizeof record) return;
  memcpy(record, path.start, path.count);
  record[path.count] = 0;
  atomic_store(&has_record, true);
}

static int find_place(void) {
  unsigned start = atomic_fetch_add_explicit(&next_note, 1, memory_order_relaxed);
  for (unsigned step = 0; step < most_notes; step++) {
    unsigned place = (start + step) % most_notes;
    if (!atomic_exchange_explicit(&notes[place].is_taken, true, memory_order_acquire))
      return (int)place;
  }
  return -1;
}

static void write_note(int place, bool is_file, uint64_t number, crash_text name, crash_text first,
                       crash_text last) {
  work_note *note = &notes[place];
  atomic_store_explicit(&note->is_whole, false, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  note->is_file = is_file;
  note->thread = this_thread();
  note->number = number;
  take(&note->name, name);
  take(&note->first, first);
  take(&note->last, last);
  atomic_store_explicit(&note->is_whole, true, memory_order_release);
}

int crash_note_window(uint64_t number, crash_text conversation, crash_text first, crash_text last) {
  int place = find_place();
  if (place >= 0) write_note(place, false, number, conversation, first, last);
  return place;
}

void crash_note_end(int place) {
  if (place < 0) return;
  if (own_window == place) own_window = -1;
  atomic_store_explicit(&notes[place].is_whole, false, memory_order_relaxed);
  atomic_store_explicit(&notes[place].is_taken, false, memory_order_release);
}

void crash_note_enter(int place) { own_window = place; }

int crash_own_file(uint64_t *number) {
  int place = own_file;
  if (place >= 0) *number = notes[place].number;
  return place;
}

int crash_note_file(uint64_t number, crash_text path) {
  int place = own_file < 0 ? find_place() : own_file;
  if (place >= 0) write_note(place, true, number, path, (crash_text){0}, (crash_text){0});
  own_file = place;
  return place;
}

void crash_note_no_file(void) {
  int place = own_file;
  own_file = -1;
  crash_note_end(place);
}

// MARK: - Lines

static char line[1024];
static size_t used;

static void put(const char *bytes, size_t count) {
  for (size_t at = 0; at < count && used < sizeof line - 1; at++) line[used++] = bytes[at];
}

static void say(const char *words) { put(words, strlen(words)); }

static void say_number(uint64_t number, unsigned base) {
  char digits[24];
  size_t at = sizeof digits;
  do {
    digits[--at] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  put(digits + at, sizeof digits - at);
}

static void say_address(uint64_t address) {
  say("0x");
  say_number(address, 16);
}

static void end_line_in(int file) {
  line[used++] = '\n';
  size_t written = 0;
  while (written < used) {
    ssize_t count = write(file, line + written, used - written);
    // Nobody reads it, or not now: there is no other place.
    if (count <= 0) break;
    written += (size_t)count;
  }
  used = 0;
}

static void end_line(void) { end_line_in(STDERR_FILENO); }

// The bytes of the character at a place that a terminal may act on, or that reorders what stands around it; zero where
// it is harmless.
static size_t acting(const char *bytes, size_t left) {
  const unsigned char *at = (const unsigned char *)bytes;
  if (at[0] < 0x20 || at[0] == 0x7F) return 1;
  if (at[0] == 0xC2 && left > 1 && at[1] < 0xA0) return 2;
  if (at[0] == 0xD8 && left > 1 && at[1] == 0x9C) return 2;
  if (at[0] != 0xE2 || left < 3) return 0;
  if (at[1] == 0x80)
    return (at[2] >= 0x8B && at[2] <= 0x8F) || (at[2] >= 0xA8 && at[2] <= 0xAE) ? 3 : 0;
  return at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9 ? 3 : 0;
}

static void say_quoted(const short_text *text) {
  put("'", 1);
  for (size_t at = 0; at < text->count;) {
    size_t skipped = acting(text->bytes + at, text->count - at);
    if (skipped == 0) put(text->bytes + at, 1);
    at += skipped == 0 ? 1 : skipped;
  }
  if (text->count == most_text) say("…");
  put("'", 1);
}

// MARK: - The end

static atomic_int ending_signal;
static atomic_uintptr_t ending_thread;

// Ends the process as the signal does that nobody handles.
static _Noreturn void end(int number) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

static void give_up(int number) {
  (void)number;
  end(atomic_load(&ending_signal));
}

static const struct { int number; const char *name, *meaning; } fatal[] = {
    {SIGILL, "SIGILL", "illegal instruction; a failed check of Swift's ends in it"},
    {SIGTRAP, "SIGTRAP", "trap; a failed check of Swift's ends in it"},
    {SIGSEGV, "SIGSEGV", "invalid memory reference"},
    {SIGBUS, "SIGBUS", "memory that cannot be accessed"},
    {SIGFPE, "SIGFPE", "arithmetic error"},
    {SIGABRT, "SIGABRT", "abort"},
};

enum { fatal_count = sizeof fatal / sizeof fatal[0] };

// MARK: - Where the program is

static uintptr_t base, code_start, code_end;

static int find_program(struct dl_phdr_info *info, size_t size, void *ignored) {
  (void)size, (void)ignored;
  base = info->dlpi_addr;
  for (int at = 0; at < info->dlpi_phnum; at++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[at];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    uintptr_t start = base + part->p_vaddr;
    if (code_start == 0 || start < code_start) code_start = start;
    if (start + part->p_memsz > code_end) code_end = start + part->p_memsz;
  }
  // The program itself comes first.
  return 1;
}

static uintptr_t frames[most_frames];
static size_t frame_count;

typedef struct {
  uintptr_t first;
  bool is_there;
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument) {
  walk *state = argument;
  int is_exact = 0;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
  if (address == 0) return _URC_END_OF_STACK;
  // What is above is the handler.
  if (address == state->first) state->is_there = true;
  if (!state->is_there) return _URC_NO_REASON;
  // A call stands before the place where it goes on.
  frames[frame_count] = is_exact || frame_count == 0 ? address : address - 1;
  frame_count++;
  return frame_count < most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void registers(void *context, uintptr_t *instruction, uintptr_t *stack) {
  const ucontext_t *state = context;
#if defined(__x86_64__)
  *instruction = (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
  *stack = (uintptr_t)state->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  *instruction = state->uc_mcontext.pc;
  *stack = state->uc_mcontext.sp;
#else
  (void)state;
  *instruction = *stack = 0;
#endif
}

typedef struct {
  const char *bytes;
  size_t size;
  const ElfW(Sym) *symbols;
  size_t count;
  const char *names;
  size_t names_size;
} symbol_table;

// The program's own symbols, in the file that it was started from.
static bool open_symbols(symbol_table *table) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  bool is_known = fstat(file, &status) == 0 && status.st_size > (off_t)sizeof(ElfW(Ehdr));
  table->size = is_known ? (size_t)status.st_size : 0;
  table->bytes =
      is_known ? mmap(NULL, table->size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (table->bytes == MAP_FAILED) return false;
  const ElfW(Ehdr) *header = (const void *)table->bytes;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr)))
    return false;
  if (header->e_shoff > table->size
      || table->size - header->e_shoff < header->e_shnum * sizeof(ElfW(Shdr)))
    return false;
  const ElfW(Shdr) *sections = (const void *)(table->bytes + header->e_shoff);
  for (size_t at = 0; at < header->e_shnum; at++) {
    const ElfW(Shdr) *section = &sections[at];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[section->sh_link];
    if (section->sh_offset > table->size || table->size - section->sh_offset < section->sh_size
        || names->sh_offset > table->size || table->size - names->sh_offset < names->sh_size)
      continue;
    table->symbols = (const void *)(table->bytes + section->sh_offset);
    table->count = section->sh_size / sizeof(ElfW(Sym));
    table->names = table->bytes + names->sh_offset;
    table->names_size = names->sh_size;
    return table->names_size > 0 && table->names[table->names_size - 1] == 0;
  }
  return false;
}

static const char *symbol_at(const symbol_table *table, uintptr_t place, uintptr_t *offset) {
  for (size_t at = 0; at < table->count; at++) {
    const ElfW(Sym) *symbol = &table->symbols[at];
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_name >= table->names_size)
      continue;
    if (place < symbol->st_value || place - symbol->st_value >= symbol->st_size) continue;
    *offset = place - symbol->st_value;
    return table->names + symbol->st_name;
  }
  return NULL;
}

static void say_name(const char *name) {
  char *readable = swift_demangle(name, strlen(name), NULL, NULL, 0);
  const char *text = readable == NULL ? name : readable;
  // What is called so is ours, or the system's: nothing of it is a chat's.
  put(text, strnlen(text, 400));
  if (strlen(text) > 400) say("…");
  free(readable);
}

static void say_frame(const symbol_table *table, size_t number) {
  uintptr_t address = frames[number], offset = 0;
  say(number < 10 ? "   " : "  ");
  say_number(number, 10);
  put(" ", 1);
  bool is_ours = address >= code_start && address < code_end;
  if (is_ours) {
    say_address(address - base);
    put(" ", 1);
    const char *name = table == NULL ? NULL : symbol_at(table, address - base, &offset);
    if (name != NULL) say_name(name);
  } else {
    Dl_info info;
    bool is_known = dladdr((void *)address, &info) != 0;
    say_address(is_known ? address - (uintptr_t)info.dli_fbase : address);
    put(" ", 1);
    if (is_known && info.dli_fname != NULL) {
      const char *file = strrchr(info.dli_fname, '/');
      say(file == NULL ? info.dli_fname : file + 1);
    }
    if (is_known && info.dli_sname != NULL) {
      put(" ", 1);
      offset = address - (uintptr_t)info.dli_saddr;
      say_name(info.dli_sname);
    }
  }
  if (offset > 0) {
    say(" + ");
    say_number(offset, 10);
  }
  end_line();
}

// MARK: - The report

static void say_note(const work_note *note, bool is_own) {
  say(is_own ? "  reading in this thread " : "  reading ");
  say(note->is_file ? "file " : "conversation ");
  say_quoted(&note->name);
  if (!note->is_file) {
    say(", messages ");
    say_quoted(&note->first);
    say(" to ");
    say_quoted(&note->last);
  }
  end_line();
}

static bool is_there(int place) { return place >= 0 && atomic_load(&notes[place].is_whole); }

// Says what the program does; returns whether anything is read.
static bool say_work(void) {
  if (command.count > 0) {
    say("  command ");
    put(command.bytes, command.count);
    end_line();
  }
  int window = own_window, file = own_file;
  if (is_there(window)) say_note(&notes[window], true);
  if (is_there(file)) say_note(&notes[file], true);
  unsigned told = 0, untold = 0;
  for (int at = 0; at < most_notes; at++) {
    if (at == window || at == file || !is_there(at)) continue;
    if (told++ < told_notes) say_note(&notes[at], false);
    else untold++;
  }
  if (untold > 0) {
    say("  and ");
    say_number(untold, 10);
    say(" more");
    end_line();
  }
  return told > 0 || is_there(window) || is_there(file);
}

static void keep_work_at(int place, int file) {
  if (!is_there(place)) return;
  say(notes[place].is_file ? "broke file " : "broke window ");
  say_number(notes[place].number, 10);
  end_line_in(file);
}

// Keeps what the thread was at: the next run need not suspect what others were at.
static void keep_work(void) {
  if (!atomic_load(&has_record)) return;
  int file = open(record, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return;
  keep_work_at(own_window < 0 ? own_file : own_window, file);
  close(file);
}

static void say_signal(int number, const siginfo_t *information, uintptr_t stack) {
  say("error: ");
  put(program.bytes, program.count);
  say(" crashed: ");
  for (size_t at = 0; at < fatal_count; at++) {
    if (fatal[at].number != number) continue;
    say(fatal[at].name);
    say(" (");
    say(fatal[at].meaning);
    say(")");
  }
  uintptr_t address = (uintptr_t)information->si_addr;
  if (information->si_code <= 0 && information->si_pid != getpid()) {
    say(", sent by process ");
    say_number((uint64_t)information->si_pid, 10);
  } else if (number == SIGSEGV && address + (1 << 16) > stack && address < stack + (1 << 16)) {
    say(", the stack is full");
  } else if (number == SIGSEGV || number == SIGBUS) {
    say(" at ");
    say_address(address);
  }
  end_line();
}

static void say_stack(void *context) {
  uintptr_t instruction, stack;
  registers(context, &instruction, &stack);
  say("  at ");
  bool is_ours = instruction >= code_start && instruction < code_end;
  say_address(is_ours ? instruction - base : instruction);
  end_line();
  walk state = {.first = instruction};
  _Unwind_Backtrace(visit, &state);
  if (frame_count == 0) frames[frame_count++] = instruction;
  symbol_table table = {0};
  bool has_names = open_symbols(&table);
  for (size_t at = 0; at < frame_count; at++) say_frame(has_names ? &table : NULL, at);
}

static void report(int number, siginfo_t *information, void *context) {
  uintptr_t self = (uintptr_t)pthread_self(), nobody = 0;
  if (!atomic_compare_exchange_strong(&ending_thread, &nobody, self)) {
    // One more signal from outside changes nothing. `abort` sends its own.
    if (information->si_code <= 0 && information->si_pid != getpid()) return;
    // The report itself is broken, or another thread is about to end the process.
    if (nobody == self) end(atomic_load(&ending_signal));
    for (;;) pause();
  }
  atomic_store(&ending_signal, number);
  struct sigaction late = {.sa_handler = give_up};
  sigaction(SIGALRM, &late, NULL);
  alarm(seconds_to_report);
  uintptr_t instruction, stack;
  registers(context, &instruction, &stack);
  // Nobody may read what is said.
  keep_work();
  say_signal(number, information, stack);
  bool reads = say_work();
  say("  Please report this with all lines below.");
  if (reads && atomic_load(&has_record))
    say(" The next run reads what is named here last and alone, and sets it aside if it crashes again.");
  end_line();
  say_stack(context);
  end(number);
}

// MARK: - Stacks

// A handler has no room on a stack that is full, so each thread has another one for it.

static void *add_stack(void) {
  void *start = mmap(NULL, stack_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (start == MAP_FAILED) return NULL;
  stack_t stack = {.ss_sp = start, .ss_size = stack_size};
  if (sigaltstack(&stack, NULL) == 0) return start;
  munmap(start, stack_size);
  return NULL;
}

static void remove_stack(void *start) {
  if (start == NULL) return;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(start, stack_size);
}

typedef struct {
  void *(*run)(void *);
  void *argument;
} thread_start;

static void *run_with_stack(void *start) {
  thread_start thread = *(thread_start *)start;
  free(start);
  void *result, *stack = add_stack();
  pthread_cleanup_push(remove_stack, stack);
  result = thread.run(thread.argument);
  pthread_cleanup_pop(1);
  return result;
}

// In front of the C library's own: Swift's and Dispatch's threads get a stack for the handler, too.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
  typedef int creation(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  static _Atomic(creation *) original;
  creation *create = atomic_load_explicit(&original, memory_order_acquire);
  if (create == NULL) {
    create = (creation *)dlsym(RTLD_NEXT, "pthread_create");
    atomic_store_explicit(&original, create, memory_order_release);
  }
  thread_start *start = malloc(sizeof *start);
  if (start == NULL) return create(thread, attributes, run, argument);
  *start = (thread_start){.run = run, .argument = argument};
  int failure = create(thread, attributes, run_with_stack, start);
  if (failure != 0) free(start);
  return failure;
}

void crash_report_begin(crash_text name) {
  take(&program, name);
  dl_iterate_phdr(find_program, NULL);
  add_stack();
  for (size_t at = 0; at < fatal_count; at++) {
    struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(fatal[at].number, &action, NULL);
  }
}
