import ActionItems
import Encoding
import Extraction
import System

/// `inspect --plan N`: counts the conversations and messages of each of N shards, and prints how even the shards are.
final class ShardPlan: InspectSink {
  private let count: Int
  private var messages: [String: Int] = [:]
  private var titles: [String: String] = [:]

  init(_ count: Int, _ invocation: Invocation, _ filter: ConversationFilter) {
    self.count = count
    super.init(invocation, filter)
  }

  override func begin(_ conversation: Conversation) throws {
    try super.begin(conversation)
    guard self.conversation != nil else { return }
    messages[conversation.id, default: 0] += 0
    titles[conversation.id] = conversation.title
  }

  override func add(_ messages: [Message]) throws {
    guard let conversation else { return }
    self.messages[conversation.id, default: 0] += messages.count(where: filter.takes)
  }

  /// The size of one shard.
  private struct Share {
    var conversations = 0
    var messages = 0
  }

  override func finish() throws {
    var shares = [Share](repeating: Share(), count: count)
    for (id, messages) in messages {
      let place = Shard(ofConversation: id, among: count).number - 1
      shares[place].conversations += 1
      shares[place].messages += messages
    }
    let total = messages.values.reduce(0, +)
    func name(_ place: Int) -> String { "\(Shard(place + 1, of: count))" }
    try invocation.print(
      shares.enumerated(), titles: ["SHARD", "CONVERSATIONS", "MESSAGES", "PERCENT"],
      cells: { place, share in
        let permille = total == 0 ? 0 : (share.messages * 1000 + total / 2) / total
        return [
          name(place), "\(share.conversations)", "\(share.messages)",
          "\(permille / 10).\(permille % 10)",
        ]
      },
      object: { place, share in
        [
          "shard": .string(name(place)), "conversations": .int(share.conversations),
          "messages": .int(share.messages),
        ]
      })
    if total > 0 { report(shares, of: total) }
  }

  /// Reports the size of the largest shard relative to the average, and a conversation that is too large to divide.
  private func report(_ shares: [Share], of total: Int) {
    let largest = shares.map(\.messages).max() ?? 0
    let hundredths = (largest * count * 100 + total / 2) / total
    let fraction = "\(100 + hundredths % 100)".dropFirst()
    invocation.console.inform(
      "the largest share is \(hundredths / 100).\(fraction) times the average")
    guard let longest = messages.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      longest.value * count > total
    else { return }
    let name = SafeText.line(titles[longest.key] ?? longest.key)
    let most = max(1, total / longest.value)
    invocation.console.inform(
      "\(name) alone has \(longest.value) of \(total.counted("message")): more than "
        + "\(most.counted("share is", "shares are")) not faster")
  }
}
