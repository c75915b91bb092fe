import Foundation

/// SQLite as Python drives it, with a write-ahead log and full syncs: what the store is held against.
struct SQLitePeer {
  /// The folder for its database.
  let folder: String

  /// Seconds for what a mode does; nil where there is no Python.
  ///
  /// `append N`: the items of `items.jsonl`, as text with a key, N a transaction. `select`: every column of
  /// every item. `selectText`: key and text alone.
  func seconds(_ mode: String...) throws -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program] + mode
    process.currentDirectoryURL = URL(filePath: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return Double(
      String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static let program = #"""
    import json, os, sqlite3, sys, time
    mode = sys.argv[1]
    columns = ["id", "conversationId", "conversationTitle", "task", "assignee", "assigneeId",
      "deadline", "priority", "messageId", "quote", "isComplete", "completedAt", "extractedAt",
      "updatedAt", "model", "run", "timeZone"]
    source = ["platform", "sender", "timestamp", "link"]
    if mode == "append":
      size = int(sys.argv[2])
      lines = open("items.jsonl", "rb").read().splitlines(True)
      ids = [json.loads(line)["id"] for line in lines]
      for end in ("", "-wal", "-shm"):
        if os.path.exists("text.db" + end): os.remove("text.db" + end)
      db = sqlite3.connect("text.db", isolation_level=None)
      db.execute("pragma journal_mode=wal")
      db.execute("pragma synchronous=full")
      db.execute("create table t(id text primary key, j blob)")
      start = time.perf_counter()
      for i in range(0, len(lines), size):
        db.execute("begin")
        db.executemany("insert into t values(?,?)", zip(ids[i:i+size], lines[i:i+size]))
        db.execute("commit")
      print(time.perf_counter() - start)
    elif mode == "fill":
      if os.path.exists("columns.db"): os.remove("columns.db")
      db = sqlite3.connect("columns.db")
      db.execute("create table t(%s)" % ",".join(
        [columns[0] + " text primary key"] + columns[1:] + source + ["evidence"]))
      def row(line):
        item = json.loads(line)
        return ([item[name] for name in columns] + [item["source"][name] for name in source]
          + [json.dumps(item["evidence"])])
      db.executemany("insert into t values(%s)" % ",".join("?" * 22), map(row, open("items.jsonl")))
      db.commit()
      print(0)
    elif mode == "select":
      start = time.perf_counter()
      db = sqlite3.connect("columns.db")
      rows = db.execute("select * from t order by rowid").fetchall()
      print(time.perf_counter() - start)
    elif mode == "selectText":
      start = time.perf_counter()
      db = sqlite3.connect("text.db")
      rows = db.execute("select id, j from t order by rowid").fetchall()
      print(time.perf_counter() - start)
    """#
}
