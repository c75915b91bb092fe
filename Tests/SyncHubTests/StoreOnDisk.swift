import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

/// A store in a folder, with a fixed time. Below: a commit of one item, and an edit made from its fields.
enum StoreOnDisk {
  static func make(_ path: String) throws -> ActionItemStore {
    try ActionItemStore(
      folder: try DiskFolder(creating: path), creating: true,
      now: { Timestamp(seconds: 1_767_600_000) ?? .epoch })
  }

  /// Adds a number of items.
  static func add(_ count: Int, _ what: String, to store: ActionItemStore) async throws {
    for number in 0..<count {
      try await store.commit("\(what) \(number)", "\(what)-\(number)")
    }
  }

  static func tasks(_ store: ActionItemStore) async throws -> [String] {
    try await store.fetch().map(\.task).sorted()
  }
}

extension ActionItemStore {
  /// Commits one item, with its task and its message.
  @discardableResult
  func commit(
    _ task: String, _ message: String, for assignee: String? = nil, deadline: String? = nil,
    kind: Conversation.Kind? = nil, in conversation: String = "c",
    context: [Finding.ContextLine] = []
  ) throws -> [[ItemChange]] {
    try commit([
      SimulatedClient.outcome(
        task, message, for: assignee, deadline: deadline, kind: kind, in: conversation,
        context: context)
    ])
  }
}

extension ActionItemStore.Edit {
  init(
    task: String? = nil, assignee: String?? = nil, deadline: Deadline?? = nil,
    priority: Priority? = nil
  ) {
    self.init()
    (self.task, self.assignee, self.deadline) = (task, assignee, deadline)
    self.priority = priority
  }
}
