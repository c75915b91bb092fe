package import CivilTime
import ItemRecords
package import Store
package import System

/// Takes the answers of batches from files of results, in the order in which the questions were prepared.
package struct BatchCollection {
  let store: ActionItemStore
  let results: ResultIndex
  let console: Console
  /// The zones there are, and the team's, for a batch whose own is not known here.
  let zones: ZoneDatabase
  let teamZone: () throws -> Zone
  package var rejections: RejectionFile?
  /// Where files of questions lie by now that were moved since they were prepared.
  package var requests: [String] = []
  /// Whether answers without an item are believed, whatever was set for the batch.
  package var believesSilence = false
  /// Is told how far the collection is, batch by batch.
  package var latest = LatestReport()
  /// Follows which windows are read.
  package var watch: RunWatch?

  package init(
    of results: ResultIndex, into store: ActionItemStore, _ console: Console,
    _ zones: ZoneDatabase, teamZone: @escaping () throws -> Zone
  ) {
    (self.results, self.store, self.console) = (results, store, console)
    (self.zones, self.teamZone) = (zones, teamZone)
  }

  /// What the results held, beside what a run reports.
  package struct Tally {
    /// Windows whose answers were taken.
    package var taken = 0
    /// Answers to questions whose answers were taken before.
    package var known = 0
    /// Windows whose messages were read in another way meanwhile.
    package var readMeanwhile = 0
    /// Windows that still wait for their answers.
    package var waiting = 0
    /// Answers of batches that the store does not know.
    package var strange = 0

    package init() {}
  }

  package func run(_ run: Int) async throws -> (report: ExtractionReport, tally: Tally) {
    var tally = Tally()
    let ledger = BatchLedger(store: store.folder)
    let (batches, damages) = try ledger.read()
    for damage in damages { console.alert(damage) }
    let known = Set(batches.map(\.header.number))
    for number in results.batches where !known.contains(number) {
      tally.strange += results.count(ofBatch: number)
    }
    var collection = ReplyCollection(memory: store) { [rejections] in rejections?.write($0) }
    for window in try await watch?.settle(in: store, readLevel: .endpoint) ?? [] {
      collection.fail(what: window.what, why: window.why)
    }
    var silent = 0
    for batch in batches {
      let number = batch.header.number
      let count = results.count(ofBatch: number)
      guard count > 0, batch.waiting > 0 else {
        tally.waiting += batch.waiting
        tally.known += count
        continue
      }
      var reading = try BatchReading(batch, self, run: run)
      try await reading.judgeSilence()
      silent += reading.disbelieved
      let taken: Result<Void, any Error>
      do {
        taken = .success(try await reading.take(into: &collection, &tally))
      } catch {
        // What was taken before a signal or a damaged file is kept.
        taken = .failure(error)
      }
      // Nothing waits no more before what its answer held is on disk.
      try await collection.commit()
      latest.take(collection.report)
      try ledger.keep({ !reading.done.contains($0.place) }, of: batch)
      try taken.get()
      tally.waiting += batch.waiting - reading.done.count
      if reading.done.count == batch.waiting {
        console.inform(
          "batch \(number) is complete; the files of \(batch.header.requests) are not needed any more, and "
            + "hold chat")
      }
    }
    var report = try await collection.finish(run: run)
    if silent > 0 {
      report.stopped = .endpoint(
        "the model found nothing in all \(silent) windows that it answered: it may not read what it is "
          + "given; the answers are left where they are ('batch collect --trust-silence' believes them)"
      )
    }
    return (report, tally)
  }

  /// What was kept for a batch, opened.
  func windows(of batch: BatchFile) throws -> WindowFileReader {
    let paths = BatchPaths(requests: requestsPath(of: batch))
    let path = paths.path(paths.windows)
    do {
      if let reader = try WindowFileReader.open(batch.header, ofStore: store.id, paths) {
        return reader
      }
    } catch let error as StorageError where error.isMissing {
      throw CommandFailure(
        .noInput,
        "\(path) is not there, and without it the answers of batch \(batch.header.number) "
          + "cannot be read; put it back, or name the questions beside which it lies "
          + "(--requests FILE)")
    }
    throw CommandFailure(
      .noInput,
      "\(path) is not what was kept for batch \(batch.header.number) of this store; name the "
        + "questions beside which that lies (--requests FILE)")
  }

  private func requestsPath(of batch: BatchFile) -> String {
    let stem = BatchPaths(requests: batch.header.requests).stem
    return requests.first { BatchPaths(requests: $0).stem == stem } ?? batch.header.requests
  }
}
