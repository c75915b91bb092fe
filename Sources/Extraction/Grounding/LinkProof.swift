import ActionItemModel
import ReplyDecoding
import Windowing

/// Holds the open items that a reply names against what it and its messages say.
struct LinkProof {
  private let window: Window
  let people: People
  private let wordings: [TaskWording]
  /// What each open item is about.
  private let objects: [Set<String>]

  init(_ window: Window, _ people: People) {
    self.window = window
    self.people = people
    wordings = window.openItems.map { TaskWording($0.task) }
    objects = window.openItems.map { TaskWords.objects(of: $0.task) }
  }

  /// What becomes of a link.
  enum Link {
    /// The reply names no open item.
    case none
    case item(Window.OpenItem)
    /// The words speak of another open item than the one that is named.
    case other(Window.OpenItem)
    /// The words speak of none.
    case dropped

    /// The item that is meant.
    var item: Window.OpenItem? {
      switch self {
      case .item(let item), .other(let item): item
      case .none, .dropped: nil
      }
    }

    /// Whether it is not the one that the reply names.
    var isCorrected: Bool {
      switch self {
      case .other, .dropped: true
      case .none, .item: false
      }
    }
  }

  /// The item as the reply names it, believed.
  func named(by item: ActionItemJSON) -> Link {
    item.update.flatMap { window.openItem(forShortId: $0) }.map(Link.item) ?? .none
  }

  /// The item that is meant: the named one where the task or the message speaks of what it is about, or where
  /// the message points elsewhere; one that the task names in so many words goes first. To do the same with
  /// something else is not to speak of it.
  func link(
    of item: ActionItemJSON, task: String, quote: String?, line: Int, _ text: inout WindowText
  ) -> Link {
    let items = window.openItems
    guard let named = named(by: item).item, let place = items.firstIndex(of: named) else {
      return .none
    }
    let wording = TaskWording(task)
    if wordings[place].isSame(as: wording) { return .item(named) }
    let others = items.indices.filter { wordings[$0].isSame(as: wording) }
    if !others.isEmpty {
      let theirs = others.filter { concerns(items[$0], window.lines[line].message) }
      return theirs.count == 1 ? .other(items[theirs[0]]) : .dropped
    }
    if wordings[place].contradicts(wording)
      || isOfAnother(task, place, text.words(ofLine: line))
    {
      return .dropped
    }
    if WordOrigins.count(objects[place], in: Set(WordList.telling(FoldedText(task)))) > 0
      || WordOrigins.count(objects[place], in: text.words(ofLine: line)) > 0
    {
      return .item(named)
    }
    let said = quote.map { FoldedText($0) } ?? text.text(ofLine: line)
    return TaskOrigin.speaksForItself(said) ? .dropped : .item(named)
  }

  /// Whether a message has the same done with another thing: "fix the search page" is not "fix the login page".
  private func isOfAnother(_ task: String, _ place: Int, _ said: Set<String>) -> Bool {
    let things = TaskWords.things(in: task)
    let others = TaskWords.things(in: window.openItems[place].task)
    let named = TaskWords.objects(of: task)
    guard things.subtracting(named) == others.subtracting(objects[place]) else { return false }
    return !things.subtracting(others).isDisjoint(with: said)
      && !others.subtracting(things).isSubset(of: said)
  }

  /// Whether an open item is its writer's own: who is to do it or who stated it, or anybody where
  /// nobody is to do it.
  func concerns(_ known: Window.OpenItem, _ message: Message) -> Bool {
    guard let assignee = known.assignee, let sender = message.sender else { return true }
    if sender == known.statedBy { return true }
    // Two people may have one name.
    if let id = known.assigneeId, let senderId = message.senderId { return id == senderId }
    return people.match(assignee)?.name == sender || assignee == sender
  }
}
