import Testing

@testable import Loading

@Suite struct NameNumbersTests {
  @Test func `each name keeps its number, however many share a hash`() {
    var numbers = NameNumbers()
    let names = (0..<3000).map { Array("name \($0)".utf8) } + [[], Array("näme".utf8)]
    for _ in 0..<2 {
      for (number, name) in names.enumerated() {
        #expect(name.withUnsafeBufferPointer { numbers.number(of: $0) } == number)
      }
    }
  }
}
