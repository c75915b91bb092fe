import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import System

/// `add TASK`: adds an item that is in no chat.
enum AddCommand {
  static let command = Command(
    name: "add", operands: "TASK", operandCount: 1...1, summary: "add an item by hand",
    details: """
      Adds an item, as in: actionitems add "Send the report" --assignee Anna --deadline friday
      Extraction does not change it. 'actionitems undo' reverts it.
      """,
    options: [
      EditCommand.assignee, EditCommand.deadline, EditCommand.priority, ZoneOption.timeZone,
      PeopleOption.people,
    ], run: run)

  /// The value of `model` for items of a person.
  static let model = "person"
  /// The conversation id and platform of items added by hand.
  private static let origin = "by-hand"

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    var words = EditCommand.Words(invocation.settings)
    words.task = invocation.operands[0]
    var edit = try EditCommand.edit(
      invocation, words, naming: { $0 == "task" ? "the task" : "--\($0)" })
    let folder = try invocation.makeStoreFolder()
    try edit.assign(words, invocation, folder)
    // The store is created only after all arguments are valid.
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
    invocation.console.hint("'actionitems undo' reverts it")
    return .done
  }
}
