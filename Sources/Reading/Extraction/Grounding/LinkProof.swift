import ActionItems
import ItemRecords
import Windowing

/// Checks which open item an item of a reply updates, and whether a message reports on another person's item.
struct LinkProof {
  private let window: Window
  let people: People
  private let wordings: [TaskWording]
  private let objects: [Set<String>]

  init(_ window: Window, _ people: People) {
    self.window = window
    self.people = people
    wordings = window.openItems.map { TaskWording($0.task) }
    objects = window.openItems.map { TaskObjects.objects(of: $0.task) }
  }

  /// Returns the open item that the reply names, unchecked.
  func named(by item: ActionItemJSON) -> Window.OpenItem? {
    item.update.flatMap { window.openItem(forShortId: $0) }
  }

  /// Returns the open item that an item of a reply updates.
  /// This is the named one if the task or the message mentions its subject, or if the message names no subject. An open
  /// item with the same wording as the task takes precedence. The same action on another thing is not a mention.
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
    if WordOrigins.count(objects[place], in: Set(WordList.contentWords(of: NormalisedText(task))))
      > 0
      || WordOrigins.count(objects[place], in: text.words(ofLine: line)) > 0
    {
      return named
    }
    let said = quote.map { NormalisedText($0) } ?? text.text(ofLine: line)
    return TaskOrigin.speaksForItself(said) ? nil : named
  }

  /// Returns whether a message applies the same action to another thing: "fix the search page" is not "fix the login
  /// page".
  private func isOfAnother(_ task: String, _ place: Int, _ said: Set<String>) -> Bool {
    let things = TaskObjects.things(in: task)
    let others = TaskObjects.things(in: window.openItems[place].task)
    let named = TaskObjects.objects(of: task)
    guard things.subtracting(named) == others.subtracting(objects[place]) else { return false }
    return !things.subtracting(others).isDisjoint(with: said)
      && !others.subtracting(things).isSubset(of: said)
  }

  /// Returns whether a message's sender is involved in an open item, as its assignee or as the person who stated it.
  /// Everyone is involved in an item without an assignee.
  func concerns(_ known: Window.OpenItem, _ message: Message) -> Bool {
    guard let assignee = known.assignee, let sender = message.sender else { return true }
    if sender == known.statedBy { return true }
    // Two people may have the same name.
    if let id = known.assigneeId, let senderId = message.senderId { return id == senderId }
    return people.match(assignee)?.name == sender || assignee == sender
  }
}

/// Reports about other people's items: "Bob finished the report", "Ann takes over from Bob".
extension LinkProof {
  /// Returns whether a line reports on an open item. It must name the assignee and part of the subject, or the whole
  /// subject.
  func reports(
    _ named: Window.OpenItem, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    guard !text.imitatesPrompt(line: line) else { return false }
    let said = text.text(ofLine: line)
    let objects = TaskObjects.objects(of: named.task)
    let found = WordOrigins.count(objects, in: text.words(ofLine: line))
    let isTheirs = named.assignee.map { isNamed($0, in: said) } ?? false
    guard found > 0, isTheirs || objects.count > 1 && found == objects.count else { return false }
    if isDone { return CompletionProof.reports(quote, of: named.task, in: said) }
    if text.handsOver(line: line), let name = FieldText.meaningful(item.assignee) {
      return isTheirs && isNamed(name, in: said)
    }
    return isTheirs && FieldText.meaningful(item.deadline) != nil
      && !CompletionProof.isRequest(quote, in: said)
  }

  /// Returns whether a line reports that another person has done a task or takes it over. Used if no open item is
  /// named.
  func reports(
    _ task: String, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    let said = text.text(ofLine: line)
    guard isDone || text.handsOver(line: line), !text.imitatesPrompt(line: line),
      let name = FieldText.meaningful(item.assignee), let person = people.match(name),
      let sender = text.message(ofLine: line).sender, person.name != sender,
      isNamed(name, in: said),
      WordOrigins.count(TaskObjects.objects(of: task), in: text.words(ofLine: line)) > 0
    else { return false }
    if isDone { return CompletionProof.reports(quote, of: task, in: said) }
    // The previous assignee has to be named as well.
    return people.contains { $0.name != person.name && $0.isNamed(in: said) }
  }

  private func isNamed(_ name: String, in said: NormalisedText) -> Bool {
    if let person = people.match(name) { return person.isNamed(in: said) }
    return said.find(NormalisedText(name).bytes[...]) != nil
  }
}
