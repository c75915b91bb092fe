/// Damages bytes in the ways that files and networks do: flips, cuts, repeats, swaps and foreign
/// tokens.
public struct ByteMutator: Sendable {
  private var random: SeededRandom
  private let tokens: [[UInt8]]

  /// Makes a mutator; `tokens` are pieces of the tested format, inserted at random places.
  public init(seed: UInt64, tokens: [String] = []) {
    random = SeededRandom(seed: seed)
    self.tokens = tokens.map { Array($0.utf8) }
  }

  /// A damaged copy, with one to four faults.
  public mutating func mutate(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes) }
    return bytes
  }

  /// A damaged copy; every eighth one is also turned into UTF-16, before or after the damage.
  public mutating func mutant(_ number: Int, of original: [UInt8]) -> [UInt8] {
    guard number % 8 == 7 else { return mutate(original) }
    let lowFirst = Bool.random(using: &random)
    return Bool.random(using: &random)
      ? mutate(UTF16Bytes.with(original, lowFirst: lowFirst))
      : UTF16Bytes.with(mutate(original), lowFirst: lowFirst)
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let length = min(bytes.count - place, Int.random(in: 1...32, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 3: bytes.removeSubrange(place..<place + length)
    case 4: bytes.removeSubrange(place...)
    case 5: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 6:
      bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
    default:
      if let token = tokens.randomElement(using: &random) {
        bytes.insert(contentsOf: token, at: place)
      } else {
        bytes.append(contentsOf: bytes[place..<place + length])
      }
    }
  }
}
