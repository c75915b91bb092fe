import ActionItems
import CivilTime
import Dispatch
import Extraction
import Glibc
import ItemRecords
// A program that crashes, to test crash reports and the state that is left:
//
//     CrashProbe overflow main|task|queue|thread    recurses until the stack is full
//     CrashProbe read STORE TEXT trap|kill FILE     an offline run that ends where a window holds the text
import LanguageModel
import Loading
import Store
import System
import Windowing

/// Recurses without end, in a way that the compiler does not turn into a loop.
@inline(never) func overflow(_ depth: Int) -> Int {
  var room = (depth, depth, depth, depth, depth, depth, depth, depth)
  return withUnsafeMutableBytes(of: &room) {
    $0[depth & 63] = 1
    return overflow(depth + 1)
  }
    + room.0
}

func overflow(on thread: String) async {
  switch thread {
  case "main": print(overflow(0))
  case "task": print(await Task.detached { overflow(0) }.value)
  case "queue":
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "probe").async {
        print(overflow(0))
        continuation.resume()
      }
    }
  default:
    var number = pthread_t()
    pthread_create(
      &number, nil,
      { _ in
        print(overflow(0))
        return nil
      }, nil)
    pthread_join(number, nil)
  }
}

/// The offline model, which crashes at a text.
struct BreakingModel: WindowModel {
  let model: any WindowModel
  let text: String
  let isKilled: Bool

  var name: String { model.name }
  var readLevel: ReadLevel { model.readLevel }

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    if window.lines.contains(where: { $0.message.text.contains(text) }) {
      if isKilled { kill(getpid(), SIGKILL) }
      let none: [Int] = []
      print(none[window.lines.count])
    }
    return try await model.reply(to: window)
  }
}

func read(store path: String, _ text: String, isKilled: Bool, _ file: String) async throws {
  let now: @Sendable () -> Timestamp = Timestamp.now
  let store = try ActionItemStore(
    folder: try DiskFolder(creating: path), creating: true, now: now)
  let lock = try RunLock(folder: store.folder, now: now())
  defer { withExtendedLifetime(lock) {} }
  let zones = ZoneDatabase(environment: [:])
  var plan = RunPlan(nil, RunOptions(), .empty, zone: .utc, zones: zones)
  plan = plan.withModel(BreakingModel(model: plan.model, text: text, isKilled: isKilled))
  let errors = OutputStream(.standardError, isBuffered: false)
  let console = Console(output: errors, errors: errors, isQuiet: false, isVerbose: false)
  let run = try await store.nextRun()
  let watch = try await RunWatch(store, run: run, retriesFatal: false)
  let outcome = try await watch.watching(console) {
    var extraction = ExtractionRun(
      plan, run: run,
      FeedLoader([file], LoadingOptions(zone: .utc, zones: zones), ConversationFilter(), console),
      memory: store, console: console, now: now())
    extraction.watch = watch
    return (try await extraction.start(), isWhole: true)
  }
  print(outcome.report.newMessages, outcome.report.failures.count, outcome.status.rawValue)
}

StandardStreams.fill()
CrashReport.begin(program: "CrashProbe")
let arguments = CommandLine.arguments.dropFirst().map { $0 }
CrashReport.setCommand(arguments[0])
switch arguments[0] {
case "overflow": await overflow(on: arguments[1])
default:
  try await read(
    store: arguments[1], arguments[2], isKilled: arguments[3] == "kill", arguments[4])
}
