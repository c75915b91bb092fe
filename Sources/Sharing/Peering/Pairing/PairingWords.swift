/// The words that a person carries from one device to the other to pair them: eight words, 88 random bits.
///
/// A word has four letters, consonant and vowel twice, and stands for 11 bits. The letters are those of proquints,
/// which are easy to tell apart by ear. There is no word list, and each word has one spelling only.
package struct PairingWords: Hashable, Sendable {
  private let numbers: [Int]

  package static let count = 8
  private static let bits = 11
  private static let consonants = Array("bdfghjklmnprstvz".utf8)
  private static let vowels = Array("aiou".utf8)

  /// The reason why typed words are not pairing words.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are this many words instead of eight.
    case count(Int)
    /// The word at this place, counted from 1, is not a pairing word.
    case unknown(String, place: Int)

    package var description: String {
      switch self {
      case .count(let count): "\(PairingWords.count) words are needed, not \(count)"
      case .unknown(let word, let place):
        "word \(place), '\(word)', is not a pairing word; check it on the other device"
      }
    }
  }

  /// Makes new words, from the system's random bits by default.
  package init(random next: () -> UInt64 = { .random(in: .min ... .max) }) {
    numbers = (0..<Self.count).map { _ in Int(next() & (1 << UInt64(Self.bits) - 1)) }
  }

  /// Reads typed words: case does not matter; spaces, hyphens, commas and line ends separate.
  package init(_ text: String) throws(Problem) {
    let words = text.utf8.split { byte in
      byte <= 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ",")
    }
    var numbers: [Int] = []
    // Checks the words before their number, because naming an invalid word helps more.
    for (index, word) in words.prefix(2 * Self.count).enumerated() {
      guard let number = Self.number(of: Array(word)) else {
        throw .unknown(String(decoding: word.prefix(40), as: UTF8.self), place: index + 1)
      }
      numbers.append(number)
    }
    guard words.count == Self.count else { throw .count(words.count) }
    self.numbers = numbers
  }

  /// The words in lower case with hyphens, only to be shown.
  package var text: String {
    let words = numbers.map { String(decoding: Self.word(of: $0), as: UTF8.self) }
    return words.joined(separator: "-")
  }

  package var secret: PeerSecret {
    var bytes: [UInt8] = []
    var (held, count) = (0, 0)
    for number in numbers {
      held = held << Self.bits | number
      count += Self.bits
      while count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> count))
        held &= 1 << count - 1
      }
    }
    return PeerSecret(bytes)
  }

  /// The letters of a word; they stand for 4, 2, 4 and 1 bits.
  static func word(of number: Int) -> [UInt8] {
    [
      consonants[number >> 7], vowels[number >> 5 & 3], consonants[number >> 1 & 15],
      vowels[number & 1],
    ]
  }

  static func number(of word: [UInt8]) -> Int? {
    let letters = word.map { $0 | 0x20 }
    guard letters.count == 4, let first = consonants.firstIndex(of: letters[0]),
      let second = vowels.firstIndex(of: letters[1]),
      let third = consonants.firstIndex(of: letters[2]),
      let fourth = vowels[..<2].firstIndex(of: letters[3])
    else { return nil }
    return first << 7 | second << 5 | third << 1 | fourth
  }
}

extension PairingWords: CustomStringConvertible, CustomReflectable {
  /// A fixed text, never the words.
  package var description: String { "\(Self.count) words" }

  /// The description alone, so that `dump` does not show the words either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
