/// A window that could not be read, with the reason. The store records it, and sets it aside if it keeps failing.
package struct FailedWindow: Hashable, Sendable {
  /// The id of the conversation.
  package var conversationId: String
  /// The window's display name.
  package var what: String
  /// The reason of the failure.
  package var why: String
  /// The digests of its new messages.
  package var digests: [UInt64]
  /// The effect on the rest of the run.
  package var scope: FailureScope
  /// The model and its address, if a content filter there refused the window.
  package var refusedBy: String?
  /// The read level at which the window was read alone when the run crashed; nil if it did not.
  package var fatalAt: ReadLevel?

  package init(
    conversationId: String, what: String, why: String, digests: [UInt64],
    scope: FailureScope = .window, refusedBy: String? = nil, fatalAt: ReadLevel? = nil
  ) {
    (self.conversationId, self.what, self.why) = (conversationId, what, why)
    (self.digests, self.scope) = (digests, scope)
    (self.refusedBy, self.fatalAt) = (refusedBy, fatalAt)
  }

  /// Returns the windows with each message in only one of them. In a run, a message fails only once, however many
  /// exports contain it.
  package static func once(_ windows: [FailedWindow]) -> [FailedWindow] {
    var noted: [String: Set<UInt64>] = [:]
    return windows.compactMap { window in
      if window.digests.isEmpty { return window }
      var window = window
      window.digests.removeAll { !noted[window.conversationId, default: []].insert($0).inserted }
      return window.digests.isEmpty ? nil : window
    }
  }
}

/// The effect of a failure on the window and on the rest of the run.
package enum FailureScope: Sendable {
  /// The window alone fails.
  case window
  /// The window is too long for the model; parts of it may fit.
  case tooLong
  /// The endpoint's filter refuses the window, or something in it.
  case refused
  /// A further request is needed, which only a later run can send.
  case later
  /// The window was not read: its question goes into a batch, or has no answer yet.
  case unasked
  /// The endpoint did not answer. If that continues, the run ends.
  case endpoint
  /// The endpoint is overloaded. If that continues, the run ends.
  case busy
  /// No window can succeed, so the run ends.
  case run
  /// The user's limit is reached, so nothing more is sent.
  case limit
  case cancelled
}
