import TestSupport
import Testing

@testable import Peering

@Suite struct PairingWordsTests {
  @Test func `each of the 2048 words has one spelling and is read as itself`() {
    var seen: Set<[UInt8]> = []
    for number in 0..<2048 {
      let word = PairingWords.word(of: number)
      #expect(word.count == 4 && seen.insert(word).inserted)
      #expect(PairingWords.number(of: word) == number)
    }
  }

  @Test func `other combinations of four letters are not words`() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    var count = 0
    for a in letters {
      for b in letters {
        for c in letters {
          for d in letters where PairingWords.number(of: [a, b, c, d]) != nil { count += 1 }
        }
      }
    }
    #expect(count == 2048)
  }

  @Test func `new words can be read back and encode 88 bits`() throws {
    var random = SeededRandom(seed: 88)
    var ones = [UInt8](repeating: 0, count: 11)
    var zeros = ones
    for _ in 0..<200 {
      let words = PairingWords { random.next() }
      #expect(try PairingWords(words.text) == words)
      let bytes = words.secret.bytes
      #expect(bytes.count == 11)
      for (index, byte) in bytes.enumerated() {
        ones[index] |= byte
        zeros[index] |= ~byte
      }
    }
    #expect(ones == zeros && ones.allSatisfy { $0 == 255 })
  }

  @Test(arguments: [("baba", "baba", 0, 0), ("baba", "babi", 0, 1), ("zaba", "baba", 0xF0, 0)])
  func `the first word encodes the first bits of the secret`(
    first: String, last: String, high: UInt8, low: UInt8
  ) throws {
    let words = [first] + Array(repeating: "baba", count: 6) + [last]
    let bytes = try PairingWords(words.joined(separator: " ")).secret.bytes
    #expect(bytes == [high] + [UInt8](repeating: 0, count: 9) + [low])
  }

  @Test(
    arguments: [
      "BADA-BIZI-GUDA-KURA-VIZA-ZITA-MILA-ZUZI",
      " Bada bizi\tguda\nkura\r\nviza - zita,mila  zuzi\n",
      "bada--bizi--guda--kura--viza--zita--mila--zuzi",
    ])
  func `words are read in either case and with any usual separator`(text: String) throws {
    let words = try PairingWords(text)
    #expect(words.text == "bada-bizi-guda-kura-viza-zita-mila-zuzi")
  }

  @Test func `an invalid word is named with its position`() {
    func problem(_ text: String) -> String? {
      do throws(PairingWords.Problem) {
        _ = try PairingWords(text)
        return nil
      } catch {
        return "\(error)"
      }
    }
    let seven = "bada bizi guda kura viza zita mila"
    #expect(problem(seven) == "8 words are needed, not 7")
    #expect(problem("") == "8 words are needed, not 0")
    #expect(problem("\(seven) bada bada") == "8 words are needed, not 9")
    #expect(problem("\(seven) zuze")?.hasPrefix("word 8, 'zuze', is not") == true)
    #expect(problem("bada b4da")?.hasPrefix("word 2, 'b4da', is not") == true)
    #expect(problem("bada bad")?.hasPrefix("word 2, 'bad', is not") == true)
    #expect(problem("bädä")?.hasPrefix("word 1, 'bädä', is not") == true)
    #expect(problem(String(repeating: "x", count: 1 << 20))?.utf8.count ?? 0 < 200)
  }

  @Test func `words and secrets are never printed by accident`() throws {
    let words = try PairingWords("bada bizi guda kura viza zita mila zuzi")
    for shown in [words as Any, words.secret as Any] {
      var dumped = ""
      dump(shown, to: &dumped)
      for text in ["\(shown)", String(reflecting: shown), dumped] {
        #expect(!text.contains("bada") && !text.contains("["))
      }
    }
  }
}
