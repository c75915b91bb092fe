import ActionItems
import Loading
import TestSupport
import Testing

/// Exports of one conversation that overlap, in every format.
@Suite struct OverlapTests {
  /// Formats that are left out. Discord's data package is a folder. Of the IRC dialects, one for each kind of time is
  /// enough.
  static let others: Set<String> = ["discord-package"]

  static let formats: [SampleExport] = [
    SampleExport(name: "slackdump") { numbers in
      let messages = numbers.map {
        #"{"type":"message","user":"U","ts":"17000000\#($0).000000","text":"text \#($0)"}"#
      }
      return #"{"channel_id":"C","name":"c","messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "discord") { numbers in
      let messages = numbers.map {
        #"{"id":"\#($0)","type":"Default","timestamp":"2026-01-05T10:\#($0):00+00:00","content":"text \#($0)","author":{"id":"1","name":"a"}}"#
      }
      return
        #"{"guild":{"id":"1"},"channel":{"id":"2","type":"x"},"messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "whatsapp-backup") { numbers in
      let messages = numbers.map {
        #""\#($0)":{"from_me":false,"timestamp":17000000\#($0),"key_id":"k\#($0)","data":"text \#($0)"}"#
      }
      return
        #"{"1@s.whatsapp.net":{"name":"a","messages":{\#(messages.joined(separator: ","))}}}"#
    },
    SampleExport(name: "telegram") { numbers in
      let messages = numbers.map {
        #"{"id":\#($0),"type":"message","date_unixtime":"17000000\#($0)","from":"a","from_id":"user1","text":["text ",{"type":"bold","text":"\#($0)"}]}"#
      }
      return
        #"{"name":"c","type":"personal_chat","id":3,"messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "telegram without ids") { numbers in
      let messages = numbers.map {
        #"{"type":"message","date_unixtime":"17000000\#($0)","from":"a","text":"text \#($0)"}"#
      }
      return #"{"messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "teams") { numbers in
      let messages = numbers.reversed().map {
        #"{"id":"\#($0)","messageType":"message","createdDateTime":"2026-01-05T10:\#($0):00Z","chatId":"c","from":{"user":{"id":"u","displayName":"a"}},"body":{"contentType":"html","content":"<p>text \#($0)</p>"}}"#
      }
      return #"{"value":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "mattermost") { numbers in
      let posts = numbers.map {
        #"{"type":"post","post":{"team":"t","channel":"c","user":"a","message":"text \#($0)","create_at":17000000\#($0)000}}"#
      }
      return "{\"type\":\"version\",\"version\":1}\n" + posts.joined(separator: "\n")
    },
    SampleExport(name: "zulip") { numbers in
      let rows = numbers.map {
        #"{"id":\#($0),"sender":8,"recipient":1,"subject":"t","content":"text \#($0)","date_sent":17000000\#($0).5}"#
      }
      return #"{"zerver_message":[\#(rows.joined(separator: ","))]}"#
    },
    SampleExport(name: "zulip-archive", file: "7-c/t.json") { numbers in
      let messages = numbers.map {
        #"{"id":\#($0),"sender_full_name":"a","content":"<p>text \#($0)</p>","timestamp":17000000\#($0)}"#
      }
      return "[\(messages.joined(separator: ","))]"
    },
    SampleExport(name: "matrix") { numbers in
      let events = numbers.map {
        #"{"type":"m.room.message","room_id":"!r","event_id":"$\#($0)","sender":"@a:b","origin_server_ts":17000000\#($0)000,"content":{"msgtype":"m.text","body":"text \#($0)"}}"#
      }
      return
        #"{"room_name":"r","exported_by":"@a:b","messages":[\#(events.joined(separator: ","))]}"#
    },
    SampleExport(name: "google-chat", file: "Space S/messages.json") { numbers in
      let messages = numbers.map {
        #"{"creator":{"name":"a"},"created_date":"Monday, February 9, 2026 at 3:\#($0):00 PM UTC","text":"text \#($0)","topic_id":"t","message_id":"S/t/\#($0)"}"#
      }
      return #"{"messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "messenger") { numbers in
      let messages = numbers.reversed().map {
        #"{"sender_name":"a","timestamp_ms":17000000\#($0)000,"content":"text \#($0)"}"#
      }
      return
        #"{"participants":[{"name":"a"}],"messages":[\#(messages.joined(separator: ","))],"thread_path":"inbox/x"}"#
    },
    SampleExport(name: "chatgpt") { numbers in
      let nodes = numbers.map {
        #""n\#($0)":{"parent":"n\#($0 - 1)","message":{"id":"\#($0)","author":{"role":"user"},"create_time":17000000\#($0).5,"content":{"parts":["text \#($0)"]}}}"#
      }
      return
        #"[{"title":"t","mapping":{\#(nodes.joined(separator: ","))},"current_node":"n\#(numbers.last ?? 0)","conversation_id":"c"}]"#
    },
    SampleExport(name: "slack, a day file", file: "general/2026-01-05.json") { numbers in
      let messages = numbers.map {
        #"{"type":"message","user":"U","ts":"17000000\#($0).000000","text":"text \#($0)"}"#
      }
      return "[\(messages.joined(separator: ","))]"
    },
    SampleExport(name: "instagram", file: "instagram/message_1.json") { numbers in
      let messages = numbers.reversed().map {
        #"{"sender_name":"a","timestamp_ms":17000000\#($0)000,"content":"text \#($0)","is_geoblocked_for_viewer":false}"#
      }
      return
        #"{"participants":[{"name":"a"}],"messages":[\#(messages.joined(separator: ","))],"title":"a","thread_path":"inbox/a_55"}"#
    },
    SampleExport(name: "JSON") { numbers in
      let messages = numbers.map {
        #"{"sender":"a","timestamp":"2026-01-05T10:\#($0):00Z","text":"text \#($0)"}"#
      }
      return #"{"id":"c","messages":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "JSON Lines", file: "chat.jsonl") { numbers in
      numbers.map {
        #"{"sender":"a","timestamp":"2026-01-05T10:\#($0):00Z","text":"text \#($0)"}"# + "\n"
      }.joined()
    },
    SampleExport(name: "rocketchat", file: "rocketchat_message.bson") { numbers in
      let documents = numbers.flatMap { number in
        BSONBytes.document(
          BSONBytes.text("_id", "m\(number)"), BSONBytes.text("rid", "r"),
          BSONBytes.text("msg", "text \(number)"),
          BSONBytes.text("ts", "2026-01-05T10:\(number):00Z"),
          [3] + "u".utf8 + [0]
            + BSONBytes.document(BSONBytes.text("_id", "u"), BSONBytes.text("username", "a")))
      }
      return String(decoding: documents, as: UTF8.self)
    },
    SampleExport(name: "telegram-html", file: "messages.html") { numbers in
      let messages = numbers.map {
        """
        <div class="message default clearfix" id="message\($0)">
        <div class="body">
        <div class="pull_right date details" title="12.02.2026 09:\($0):05 UTC+01:00">
        09:\($0)
        </div>
        <div class="from_name">
        a
        </div>
        <div class="text">
        text \($0)
        </div>
        </div>
        </div>

        """
      }
      return """
        <!DOCTYPE html>
        <html><head><title>Exported Data</title></head><body><div class="page_wrap">
        <div class="page_header"><div class="content"><div class="text bold">c</div></div></div>
        <div class="page_body chat_page"><div class="history">
        \(messages.joined())</div></div></div></body></html>

        """
    },
    SampleExport(name: "slackdump-chunks") { numbers in
      let messages = numbers.map {
        #"{"type":"message","user":"U","ts":"17000000\#($0).000000","text":"text \#($0)"}"#
      }
      return #"{"t":0,"ts":1,"id":"C","m":[\#(messages.joined(separator: ","))]}"#
    },
    SampleExport(name: "gitter") { numbers in
      let messages = numbers.map {
        #"{"id":"\#($0)","fromUser":{"id":"u","username":"a"},"sent":"2016-06-02T20:\#($0):00Z","text":"text \#($0)"}"#
      }
      return "[\(messages.joined(separator: ","))]"
    },
    SampleExport(name: "groupme", file: "1/message.json") { numbers in
      let messages = numbers.reversed().map {
        #"{"id":"\#($0)","group_id":"1","source_guid":"g","sender_id":"7","name":"a","created_at":17000000\#($0),"text":"text \#($0)"}"#
      }
      return "[\(messages.joined(separator: ","))]"
    },
  ]

  @Test func `each format is tried`() throws {
    var tried = Self.others
    for format in Self.formats + SampleExport.texts {
      let sink = try RecordingSink.load(format.export([10, 11]), named: format.file)
      tried.formUnion(sink.loaded.compactMap(\.report?.format))
    }
    for format in ConversationLoader.formats.map(\.name) where !format.hasPrefix("irc") {
      #expect(tried.contains(format), "\(format) is missing in formats")
    }
  }

  @Test(arguments: formats + SampleExport.texts)
  func `each message has one id in both, in whatever order they are read`(format: SampleExport)
    throws
  {
    let folder = try TemporaryDirectory()
    let first = try folder.write(format.export([10, 11, 12, 13]), to: "first/\(format.file)")
    let second = try folder.write(format.export([12, 13, 14, 15]), to: "second/\(format.file)")
    for paths in [[first, second], [second, first]] {
      let sink = try RecordingSink.load(paths[0], paths[1])
      var texts: [String: String] = [:]
      var digests: [String: UInt64] = [:]
      for loaded in sink.loaded {
        for message in loaded.messages {
          // Extraction recognises a conversation without an id by its messages.
          let isNamed = !loaded.conversation.hasSyntheticId
          let id = "\(isNamed ? loaded.conversation.id : "") \(message.id)"
          #expect(texts[id, default: message.text] == message.text)
          #expect(digests[id, default: message.digest] == message.digest)
          texts[id] = message.text
          digests[id] = message.digest
        }
      }
      #expect(texts.values.sorted() == (10...15).map { "text \($0)" }, "\(format.name)")
      #expect(sink.loaded.map(\.messages.count) == [4, 4] && sink.failures.isEmpty)
    }
  }

  /// Two messages with one id get two ids; the export's own id shows that a message was read.
  @Test func `messages of JSON are known again where ids begin anew each day`() throws {
    func digests(_ numbers: ClosedRange<Int>) throws -> Set<UInt64> {
      let directory = try TemporaryDirectory()
      let messages = numbers.map {
        #"{"id":"\#($0 % 3)","user":"a","ts":17000000\#($0),"text":"text \#($0)"}"#
      }
      let path = try directory.write("[\(messages.joined(separator: ","))]", to: "chat.json")
      let sink = RecordingSink()
      try ConversationLoader(options: .testing).load(path: path, into: sink)
      return Set(sink.loaded.flatMap(\.messages).map(\.digest))
    }
    let all = try digests(10...15)
    #expect(all.count == 6)
    #expect(try digests(13...15).isSubset(of: all))
  }
}
