import ActionItems
import ItemRecords
import Windowing

/// Holds the open items that a reply names against what it and its messages say.
struct LinkProof {
  private let window: Window
  let people: People
  private let wordings: [TaskWording]
  private let objects: [Set<String>]

  init(_ window: Window, _ people: People) {
    self.window = window
    self.people = people
    wordings = window.openItems.map { TaskWording($0.task) }
    objects = window.openItems.map { TaskWords.objects(of: $0.task) }
  }

  /// The item as the reply names it, believed.
  func named(by item: ActionItemJSON) -> Window.OpenItem? {
    item.update.flatMap { window.openItem(forShortId: $0) }
  }

  /// The item that is meant: the named one where the task or the message speaks of what it is about, or where
  /// the message points elsewhere; one that the task names in so many words goes first. To do the same with
  /// something else is not to speak of it.
  func link(
    of item: ActionItemJSON, task: String, quote: String?, line: Int, _ text: inout WindowText
  ) -> Window.OpenItem? {
    let items = window.openItems
    guard let named = named(by: item), let place = items.firstIndex(of: named) else {
      return nil
    }
    let wording = TaskWording(task)
    if wordings[place].isSame(as: wording) { return named }
    let others = items.indices.filter { wordings[$0].isSame(as: wording) }
    if !others.isEmpty {
      let theirs = others.filter { concerns(items[$0], window.lines[line].message) }
      return theirs.count == 1 ? items[theirs[0]] : nil
    }
    if wordings[place].contradicts(wording) || isOfAnother(task, place, text.words(ofLine: line)) {
      return nil
    }
    if WordOrigins.count(objects[place], in: Set(WordList.telling(FoldedText(task)))) > 0
      || WordOrigins.count(objects[place], in: text.words(ofLine: line)) > 0
    {
      return named
    }
    let said = quote.map { FoldedText($0) } ?? text.text(ofLine: line)
    return TaskOrigin.speaksForItself(said) ? nil : named
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

  /// Whether an open item is its writer's own: who is to do it or who stated it, or anybody where nobody is to do it.
  func concerns(_ known: Window.OpenItem, _ message: Message) -> Bool {
    guard let assignee = known.assignee, let sender = message.sender else { return true }
    if sender == known.statedBy { return true }
    // Two people may have one name.
    if let id = known.assigneeId, let senderId = message.senderId { return id == senderId }
    return people.match(assignee)?.name == sender || assignee == sender
  }
}

/// What people tell of items that are not theirs: "Bob finished the report", "Ann takes over from Bob".
extension LinkProof {
  /// Whether a line tells of an open item: it names whose it is and something that it is about, or all that it is
  /// about.
  func reports(
    _ named: Window.OpenItem, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    guard !text.imitatesPrompt(line: line) else { return false }
    let said = text.text(ofLine: line)
    let objects = TaskWords.objects(of: named.task)
    let found = WordOrigins.count(objects, in: text.words(ofLine: line))
    let isTheirs = named.assignee.map { isNamed($0, in: said) } ?? false
    guard found > 0, isTheirs || objects.count > 1 && found == objects.count else { return false }
    if isDone { return CompletionProof.reports(quote, of: named.task, in: said) }
    if text.handsOver(line: line), let name = ReplyField.meaningful(item.assignee) {
      return isTheirs && isNamed(name, in: said)
    }
    return isTheirs && ReplyField.meaningful(item.deadline) != nil
      && !CompletionProof.isRequest(quote, in: said)
  }

  /// Whether a line tells that somebody else has done a task, or has it from now on, where no open item is named.
  func reports(
    _ task: String, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    let said = text.text(ofLine: line)
    guard isDone || text.handsOver(line: line), !text.imitatesPrompt(line: line),
      let name = ReplyField.meaningful(item.assignee), let person = people.match(name),
      let sender = text.message(ofLine: line).sender, person.name != sender,
      isNamed(name, in: said),
      WordOrigins.count(TaskWords.objects(of: task), in: text.words(ofLine: line)) > 0
    else { return false }
    if isDone { return CompletionProof.reports(quote, of: task, in: said) }
    // From whom it goes has to be named as well.
    return people.contains { $0.name != person.name && $0.stands(in: said) }
  }

  private func isNamed(_ name: String, in said: FoldedText) -> Bool {
    if let person = people.match(name) { return person.stands(in: said) }
    return said.find(FoldedText(name).bytes[...]) != nil
  }
}
