import DueDates
import Encoding
import Foundation
import OfflineModel

// Trains the offline model's weights, and prints figures on held-out chats.
let usage = """
  usage: offline-train --labels FILE… --archives FILE… --teams FILE… [--tests FILE…] [--out FILE]

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
let known: Set = ["--labels", "--archives", "--teams", "--tests", "--out"]
guard files["--teams"]?.isEmpty == false, known.isSuperset(of: files.keys),
  files["--out"]?.count ?? 1 == 1
else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}

/// One in this many chats of teams is held out for the figures. Plain chats are all used; the tests have others.
let heldOut = 5

do {
  func bytes(_ option: String) throws -> [[UInt8]] {
    try files[option, default: []].map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
  }
  let (labels, teamFiles) = (try bytes("--labels"), try bytes("--teams"))
  let deadlines = DueDateReader()
  func chats(_ files: [[UInt8]]) throws -> [Trainer.Prepared] {
    try LabelledChat.chats(files, labels: labels).map { Trainer.Prepared($0, deadlines) }
  }
  let archives = try chats(try bytes("--archives"))
  var (teams, held): ([Trainer.Prepared], [Trainer.Prepared]) = ([], [])
  var count = 0
  for chat in try chats(teamFiles) {
    let isTeam = chat.lesson.chat.hasActs && chat.lesson.chat.source != "plain"
    if isTeam { count += 1 }
    if isTeam, count % heldOut == 0 { held.append(chat) } else { teams.append(chat) }
  }
  let tests = try chats(try bytes("--tests"))
  print("archives \(archives.count), teams \(teams.count), held out \(held.count)")
  var digest = FNV1a.start
  for byte in (labels + teamFiles).joined() { digest = FNV1a.adding(byte, to: digest) }
  let weights = Trainer(archives: archives, teams: teams, deadlines)
    .weights(digest: digest) { print($0) }
  let figures = Figures(deadlines)
  for (name, chats) in [("held out", held), ("tests", tests)] where !chats.isEmpty {
    print("\(name):")
    for line in figures.lines(chats, weights) { print("  \(line)") }
  }
  print("archives, sources left out, at the same threshold:")
  for line in figures.sources(archives, with: teams, threshold: weights.thresholds[1]) {
    print("  \(line)")
  }
  if let out = files["--out"]?.first { try Data(weights.bytes).write(to: URL(filePath: out)) }
} catch {
  FileHandle.standardError.write(Data("offline-train: \(error)\n".utf8))
  exit(1)
}
