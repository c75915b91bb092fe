import ActionItems
import Windowing

/// Checks which open item an item of a reply updates, if any, and whether it may mark the task as done.
///
/// It combines `LinkProof` and `CompletionProof` for `Grounding`.
///
/// The people involved in an item may update it. A report by anyone else counts if the message clearly names the
/// assignee or the subject. The item then gets a note, because the report may be wrong.
struct UpdateProof {
  /// The open item that is updated; nil for a new item.
  private(set) var known: Window.OpenItem?
  private(set) var isDone = false
  /// Whether the update comes from a person who is not involved in the item.
  private(set) var isReport = false
  /// Whether the item is rejected because it completes an item that its sender is not involved in.
  private(set) var isRefused = false
  /// Notes about statements that were not accepted or that the user should check, with the words they are about.
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
        // Other people may ask for more of the same. Only the people involved can complete the item.
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
