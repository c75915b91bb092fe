/// The note that a window is being read, until what came of it is committed.
package protocol WindowNote: AnyObject, Sendable {
  /// Says that the window is read from now on, as against waiting for its turn.
  func beginReading()

  /// Says that the calling thread works on the window.
  func enter()

  /// Says that the calling thread does not work on it any more, as while an answer is awaited.
  func leave()

  /// Says that the window was read; what came of it is still to be looked at.
  func finishReading()

  /// Notes that what came of it waits to be committed, and can do no harm meanwhile.
  func wait()

  /// Removes the note; a window that was not read to its end stays suspect if it was.
  func end(isRead: Bool)
}
