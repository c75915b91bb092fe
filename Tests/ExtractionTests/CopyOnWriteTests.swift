import Testing

@testable import Extraction
@testable import ItemRecords

struct CopyOnWriteTests {
  @Test func `a copy keeps what it had when the other is changed`() {
    var first = CopyOnWrite(["a"])
    let second = first
    first.value.append("b")
    #expect(first.value == ["a", "b"] && second.value == ["a"])
    var third = second
    third.value[0] = "c"
    #expect(second.value == ["a"] && third.value == ["c"])
  }

  @Test func `two are equal when their values are`() {
    var first = CopyOnWrite(1)
    let second = first
    #expect(
      first == second && first == CopyOnWrite(1) && first.hashValue == CopyOnWrite(1).hashValue)
    first.value = 2
    #expect(first != second)
  }
}
