import Foundation
import OfflineModel
import OfflineTraining

// Learns the offline model's weights and tells how they do on sources that they were not learned from.
let usage = """
  usage: offline-train --labels FILE… --chats FILE… [--teams FILE…] [--curve] [--replay]
                       [--out FILE]

  """
var files: [String: [String]] = [:]
var option = ""
for argument in CommandLine.arguments.dropFirst() {
  if argument.hasPrefix("--") {
    option = argument
    files[option] = []
  } else {
    files[option, default: []].append(argument)
  }
}
let labels = files.removeValue(forKey: "--labels") ?? []
let chats = files.removeValue(forKey: "--chats") ?? []
let teams = files.removeValue(forKey: "--teams") ?? []
let isCurveWanted = files.removeValue(forKey: "--curve") != nil
let isReplayWanted = files.removeValue(forKey: "--replay") != nil
let out = files.removeValue(forKey: "--out")
guard !labels.isEmpty, !chats.isEmpty, files.isEmpty, out.map({ $0.count == 1 }) ?? true else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}
do {
  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
  let corpus = try Corpus(
    chats: chats.map(bytes), teams: teams.map(bytes), labels: labels.map(bytes))
  if let first = corpus.awaited.first {
    FileHandle.standardError.write(
      Data(
        "offline-train: no chat is given for \(corpus.awaited.count) labelled conversations, '\(first)' among them\n"
          .utf8))
  }
  let trial = LeaveOneOut(corpus)
  if isCurveWanted { print(trial.curve(), terminator: "\n\n") }
  var weights = Trainer().weights(from: corpus)
  print(trial.settle(&weights))
  if isReplayWanted { print("\n" + Replay(corpus, settled: weights).table()) }
  print("\nlabels \(String(corpus.digest, radix: 16))")
  if let out { try Data(weights.bytes).write(to: URL(filePath: out[0])) }
} catch {
  FileHandle.standardError.write(Data("offline-train: \(error)\n".utf8))
  exit(1)
}
