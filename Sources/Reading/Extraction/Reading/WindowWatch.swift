package import ItemRecords
package import Windowing

/// Tracks which windows are being read, so that the next run knows which of them may have crashed this one.
package protocol WindowWatch: Sendable {
  /// The digests of a conversation's messages that were being read when an earlier run crashed.
  func suspects(ofConversation id: String) -> Set<UInt64>

  /// Notes that windows are about to be read: alone, with all else committed, or next to others.
  func begin(_ windows: [Window], isAlone: Bool) -> [any WindowNote]

  /// Notes that the results of windows are about to be committed.
  func commit(_ notes: [any WindowNote])
}
