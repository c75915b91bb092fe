import Extraction
import Store
import System

/// `batch collect RESULTS…`: takes the answers of batches.
enum CollectCommand {
  static let requests = Option.text(
    "requests", "FILE", isRepeatable: true,
    "the path of the file of questions, if it was moved"
  ).perCall

  static let command = Command(
    name: "batch collect", operands: "RESULTS…", operandCount: 1...100_000,
    summary: "read the answers of a batch",
    details: """
      Reads files of results, in any order, and stores the items in the answers as 'extract' would: each item
      must be supported by the chat, and items are merged in the order of the messages. A file may be given
      twice. Lines that report an error count as failures; the next 'extract' or 'batch prepare' reads their
      messages again, and those that an answer leaves open, since a batch cannot repeat a question. Collecting
      counts as a run ('actionitems runs'), with its tokens and, with --price-in and --price-out, its cost.

      The options that check answers against the chat were set when the batch was prepared.
      """,
    options: [
      requests, EndpointOptionSet.trustSilence, LimitOptionSet.priceIn, LimitOptionSet.priceOut,
      RunOptionSet.rejected, RunOptionSet.summary, RunOptionSet.metrics, LockWait.wait,
      ZoneOption.timeZone, ExtractDelivery.sync,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let prices = try LimitOptionSet.prices(settings)
    let store = try invocation.openStore()
    let warnings = await invocation.warn(of: store)
    let (results, log) = index(invocation)
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let delivery = try ExtractDelivery(invocation, store)
    let batches = try BatchLedger(store: store.folder).read().batches
    guard try isWanted(results, batches) else {
      // A run without anything in it is none.
      let isOurs = tellNothing(results, batches, invocation)
      return log.failures.isEmpty && !isOurs ? .partial : log.status
    }
    let console = invocation.console
    let model = models(results, batches)
    let status = try await StoredRun(
      invocation: invocation, model: model, store: store, prices: prices, storeWarnings: warnings
    ) { run, latest, watch in
      let rejections = try await ResultFiles(invocation: invocation).rejections()
      var collection = BatchCollection(
        of: results, into: store, console, invocation.zones, teamZone: invocation.teamZone)
      (collection.rejections, collection.latest) = (rejections, latest)
      collection.watch = watch
      collection.requests = settings.values(of: requests)
      collection.believesSilence = settings.isOn(EndpointOptionSet.trustSilence)
      let (report, tally) = try await collection.run(run)
      var log = log
      if report.short > 0 {
        log.warnings.append(
          "\(report.short) answers report fewer tokens than their questions have; if the server's context is too "
            + "small, items are missed (smaller --window-tokens of 'batch prepare' make smaller windows)"
        )
        console.warn(log.warnings[0])
      }
      for sentence in sentences(results, tally) {
        console.warn(sentence)
        log.warnings.append(sentence)
      }
      return try await ExtractionRun.outcome(report, log, rejections, console)
    }.run()
    return try await delivery.run(after: status)
  }

  /// Looks through the files; those that cannot be read are failures.
  private static func index(_ invocation: Invocation) -> (ResultIndex, LoadingLog) {
    var results = ResultIndex()
    var log = LoadingLog()
    for path in invocation.operands {
      let paths = BatchPaths(file: path)
      do {
        try results.add(try paths.open().open(paths.stem, .reading), path: path)
      } catch {
        invocation.console.fail("\(path): \(error)")
        log.failures.append((path, "\(error)"))
      }
    }
    for (path, count, first) in results.broken {
      let why =
        "\(count) lines are not results, the first is line \(first); an endpoint or a local server must answer the "
        + "questions first ('actionitems batch submit', then fetch); if the file was cut short, collect it again "
        + "when it is complete"
      invocation.console.fail("\(path): \(why)")
      log.failures.append((path, why))
    }
    log.messages = results.lines
    return (results, log)
  }

  /// Whether there is an answer that somebody waits for.
  private static func isWanted(_ results: ResultIndex, _ batches: [BatchFile]) throws -> Bool {
    try batches.contains { batch in
      guard results.count(ofBatch: batch.header.number) > 0 else { return false }
      var isWanted = false
      try batch.forEachWindow { window in
        if results.place(batch.header.number, window.place) != nil { isWanted = true }
      }
      return isWanted
    }
  }

  private static func models(_ results: ResultIndex, _ batches: [BatchFile]) -> String {
    let wanted = Set(results.batches)
    return Set(batches.filter { wanted.contains($0.header.number) }.map(\.header.model)).sorted()
      .joined(separator: ", ")
  }

  /// Tells that there is nothing to be taken; returns whether what there is answers questions of the store.
  private static func tellNothing(
    _ results: ResultIndex, _ batches: [BatchFile], _ invocation: Invocation
  ) -> Bool {
    var tally = BatchCollection.Tally()
    for number in results.batches {
      if batches.contains(where: { $0.header.number == number }) {
        tally.known += results.count(ofBatch: number)
      } else {
        tally.strange += results.count(ofBatch: number)
      }
    }
    tally.waiting = batches.reduce(0) { $0 + $1.waiting }
    for sentence in sentences(results, tally) { invocation.console.warn(sentence) }
    invocation.console.inform("no new results in \(results.lines) lines")
    return tally.known > 0 || results.foreign + tally.strange == 0
  }

  private static func sentences(
    _ results: ResultIndex, _ tally: BatchCollection.Tally
  ) -> [String] {
    var sentences: [String] = []
    if results.foreign + tally.strange > 0 {
      sentences.append(
        "\(results.foreign + tally.strange) results belong to no question of this store (--store selects another)"
      )
    }
    if tally.known > 0 { sentences.append("\(tally.known) results were collected before") }
    if tally.readMeanwhile > 0 {
      sentences.append(
        "\(tally.readMeanwhile) answers came too late: their messages were read in the meantime")
    }
    if tally.waiting > 0 {
      sentences.append("\(tally.waiting) questions are still unanswered")
    }
    return sentences
  }
}
