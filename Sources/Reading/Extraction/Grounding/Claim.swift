import ActionItems
import Windowing

/// What an item of a reply says of an open item, and of being done, held against its message.
///
/// Those whom an item concerns have a say in it. What somebody else tells of it counts where the message
/// plainly names whose it is or what it is about; it is told, for they may be wrong.
struct Claim {
  private(set) var known: Window.OpenItem?
  private(set) var isDone = false
  /// Whether somebody tells it whom the item does not concern.
  private(set) var isReport = false
  /// Whether the item is refused: it calls something done that is none of its writer's business.
  private(set) var isRefused = false
  /// What was not believed or is to be told, and of what.
  private(set) var notes: [(Note, words: String)] = []

  init(
    of item: ActionItemJSON, task: String, quote: String?, line: Int, _ links: LinkProof,
    _ text: inout WindowText
  ) {
    let named = links.named(by: item)
    known = links.link(of: item, task: task, quote: quote, line: line, &text)
    isDone = item.isDone && CompletionProof.mayBeDone(quote, in: text.text(ofLine: line))
    var isUnlinked = known != named
    if let open = known, !links.concerns(open, text.message(ofLine: line)) {
      isReport = links.reports(open, by: item, isDone: isDone, quote: quote, line: line, &text)
      if !isReport {
        // Others may ask for more of the same; done is done by those whom it concerns.
        isRefused = isDone
        (known, isUnlinked) = (nil, true)
      }
    } else if known == nil {
      isReport = links.reports(task, by: item, isDone: isDone, quote: quote, line: line, &text)
    }
    if isUnlinked { notes.append((.link, item.update ?? "")) }
    if item.isDone, !isDone { notes.append((.notDone, "")) }
    if isReport { notes.append((.reported, text.message(ofLine: line).sender ?? "")) }
  }
}
