import ActionItemModel

/// What a loader tells, to be told again in its place.
enum LoadingEvent: Sendable {
  case begin(Conversation)
  case messages([Message])
  case end(ConversationReport)
  case fail(LoadingError)
  case pass(PassedReason, path: String)
  case leaveFile(ExportFile)
  case leaveFolder(ExportFolder)

  /// About how many bytes of memory it holds.
  var weight: Int {
    guard case .messages(let messages) = self else { return 256 }
    // Those without an id share what they hold.
    return messages.reduce(0) { $0 + ($1.id.isEmpty ? 64 : 256 + $1.text.utf8.count) }
  }
}
