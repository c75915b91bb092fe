import CCrashReport

/// What the program says when it is broken: a signal such as SIGILL prints to standard error what the program does,
/// and in which functions it is, and then ends the process as ever.
package enum CrashReport {
  /// Begins to do so. `program` is what the program is called, with its version.
  package static func begin(program: String) { program.withBytes(crash_report_begin) }

  /// Says which command runs.
  package static func setCommand(_ name: String) { name.withBytes(crash_report_set_command) }

  /// Names the file that gets a line about what the program was at; nil for none any more.
  package static func setRecord(_ path: String?) { (path ?? "").withBytes(crash_report_set_record) }

  /// A note that a window is read, which stands until it is ended.
  package struct WindowNote: Sendable {
    private let place: Int32

    /// Notes a window of a conversation by its first and last message.
    package init(_ number: Int, conversation: String, first: String, last: String) {
      place = conversation.withBytes { conversation in
        first.withBytes { first in
          last.withBytes { crash_note_window(UInt64(number), conversation, first, $0) }
        }
      }
    }

    /// Says that the calling thread works on it.
    package func enter() { crash_note_enter(place) }

    /// Says that the calling thread works on no window any more, such as where an answer is waited for.
    package func leave() { crash_note_enter(-1) }

    package func end() { crash_note_end(place) }
  }

  /// The number of the file that the calling thread reads, as far as that was noted.
  package static var file: UInt64? {
    var number: UInt64 = 0
    return crash_own_file(&number) < 0 ? nil : number
  }

  /// Notes which file the calling thread reads. Returns a number of the thread, which no other one has until this one
  /// reads no file any more; nil where there is no room for the note.
  package static func note(file number: UInt64, path: String) -> Int? {
    let place = path.withBytes { crash_note_file(number, $0) }
    return place < 0 ? nil : Int(place)
  }

  /// The number that `note` returned to the calling thread last.
  package static var thread: Int? {
    var number: UInt64 = 0
    let place = crash_own_file(&number)
    return place < 0 ? nil : Int(place)
  }

  /// Notes that the calling thread reads no file any more.
  package static func noteNoFile() { crash_note_no_file() }
}

extension String {
  fileprivate func withBytes<Result>(_ body: (crash_text) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(crash_text(start: $0.baseAddress, count: $0.count)) }
  }
}
