/// A handle for the progress of reading one window, written to the run's crash record until its results are committed.
/// After a crash, the next run sees which windows were being read.
package protocol WindowNote: AnyObject, Sendable {
  /// Records that reading the window starts now, after waiting for its turn.
  func beginReading()

  /// Records that the calling thread works on the window.
  func enter()

  /// Records that the calling thread pauses work on the window, for example to await a reply.
  func leave()

  /// Records that the window was read, but its results are still to be processed.
  func finishReading()

  /// Records that its results only wait to be committed. Waiting cannot cause a crash.
  func wait()

  /// Removes the note. A window that was suspect and not read completely stays suspect.
  func end(isRead: Bool)
}
