import Encoding
import Glibc
import Store
import System

/// `merge-items FROM…`: merges several stores, or items as lines, into one store.
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
    options: [LockWait.wait], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let console = invocation.console
    var status = ExitStatus.done
    // Invalid paths are reported before a store is created.
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
    let store = try invocation.makeStore()
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    var whole = FoldOutcome()
    for source in sources {
      let outcome = try await invocation.changing(store) {
        switch source {
        case .store(let folder): try await store.fold(storeIn: folder)
        case .lines(let path): try await ItemLines(path: path, console: console).fold(into: store)
        }
      }
      for warning in outcome.warnings { console.fail("\(source.name): \(warning)") }
      if !outcome.warnings.isEmpty { status = .partial }
      console.detail("\(source.name): \(sentence(outcome))")
      whole.add(outcome)
    }
    try await invocation.changing(store) { try await store.compactIfWorthwhile() }
    try invocation.printOutcome([
      "applied": .int(whole.applied), "known": .int(whole.known), "marks": .int(whole.marks),
      "conflicts": .texts(whole.conflicting.sorted()),
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

  private enum Source {
    case store(DiskFolder)
    case lines(String)

    init(_ path: String) throws(CommandFailure) {
      if path != "-", let folder = try? DiskFolder(existing: path) {
        let isStore: Bool
        do {
          isStore = try ActionItemStore.isThere(folder)
          // A damaged store ends only its own part.
          if isStore { _ = try ActionItemStore(path: path) }
        } catch {
          throw CommandFailure(.noInput, "\(error)")
        }
        guard isStore else { throw CommandFailure(.noInput, "\(path) is a folder, but no store") }
        self = .store(folder)
        return
      }
      guard path == "-" || access(path, R_OK) == 0 else {
        throw CommandFailure(.noInput, InputStream.Failure(name: path, number: errno).description)
      }
      self = .lines(path)
    }

    var name: String {
      switch self {
      case .store(let folder): folder.path
      case .lines(let path): InputStream.name(of: path)
      }
    }
  }
}
