/// A note that a window is being read, kept until its results are committed. After a crash it shows what was read.
package protocol WindowNote: AnyObject, Sendable {
  /// Records that reading the window starts now, after waiting for its turn.
  func beginReading()

  /// Records that the calling thread works on the window.
  func enter()

  /// Records that the calling thread pauses work on the window, for example to await a reply.
  func leave()

  /// Records that the window was read, but its results are still to be processed.
  func finishReading()

  /// Records that its results wait to be committed, which cannot cause a crash.
  func wait()

  /// Removes the note. A window that was suspect and not read completely stays suspect.
  func end(isRead: Bool)
}
