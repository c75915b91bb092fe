import CivilTime
import DueDates
import Encoding
import System

/// `deadline [PHRASE]`: prints the day or time that words mean. Without a phrase, reads texts as JSON lines from stdin.
enum DeadlineCommand {
  static let at = Option.time("at", "TIME", "when the phrase was written (default now)").perCall

  static let command = Command(
    name: "deadline", operands: "[PHRASE]", operandCount: 0...1,
    summary: "print the date or time that a phrase means",
    details: """
      With a phrase, prints the deadline that it states, relative to now or --at TIME. A phrase is taken to
      be a time: '5.12' alone is a date, and so is 'now', which in a chat message they are not.

      Without one, reads JSON lines {"text","reference","timeZone"} from standard input and prints,
      for each, {"date","time","offset","text"} for the first deadline in the text, or {"date":null}.
      "time" is present if the text states a time of day, "offset" if it states a zone ("5pm EST"). A
      reference without an offset is local to the zone of the line. The default zone is --time-zone,
      else UTC.
      """,
    options: [at, ZoneOption.timeZone, LoadingOptionSet.dateOrder], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let reader = DueDateReader(
      order: invocation.settings.value(of: LoadingOptionSet.dateOrder), setting: .phrase)
    if let phrase = invocation.operands.first { return try answer(phrase, reader, invocation) }
    return try answerLines(reader, invocation)
  }

  private static func answer(
    _ phrase: String, _ reader: DueDateReader, _ invocation: Invocation
  ) throws -> ExitStatus {
    let reference = try TimeText.time(of: at, invocation) ?? invocation.now()
    var zone = try invocation.teamZone()
    // If the time of `--at` has an offset, it also sets the zone, as the reference of a line does.
    if invocation.settings.value(of: ZoneOption.timeZone) == nil,
      let offset = invocation.settings.value(of: at).flatMap(ISO8601.read)?.offset,
      let stated = Zone(offset: offset)
    {
      zone = stated
    }
    let due = reader.firstDeadline(in: phrase, reference: zone.timestamp(at: reference), zone: zone)
    let output = invocation.console.output
    if invocation.isJSON {
      var writer = JSONWriter()
      write(due, &writer)
      try output.write(writer.bytes)
      return .done
    }
    guard let due else {
      invocation.console.inform("no deadline in \"\(phrase)\"")
      return .done
    }
    var text = "\(due.date.weekday), \(due.date)"
    if let timestamp = due.timestamp {
      text += " \(timestamp.civil.time.description.prefix(5)) (\(timestamp))"
    }
    try output.write("\(text): \"\(due.words)\"\n")
    return .done
  }

  private static func answerLines(
    _ reader: DueDateReader, _ invocation: Invocation
  ) throws -> ExitStatus {
    try refuse(
      if: invocation.settings.value(of: at) != nil,
      "--at needs a phrase; lines have their own 'reference'")
    let usual =
      invocation.settings.value(of: ZoneOption.timeZone) == nil
      ? Zone.utc : try invocation.teamZone()
    var status = ExitStatus.done
    var lines = try LineStream(InputStream(), limit: 1 << 20)
    var writer = JSONWriter()
    while let line = try lines.next() {
      do throws(LineProblem) {
        guard case .bytes(let bytes) = line else { throw LineProblem("is longer than a MiB") }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
        let question = try Question(Array(bytes), usual, invocation.zones)
        write(
          reader.firstDeadline(
            in: question.text, reference: question.reference, zone: question.zone), &writer)
      } catch {
        // An unreadable line also gets a result, so that results and lines correspond.
        invocation.console.fail("line \(lines.lineNumber) \(error.description)")
        write(nil, &writer)
        status = .partial
      }
      if writer.bytes.count > 1 << 16 { try invocation.console.output.write(writer.take()) }
    }
    try invocation.console.output.write(writer.take())
    return status
  }

  private static func write(_ due: DueDate?, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("date", due?.date.description)
    if let due {
      if let time = due.time {
        writer.field(
          "time", time.second == 0 ? String(time.description.prefix(5)) : time.description)
      }
      if due.namesZone, let timestamp = due.timestamp {
        writer.key("offset")
        writer.plain { UTCOffset.append(Int(timestamp.offset), zeroAsZ: false, to: &$0) }
      }
      writer.field("text", due.words)
    }
    writer.endObject()
    writer.endLine()
  }

  /// A line of standard input.
  private struct Question {
    let text: String
    let reference: Timestamp
    let zone: Zone

    init(_ bytes: [UInt8], _ usual: Zone, _ zones: ZoneDatabase) throws(LineProblem) {
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: bytes)
      } catch {
        throw LineProblem("is not JSON: \(error)")
      }
      guard let text = value["text"]?.string else { throw LineProblem("has no 'text'") }
      guard let written = value["reference"]?.string else {
        throw LineProblem("has no 'reference'")
      }
      guard let reading = ISO8601.read(written) else {
        throw LineProblem("has an invalid 'reference': '\(written)'")
      }
      var zone = usual
      if let name = value["timeZone"]?.string {
        guard let named = try? zones.zone(named: name) else {
          throw LineProblem("has an unknown zone: '\(name)'")
        }
        zone = named
      } else if let offset = reading.offset, let stated = Zone(offset: offset) {
        zone = stated
      }
      let reference =
        reading.offset == nil
        ? zone.timestamp(of: reading.civil) : reading.timestamp(assumingOffset: 0)
      guard let reference else { throw LineProblem("has a 'reference' outside the calendar") }
      self.text = text
      self.reference = zone.timestamp(at: reference)
      self.zone = zone
    }
  }
}
