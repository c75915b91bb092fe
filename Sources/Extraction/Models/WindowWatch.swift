package import Windowing

/// Follows which windows are read, so that the next run knows which of them may have ended this one.
package protocol WindowWatch: Sendable {
  /// The digests of a conversation's messages that were being read when an earlier run died.
  func suspects(ofConversation id: String) -> Set<UInt64>

  /// Notes that windows are about to be read: alone, with all else committed, or next to others.
  func begin(_ windows: [Window], isAlone: Bool) -> [any WindowNote]

  /// Notes that what came of windows is about to be committed.
  func commit(_ notes: [any WindowNote])
}

extension WindowWatch {
  func begin(_ window: Window, isAlone: Bool) -> any WindowNote {
    begin([window], isAlone: isAlone)[0]
  }
}

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
