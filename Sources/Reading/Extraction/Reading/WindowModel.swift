package import ItemRecords
package import Windowing

/// Something that answers which items a window holds.
package protocol WindowModel: Sendable {
  /// The model's name, as items carry it.
  var name: String { get }
  /// The model and where it is: another one may answer what this one refuses.
  var address: String { get }
  var readLevel: ReadLevel { get }
  /// Whether a reply is awaited from elsewhere, and not worked out by the thread that asks.
  var isAwaited: Bool { get }
  /// Reads a window.
  ///
  /// Throws `WindowFailure`.
  func reply(to window: Window) async throws(WindowFailure) -> WindowReply

  /// Reads a window again whose reply could not be read.
  func reply(to window: Window, after mistake: ReplyMistake) async throws(WindowFailure)
    -> WindowReply

  /// Says that the reply to a window was of no use, so that it is not given again from memory.
  func discardReply(to window: Window)
}

extension WindowModel {
  package var address: String { name }

  package var isAwaited: Bool { readLevel != .offline }

  package func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(WindowFailure) -> WindowReply {
    try await reply(to: window)
  }

  package func discardReply(to window: Window) {}
}

package struct WindowReply: Sendable {
  /// The words in which items have to be found; nil where items were handed over as such.
  let text: String?
  let items: [ActionItemJSON]
  /// What was read of the chat itself, so that nothing of it has to be proven; nil where a model answered in words.
  let claims: [Window.Claim]?
  package var usage = Usage()
  /// Whether it was cut at a limit of tokens.
  package var isCut = false
  /// How much of the prompt the endpoint says to have read, where it does.
  package var prompt: PromptCount?

  package init(items: [ActionItemJSON]) {
    (text, self.items, claims) = (nil, items, nil)
  }

  package init(claims: [Window.Claim]) {
    (text, items, self.claims) = (nil, [], claims)
  }

  package init(
    text: String, usage: Usage = Usage(), isCut: Bool = false, prompt: PromptCount? = nil
  ) {
    (self.text, items, claims) = (text, [], nil)
    self.usage = usage
    self.isCut = isCut
    self.prompt = prompt
  }

  func decoded() throws(ReplyError) -> DecodedReply {
    guard let text else { return DecodedReply(items: items) }
    return try ReplyDecoder().decode(text)
  }
}

/// A reply that is of no use as it is, and why.
package struct ReplyMistake: Hashable, Sendable {
  package var reply: String
  /// The sentence that says what is wrong with it.
  package var problem: String

  /// Whether it could be read, and what it says does not stand.
  package var isReadable = false
}

package struct WindowFailure: Error, Sendable {
  package var reason: String
  package var reach: Reach
  /// What it cost nevertheless.
  package var usage: Usage
  /// The share of the chat that fits, if the window is too long and the share is known.
  package var fittingShare: Double?

  /// What a failure means for the window and for the rest of the run.
  package enum Reach: Sendable {
    /// Nothing: the window fails alone.
    case window
    /// The window is longer than the model can take; parts of it may not be.
    case tooLong
    /// The endpoint's filter refuses the window, or something in it.
    case refused
    /// There is more to be asked, and nobody to ask in this run.
    case later
    /// The endpoint did not answer; if that goes on, the run ends.
    case endpoint
    /// The endpoint has too much to do; if that goes on, the run ends.
    case busy
    /// No window can succeed: the run ends.
    case run
    /// A limit that the user set is reached: nothing more is asked.
    case limit
    case cancelled
  }

  package init(_ reason: String, reach: Reach, usage: Usage = Usage()) {
    self.reason = reason
    self.reach = reach
    self.usage = usage
  }

  /// The endpoint read only a part of the prompt.
  static func short(_ count: PromptCount, usage: Usage = Usage()) -> WindowFailure {
    WindowFailure(
      "the endpoint read \(count.counted) tokens of a prompt that has at least \(count.least): its context "
        + "is too small", reach: .tooLong, usage: usage)
  }
}
