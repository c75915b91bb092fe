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
let labels = files.removeValue(forKey: "--labels") ?? []
let archiveFiles = files.removeValue(forKey: "--archives") ?? []
let teamFiles = files.removeValue(forKey: "--teams") ?? []
let testFiles = files.removeValue(forKey: "--tests") ?? []
let out = files.removeValue(forKey: "--out")
guard !teamFiles.isEmpty, files.isEmpty, out.map({ $0.count == 1 }) ?? true else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}

/// The weight of a chat whose labels include the effect of each message, as those of teams do.
let teamWeight: Float = 2
/// One in this many chats of teams is held out for the figures. Plain chats are all used; the tests have others.
let heldOut = 5

do {
  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
  let labelBytes = try labels.map(bytes)
  let deadlines = DueDateReader()
  let archives = try LabelledChat.chats(try archiveFiles.map(bytes), labels: labelBytes)
    .map { Trainer.Prepared($0, weight: 1, deadlines) }
  let teamBytes = try teamFiles.map(bytes)
  let all = try LabelledChat.chats(teamBytes, labels: labelBytes)
    .map { Trainer.Prepared($0, weight: $0.hasActs ? teamWeight : 1, deadlines) }
  var (teams, held): ([Trainer.Prepared], [Trainer.Prepared]) = ([], [])
  var count = 0
  for chat in all {
    let isTeam = chat.lesson.chat.hasActs && chat.lesson.chat.source != "plain"
    if isTeam { count += 1 }
    if isTeam, count % heldOut == 0 {
      held.append(chat)
    } else {
      teams.append(chat)
    }
  }
  let tests = try LabelledChat.chats(try testFiles.map(bytes), labels: labelBytes)
    .map { Trainer.Prepared($0, weight: 1, deadlines) }
  print("archives \(archives.count), teams \(teams.count), held out \(held.count)")
  var digest = FNV1a.start
  for file in labelBytes + teamBytes {
    for byte in file { digest = FNV1a.adding(byte, to: digest) }
  }
  let weights = Trainer(archives: archives, teams: teams, deadlines)
    .weights(digest: digest) { print($0) }
  let figures = Figures(deadlines)
  print("held out:")
  for line in figures.lines(held, weights) { print("  \(line)") }
  if !tests.isEmpty {
    print("tests:")
    for line in figures.lines(tests, weights) { print("  \(line)") }
  }
  print("archives, sources left out, at the same threshold:")
  for line in figures.sources(archives, with: teams, threshold: weights.thresholds[1]) {
    print("  \(line)")
  }
  if let out { try Data(weights.bytes).write(to: URL(filePath: out[0])) }
} catch {
  FileHandle.standardError.write(Data("offline-train: \(error)\n".utf8))
  exit(1)
}
