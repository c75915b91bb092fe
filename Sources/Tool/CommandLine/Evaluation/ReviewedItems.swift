import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// Runs `eval --from-reviews`: reads from the store the items that people judged, and prints a `ReviewCard`.
struct ReviewedItems {
  let invocation: Invocation

  func run() async throws -> ExitStatus {
    let settings = invocation.settings
    for other in [EvalCommand.errors, EvalCommand.triage] {
      try refuse(
        if: settings.source(of: other) != nil,
        "--from-reviews and --\(other.name) cannot be used together")
    }
    try refuse(
      if: !invocation.operands.isEmpty,
      "--from-reviews and files cannot be used together: it evaluates the store")
    let store = try invocation.openStore()
    let judged = try await store.judgedItems().filter { $0.known.item.isFound }
    let unjudged = Mutex(0)
    try await store.forEachItem { known in
      if known.item.isFound, known.isItemByPeople == nil { unjudged.withLock { $0 += 1 } }
      return true
    }
    let card = ReviewCard(
      judged.map { known, isItem in
        (known.item.source.platform, known.item.model, known.item.conversationId, isItem)
      }, unjudged: unjudged.withLock { $0 })
    let status = await invocation.statusOfReading(store)
    let output = invocation.console.output
    if invocation.isJSON {
      try output.write(card.json)
    } else if judged.isEmpty {
      invocation.console.inform(
        "no findings reviewed yet; run 'actionitems review'")
    } else {
      try output.writeLines(ScoreText(width: output.width).lines(card))
      invocation.console.inform(
        "\(judged.count.counted("finding")) reviewed, \(card.unjudged) left ('actionitems review')")
    }
    return status
  }
}

extension ActionItem {
  /// Whether a model found the item. Items added by a person, here or elsewhere, do not count.
  fileprivate var isFound: Bool { model != AddCommand.model && source.platform != "sync" }
}
