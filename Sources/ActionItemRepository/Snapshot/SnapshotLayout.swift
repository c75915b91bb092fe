import Journal

/// The files of a snapshot, a folder below `snapshot/`.
///
/// Lines are written as in the journal, with the number of their last change; those of one
/// conversation lie together, in the order of conversation keys.
enum SnapshotLayout {
  /// The folder of all snapshots.
  static let folder = "snapshot"
  /// What the snapshot amounts to; written last.
  static let summary = "summary.json"
  /// Items, removed ones too.
  static let items = "items.jsonl"
  /// Messages that were read, or failed to be.
  static let marks = "marks.jsonl"
  /// From ids to places in `items`.
  static let byId = "items.by-id"
  /// From places in repository order to places in `items`; removed items are left out.
  static let byOrder = "items.by-order"
  /// From conversations to stretches of `items` and `marks`.
  static let byConversation = "conversations"

  static let idRecords = RecordLayout(kind: "items.by-id", size: 24, keySize: 16)
  static let orderRecords = RecordLayout(kind: "items.by-order", size: 56, keySize: 48)
  static let conversationRecords = RecordLayout(kind: "conversations", size: 40, keySize: 8)
}
