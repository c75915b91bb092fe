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
    return messages.reduce(0) { $0 + 256 + $1.text.utf8.count }
  }
}

/// Takes what loaders find, and what they leave to others.
protocol LoadingSink: ConversationSink {
  /// Leaves a file of a format's folder, which may be another export, to be read for itself.
  func leave(_ file: ExportFile) throws
  /// Leaves a folder within a format's folder to be read for itself.
  func leave(_ folder: ExportFolder) throws
}
