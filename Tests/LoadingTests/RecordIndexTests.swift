import Encoding
import TestSupport
import Testing

@testable import Loading

/// The order of records in a `RecordIndex`. Below: `PackedNumbers`, in which it keeps places and times.
@Suite struct RecordIndexTests {
  static func places(_ records: [(time: Int?, parent: Int?)]) -> [RecordIndex.Place] {
    var index = RecordIndex()
    let conversation = index.declare("c")
    for (number, record) in records.enumerated() {
      index.add(
        conversation, time: record.time, offset: number * 1000, parent: record.parent)
    }
    var places: [RecordIndex.Place] = []
    index.conversations[0].forEachPlace { places.append($0) }
    return places
  }

  @Test(
    arguments: [
      ("in order", [1, 2, 2, 3], [0, 1, 2, 3]), ("backwards", [3, 2, 2, 1], [3, 2, 1, 0]),
      ("mixed", [2, 1, 2, 3, 1], [1, 4, 0, 2, 3]), ("one time", [5, 5, 5], [0, 1, 2]),
      ("without times", [nil, nil], [0, 1]),
      ("some without", [2, nil, 3, 1, nil], [3, 4, 0, 1, 2]),
      ("far apart", [-1 << 60, 1 << 60, 0], [0, 2, 1]),
    ] as [(String, [Int?], [Int])])
  func `records come by time, those of one time as they stand`(
    name: String, times: [Int?], order: [Int]
  ) {
    let places = Self.places(times.map { ($0, nil) })
    #expect(places.map(\.offset) == order.map { $0 * 1000 }, "\(name)")
    #expect(places.allSatisfy { $0.parent == nil }, "\(name)")
  }

  @Test(arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [3, 1, 4, 2]])
  func `parents stay with their records`(times: [Int]) {
    let places = Self.places(times.enumerated().map { ($1, $0 == 2 ? 0 : nil) })
    #expect(places.map { $0.parent }.compactMap { $0 } == [0])
    #expect(places.first { $0.parent == 0 }?.offset == 2000)
  }

  @Test(arguments: [3, 40, 12_000])
  func `late records come in their place, few or many`(step: Int) {
    let times = (0..<30_000).map { $0 % step == step - 1 ? $0 - 40_000 / step : $0 }
    let offsets = Self.places(times.map { ($0, $0 % 7 == 0 ? $0 + 50_000 : nil) })
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    #expect(offsets.map(\.offset) == order.map { $0 * 1000 })
    #expect(
      offsets.map(\.parent) == order.map { times[$0] % 7 == 0 ? times[$0] + 50_000 : nil })
  }

  @Test func `packed numbers are those that were put in`() {
    var random = SeededRandom(seed: 11)
    var packed = PackedNumbers()
    var numbers: [Int] = [.max, .min, 0]
    for _ in 0..<2000 { numbers.append(Int.random(in: -1 << 40...1 << 40, using: &random)) }
    for number in numbers { packed.append(number) }
    #expect(Array(packed) == numbers)
  }
}
