import ActionItems
import CivilTime
import Exporting
import Extraction
import System

/// Writes the page of `extract --page`: the chat that a run without a store reads, with its items, by a `ChatPage`.
struct ExtractPage {
  let record = ChatRecord()
  private let invocation: Invocation
  private let file: ReplacedFile

  /// Opens the file, so that a wrong path is found before the run. Returns nil if no page is requested.
  init?(_ invocation: Invocation) async throws(CommandFailure) {
    guard let path = invocation.settings.value(of: RunOptionSet.page) else { return nil }
    self.invocation = invocation
    do throws(CommandFailure) {
      file = try await ReplacedFile(path: path, isPrivate: true, invocation.pipeWait)
    } catch {
      throw CommandFailure(.usage, "--page: \(error.message)")
    }
  }

  /// Writes the page with the items that a run found.
  func write(_ items: [ActionItem]) async throws {
    let clock = try invocation.itemClock()
    var options = ExportOptions()
    (options.now, options.isOverdue) = (clock.now, { clock.isOverdue($0) })
    options.local = { clock.zone.timestamp(at: $0) }
    var writer = ChatPage(options: options, isShortened: record.isLong)
    let items = Dictionary(grouping: items, by: \.conversationId)
    for chat in record.chats {
      writer.add(
        ChatPage.Chat(
          title: chat.conversation.title ?? chat.conversation.id, messages: chat.messages,
          items: items[chat.conversation.id] ?? [],
          diagnostics: chat.diagnostics.map(ChatPage.ItemDiagnostic.init), unread: chat.unread))
    }
    try file.stream.write(writer.finish())
    try file.commit()
  }
}

extension ChatPage.ItemDiagnostic {
  fileprivate init(_ diagnostic: Diagnostic) {
    let item = diagnostic.item
    self.init(
      messageId: diagnostic.sourceMessageId, task: item.task, assignee: item.assignee,
      deadline: item.deadline, quote: item.quote, reason: diagnostic.description,
      isRejected: diagnostic.rejection != nil)
  }
}
