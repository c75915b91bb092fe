import ActionItems
import CivilTime
import DueDates
import ItemRecords
import LanguageModel
import Store
import Synchronization
import System
import TestSupport
import Testing

@testable import Extraction

/// The number of reads that settling the windows of a batch takes.
@Suite struct BatchCollectionTests {
  /// A folder that counts the reads of its files.
  final class CountingFolder: StorageFolder {
    let base: any StorageFolder
    let reads: Atomic<Int>
    private let parent: CountingFolder?

    init(_ base: any StorageFolder, in parent: CountingFolder? = nil) {
      (self.base, self.parent) = (base, parent)
      reads = Atomic(0)
    }

    func count() {
      reads.add(1, ordering: .relaxed)
      parent?.count()
    }

    var path: String { base.path }
    func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
      CountingFile(try base.open(name, mode), self)
    }
    func rename(_ name: String, to other: String) throws(StorageError) {
      try base.rename(name, to: other)
    }
    func remove(_ name: String) throws(StorageError) { try base.remove(name) }
    func sync() throws(StorageError) { try base.sync() }
    func identity(of name: String) throws(StorageError) -> FileIdentity? {
      try base.identity(of: name)
    }
    func removeFolder(_ name: String) throws(StorageError) { try base.removeFolder(name) }
    func names() throws(StorageError) -> [String] { try base.names() }
    func folder(_ name: String) throws(StorageError) -> any StorageFolder {
      CountingFolder(try base.folder(name), in: self)
    }
    func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder {
      CountingFolder(try base.existingFolder(name), in: self)
    }
    func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)? {
      try base.lock(name, wait: wait)
    }
  }

  final class CountingFile: StorageFile {
    private let base: any StorageFile
    private let folder: CountingFolder

    init(_ base: any StorageFile, _ folder: CountingFolder) {
      (self.base, self.folder) = (base, folder)
    }

    func size() throws(StorageError) -> Int { try base.size() }
    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StorageError) -> Int {
      folder.count()
      return try base.read(into: buffer, at: offset)
    }
    func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) { try base.append(bytes) }
    func truncate(to size: Int) throws(StorageError) { try base.truncate(to: size) }
    func sync() throws(StorageError) { try base.sync() }
    func identity() throws(StorageError) -> FileIdentity { try base.identity() }
  }

  @Test func `the windows of a conversation are settled with one look at its marks`() async throws {
    let count = 60
    let directory = try TemporaryDirectory()
    let disk = try DiskFolder(existing: directory.path)
    let folder = CountingFolder(disk)
    let store = try ActionItemStore(folder: folder, creating: true, now: { .epoch })
    let ledger = BatchLedger(store: folder)
    let writer = try ledger.write(
      BatchHeader(
        number: 1, preparedAt: .epoch, until: Timestamp(seconds: 4_000_000_000) ?? .epoch,
        requests: "/r/requests.jsonl", model: "m", paths: ["/r/chat"]))
    var lines: [String] = []
    for place in 1...count {
      let name = BatchQuestionName(batch: 1, place: place, body: [], subject: [])
      try writer.add(
        BatchWindow(
          id: name.description, place: place, conversation: "c", lines: [.init(UInt64(place))]))
      lines.append(#"{"custom_id":"\#(name)","response":null,"error":{"code":"x"}}"#)
    }
    try writer.finish()
    try directory.write(lines.joined(separator: "\n"), to: "results")
    var results = ResultIndex()
    try results.add(disk.open("results", .reading), path: "results")
    let plan = RunPlan(
      nil, RunOptions(), .empty, zone: .utc, zones: ZoneDatabase(environment: [:]))
    let batch = try #require(try ledger.read().batches.first)
    let collection = try BatchCollection(of: batch, from: results, plan, into: store)
    var outcome = ExtractionRun.Outcome(
      report: ExtractionReport(), log: LoadingLog(), status: .done)
    let before = folder.reads.load(ordering: .relaxed)
    let tally = try await collection.settle(&outcome)
    // Nothing of the chat was seen, so all answers wait.
    #expect(tally.unread == count && tally.changed == 0 && tally.late == 0)
    #expect(try ledger.read().batches.first?.waiting == count)
    #expect(folder.reads.load(ordering: .relaxed) - before < 4 * count)
  }
}
