import CCrashReport

/// Reports crashes. On a signal such as SIGILL, the program's activity and stack go to standard error, and the work of
/// the crashing thread to the record file. The process then ends as usual. The other functions note the activity.
package enum CrashReport {
  /// Installs the handlers. `program` is the name of the program with its version.
  package static func begin(program: String) { program.withBytes(crash_report_begin) }

  /// Sets the name of the running command.
  package static func setCommand(_ name: String) { name.withBytes(crash_report_set_command) }

  /// Sets the record file; nil for none. A crash appends the window or file that its thread was reading.
  package static func setRecord(_ path: String?) { (path ?? "").withBytes(crash_report_set_record) }

  /// A note in the report that a window is being read. It lasts until `end`.
  package struct WindowNote: Sendable {
    private let place: Int32

    /// Notes a window of a conversation, with the ids of its first and last message.
    package init(_ number: Int, conversation: String, first: String, last: String) {
      place = conversation.withBytes { conversation in
        first.withBytes { first in
          last.withBytes { crash_note_window(UInt64(number), conversation, first, $0) }
        }
      }
    }

    /// Notes that the calling thread works on the window.
    package func enter() { crash_note_enter(place) }

    /// Notes that the calling thread works on no window, for example while it waits for an answer.
    package func leave() { crash_note_enter(-1) }

    package func end() { crash_note_end(place) }
  }

  /// The number of the file that the calling thread reads, if it was noted.
  package static var file: UInt64? {
    var number: UInt64 = 0
    return crash_own_file(&number) < 0 ? nil : number
  }

  /// Notes the file that the calling thread reads.
  ///
  /// Returns a number for the thread, which is unique until the thread stops reading files. Returns nil if there is no
  /// room for the note.
  package static func note(file number: UInt64, path: String) -> Int? {
    let place = path.withBytes { crash_note_file(number, $0) }
    return place < 0 ? nil : Int(place)
  }

  /// The number that `note` last returned to the calling thread.
  package static var thread: Int? {
    var number: UInt64 = 0
    let place = crash_own_file(&number)
    return place < 0 ? nil : Int(place)
  }

  /// Notes that the calling thread no longer reads a file.
  package static func noteNoFile() { crash_note_no_file() }
}

extension String {
  fileprivate func withBytes<Result>(_ body: (crash_text) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(crash_text(start: $0.baseAddress, count: $0.count)) }
  }
}
