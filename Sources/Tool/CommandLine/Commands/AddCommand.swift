import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import System

/// `add TASK`: an item that no chat asked for.
enum AddCommand {
  static let command = Command(
    name: "add", operands: "TASK", operandCount: 1...1, summary: "add an item by hand",
    details: """
      Adds an item, as in: actionitems add "Send the report" --assignee Anna --deadline friday
      Extraction keeps off it. 'actionitems undo' takes it back.
      """,
    options: [
      EditCommand.assignee, EditCommand.deadline, EditCommand.priority, ZoneOption.timeZone,
      PeopleOption.people,
    ], run: run)

  /// What stands in the place of a model.
  static let model = "person"
  /// What stands in the place of a conversation, and of a kind of chat.
  private static let origin = "by-hand"

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    var words = EditCommand.Words(invocation.settings)
    words.task = invocation.operands[0]
    var edit = try EditCommand.edit(
      invocation, words, naming: { $0 == "task" ? "the task" : "--\($0)" })
    let folder = try DiskFolder(creating: try invocation.storePath())
    try edit.assign(words, invocation, folder)
    // Not before all that was typed is well.
    let store = try invocation.makeStore()
    let id = UUIDv4.random()
    let now = invocation.now()
    var item = ActionItem(
      id: id, conversationId: origin, conversationTitle: "added by hand", task: edit.task ?? "",
      assignee: edit.assignee ?? nil, deadline: edit.deadline ?? nil,
      priority: edit.priority ?? .medium, messageId: id,
      source: .init(platform: origin, timestamp: try invocation.teamZone().timestamp(at: now)),
      extractedAt: now, model: model)
    if item.deadline != nil { item.timeZone = edit.timeZone }
    try await invocation.changing(store) { [item] in try await store.save([item]) }
    let kept = try await store.item(beginning: id).item
    try await ItemOutput(invocation, store).printChanged([kept])
    invocation.console.hint("'actionitems undo' takes it back")
    return .done
  }
}
