import Foundation
import OfflineModel

/// Measures the scan for cue phrases against ripgrep, in turn. Run by hand:
///
///     swift run -c release cue-bench FILE [ROUNDS]    a text with a message a line
///
/// Both count the lines that hold one of sixty phrases as whole words, whatever their case.
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
  print("usage: cue-bench FILE [ROUNDS]")
  exit(2)
}
let rounds = max(1, arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
let scan = PhraseScan(phrases: Phrases.sixty)
let peer = RipgrepPeer(phrases: Phrases.sixty)
var own: [Double] = []
var others: [Double] = []
for round in 1...rounds {
  let (lines, found, bytes, seconds) = try scan.run(over: path)
  own.append(seconds)
  print("\(round): \(found) of \(lines) lines, \(Int(Double(bytes) / seconds / 1e6)) MB/s")
  guard let (theirs, seconds) = try peer.run(over: path) else {
    print("   rg is not there to be measured against")
    continue
  }
  others.append(seconds)
  let rate = Int(Double(bytes) / seconds / 1e6)
  print("   ripgrep: \(theirs) lines, \(rate) MB/s\(theirs == found ? "" : ", which are others")")
}
own.sort()
others.sort()
if !others.isEmpty {
  let ratio = own[own.count / 2] / others[others.count / 2]
  print("median, as a multiple of ripgrep's wall: \((ratio * 100).rounded() / 100)")
}
