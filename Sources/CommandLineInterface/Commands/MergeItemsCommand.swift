import ActionItemModel
import ActionItemRepository
import Glibc
import ItemCoding
import JSONText
import Journal
import SyncEngine

/// `merge-items FROM…`: several stores, or items in lines, become one store.
enum MergeItemsCommand {
  static let command = Command(
    name: "merge-items", operands: "FROM…", operandCount: 1...100_000,
    summary: "put other stores, or items in lines, into one store",
    details: """
      Each FROM is the folder of a store, or a file ('-' for standard input) with an item a line, as
      'extract --json' prints them. Their items are put into the store that --store names, once each, in
      any order, however often: field by field, a person's word before a model's, then the later one.

      From a store, what was read comes along, so that the next run asks nothing again, save for windows
      that failed there. Runs, people.json, positions of watchers and destinations do not; the other
      store is only read. Lines bring items alone. So an archive is read by four machines:

        actionitems extract --shard 1/4 --store part-1 ARCHIVE     (2/4 … on the others)
        actionitems merge-items part-1 part-2 part-3 part-4

      'inspect --plan 4' shows how even four shares are. Conversations that an export gives no id belong
      to a share by their title and speakers.
      """,
    options: [RunPermit.wait], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let console = invocation.console
    var status = ExitStatus.done
    // What is wrong with a name is told before a store is made.
    var sources: [Source] = []
    for path in invocation.operands {
      do throws(CommandFailure) {
        sources.append(try Source(path))
      } catch {
        console.fail(error.message)
        status = .partial
      }
    }
    if sources.isEmpty { return .noInput }
    let folder = try DiskFolder(creating: try invocation.storePath())
    let store = try ActionItemStore(folder: folder, creating: true, now: invocation.now)
    let lock = try await RunPermit.take(folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    var whole = FoldOutcome()
    for source in sources {
      let outcome = try await invocation.changing(store) {
        switch source {
        case .store(let folder): try await store.fold(storeIn: folder)
        case .lines(let path): try await fold(path, into: store, console)
        }
      }
      for warning in outcome.warnings { console.fail("\(source.name): \(warning)") }
      if !outcome.warnings.isEmpty { status = .partial }
      console.detail("\(source.name): \(sentence(outcome))")
      whole.add(outcome)
    }
    try await invocation.changing(store) { try await store.compactIfWorthwhile() }
    try invocation.printOutcome([
      "applied": .number("\(whole.applied)"), "known": .number("\(whole.known)"),
      "marks": .number("\(whole.marks)"),
      "conflicts": .array(whole.conflicting.sorted().map(JSONValue.string)),
    ])
    console.inform(sentence(whole))
    if !whole.conflicting.isEmpty {
      console.alert(
        "of \(whole.conflicting.count) items, people set something differently: "
          + "'actionitems sync --conflicts' shows them")
    }
    return status
  }

  private static func sentence(_ outcome: FoldOutcome) -> String {
    "\(outcome.applied) items new or changed, \(outcome.known) known, "
      + "\(outcome.marks) messages read before"
  }

  /// What items come from.
  private enum Source {
    case store(DiskFolder)
    case lines(String)

    init(_ path: String) throws(CommandFailure) {
      if path != "-", let folder = try? DiskFolder(existing: path) {
        guard ActionItemStore.exists(in: folder) else {
          throw CommandFailure(.noInput, "\(path) is a folder, but no store")
        }
        self = .store(folder)
        return
      }
      guard path == "-" || access(path, R_OK) == 0 else {
        throw CommandFailure(
          .noInput, InputStream.Failure(name: path, number: errno).description)
      }
      self = .lines(path)
    }

    var name: String {
      switch self {
      case .store(let folder): folder.path
      case .lines(let path): path == "-" ? "standard input" : path
      }
    }
  }

  // MARK: - Lines

  /// Much more than an item has.
  private static let lineLimit = 1 << 20
  private static let linesTogether = 1000
  private static let bytesTogether = 4 << 20
  /// So many bad lines are told one by one.
  private static let toldLines = 10

  /// What a line says: an item, with the bytes that it takes, or what is wrong with it.
  private struct ItemLine: Sendable {
    let number: Int
    let item: Result<ActionItem, any Error>
    var bytes = 0

    init(_ line: LineStream.Line, _ number: Int) {
      self.number = number
      guard case .bytes(let bytes) = line else {
        item = .failure(LineProblem.tooLong)
        return
      }
      self.bytes = bytes.count
      item = Result { try Self.item(bytes) }
    }

    private static func item(_ bytes: UnsafeBufferPointer<UInt8>) throws -> ActionItem {
      var reader = JSONReader(bytes)
      var isRemoved = false
      let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
        if key.equals("removal") { isRemoved = true }
        try reader.skipValue()
      }
      try reader.finish()
      if isRemoved || item.archivedAt != nil { throw LineProblem.isAway }
      guard SyncFrame.isItemID(item.id) else { throw LineProblem.badId }
      return item
    }
  }

  private static func fold(
    _ path: String, into store: ActionItemStore, _ console: Console
  ) async throws -> FoldOutcome {
    var outcome = FoldOutcome()
    let name = Source.lines(path).name
    var items: [ActionItem] = []
    var (weight, bad) = (0, 0)
    let lines = LineFeed(of: path, limit: lineLimit, ahead: 16) { ItemLine($0, $1) }
    for try await line in lines.elements {
      switch line.item {
      case .success(let item):
        items.append(item)
        weight += line.bytes
      case .failure(let problem):
        bad += 1
        if bad <= toldLines { console.fail("\(name), line \(line.number): \(problem)") }
      }
      if items.count == linesTogether || weight > bytesTogether {
        outcome.add(try await store.fold(items))
        (items, weight) = ([], 0)
        try Task.checkCancellation()
      }
    }
    // What was read ends where the reading is cancelled.
    try Task.checkCancellation()
    outcome.add(try await store.fold(items))
    if bad > 0 {
      outcome.warnings.append("\(bad == 1 ? "1 line holds" : "\(bad) lines hold") no item")
    }
    return outcome
  }

  private enum LineProblem: Error, CustomStringConvertible {
    case tooLong
    case isAway
    case badId

    var description: String {
      switch self {
      case .badId: "the item's id is empty, too long or not plain text"
      case .tooLong: "it is longer than a mebibyte"
      case .isAway:
        "the item is archived or removed, and a line would bring it in as open; merge the store itself"
      }
    }
  }
}
