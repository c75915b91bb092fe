"use strict";

// The page's replica of a text that several people edit at once, including removed characters. The hub's counterpart is
// `TextReplica`; its `ElementTree` describes the tree.

class SharedText {
  constructor(item) {
    this.item = item;
    this.key = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
    this.root = {editor: "", number: -1, char: "", gone: true, before: [], after: []};
    this.nodes = [this.root];  // in text order, one character each
    this.numbers = {};         // the nodes by number, by editor
    this.version = {};         // the count of known numbers, by editor
    this.log = [];             // the operations, in an order in which they can be applied
    [this.room, this.editor, this.people] = [null, null, []];
    this.sentCursor = null;      // the character before the cursor that was last sent
    [this.stored, this.sequence] = ["", 0];  // the stored text, and the number of the item's last change
    this.hubHas = {};          // the hub's version
    this.isBrought = false;    // whether to send everything, because the hub has lost it
  }

  get text() { return this.nodes.map(node => node.gone ? "" : node.char).join(""); }

  find(editor, number) { return this.numbers[editor]?.[number]; }

  // Applies an operation; false if elements or operations that it depends on are missing.
  take(operation) {
    const {editor, number, end, place, pieces, removed} = operation;
    const known = this.version[editor] || 0;
    if (end <= known) return true;
    const parent = place ? this.find(place[1], place[2]) : this.root;
    const has = (editor, end) => (this.version[editor] || 0) >= end;
    if (number > known || !parent || !removed.every(([editor, first, count]) => has(editor, first + count))) return false;
    for (const [editor, first, count] of removed) {
      for (const node of this.numbers[editor].slice(first, first + count)) if (node) node.gone = true;
    }
    this.numbers[editor] ||= [];
    if (!pieces.length) this.numbers[editor].push(null);
    else if (known > number) this.put(editor, pieces, known - number, this.find(editor, known - 1), "after");
    else this.put(editor, pieces, 0, parent, place ? place[0] : "after");
    this.version[editor] = end;
    const last = this.log.at(-1);
    if (last?.editor === editor && last.end === number && last.pieces.length && pieces.length && !removed.length
      && place?.[0] === "after" && place[1] === editor && place[2] === number - 1) {
      [last.end, last.pieces] = [end, [...last.pieces, ...pieces]];
    } else {
      this.log.push({...operation});
    }
    return true;
  }

  put(editor, pieces, skipped, parent, side) {
    const chars = pieces.flatMap(piece => typeof piece === "string" ? [...piece] : Array(piece).fill(null));
    const start = this.numbers[editor].length;
    const added = chars.slice(skipped).map((char, index) =>
      ({editor, number: start + index, char: char ?? "", gone: char === null, before: [], after: []}));
    added.slice(1).forEach((node, index) => added[index].after.push(node));
    const siblings = parent[side];
    let place = siblings.findIndex(({editor: other, number}) => other === editor ? number > start : other > editor);
    if (place < 0) place = siblings.length;
    let beside = siblings[side === "after" ? place - 1 : place];
    while (beside?.[side].length) beside = beside[side].at(side === "after" ? -1 : 0);
    const index = this.nodes.indexOf(beside || parent) + (side === "after" ? 1 : 0);
    siblings.splice(place, 0, added[0]);
    this.nodes = [...this.nodes.slice(0, index), ...added, ...this.nodes.slice(index)];
    this.numbers[editor] = [...this.numbers[editor], ...added];
  }

  // Replaces the text between two positions, which count characters.
  replace(start, end, text) {
    const seen = this.nodes.filter(node => !node.gone);
    const removed = [];
    for (const {editor, number} of seen.slice(start, end)) {
      const last = removed.at(-1);
      if (last?.[0] === editor && last[1] + last[2] === number) last[2]++;
      else removed.push([editor, number, 1]);
    }
    const left = start ? seen[start - 1] : this.root;
    const next = this.nodes[this.nodes.indexOf(left) + 1];
    const place = left.after.length ? ["before", next.editor, next.number]
      : start ? ["after", left.editor, left.number] : null;
    const [editor, number] = [this.editor, this.version[this.editor] || 0];
    this.take({
      editor, number, end: number + Math.max(1, [...text].length), removed,
      ...text ? {place, pieces: [text]} : {place: null, pieces: []},
    });
  }

  // The operations that a replica with this version lacks, in the hub's format.
  since(version) {
    const editors = [];
    const index = name => editors.includes(name) ? editors.indexOf(name) : editors.push(name) - 1;
    const operations = this.log.filter(({editor, end}) => end > (version[editor] || 0)).map(operation => {
      let {editor, number, place, pieces, removed} = operation;
      const known = version[editor] || 0;
      if (known > number && pieces.every(piece => typeof piece === "string")) {
        pieces = [[...pieces.join("")].slice(known - number).join("")];
        [number, place, removed] = [known, ["after", editor, known - 1], []];
      }
      return [index(editor), number, place && [place[0], index(place[1]), place[2]], pieces,
        removed.flatMap(([name, first, count]) => [index(name), first, count])];
    });
    return {editors, operations};
  }

  // Applies a batch of the hub; false if some operations depend on missing ones.
  takeBatch({editors, operations}) {
    return operations.map(([editor, number, place, pieces, spans = []]) => {
      const removed = [];
      for (let at = 0; at < spans.length; at += 3) removed.push([editors[spans[at]], spans[at + 1], spans[at + 2]]);
      const sizes = pieces.map(piece => typeof piece === "string" ? [...piece].length : piece);
      const [name, end] = [editors[editor], number + Math.max(1, sizes.reduce((sum, size) => sum + size, 0))];
      this.hubHas[name] = Math.max(this.hubHas[name] || 0, end);
      return this.take({
        editor: name, number, end, place: place && [place[0], editors[place[1]], place[2]], pieces, removed,
      });
    }).every(Boolean);
  }

  // The character before an offset in the text box. `offsetOf` is the offset after a character. Offsets are UTF-16.
  nodeAt(offset) {
    let node = this.root;
    for (const next of this.nodes) {
      if (offset <= 0) break;
      if (!next.gone) [node, offset] = [next, offset - next.char.length];
    }
    return node;
  }

  offsetOf(node) {
    const before = this.nodes.slice(0, this.nodes.indexOf(node) + 1);
    return before.reduce((sum, {gone, char}) => sum + (gone ? 0 : char.length), 0);
  }

  get sum() { return [...this.text].reduce((sum, char) => (Math.imul(sum, 31) + char.codePointAt(0)) >>> 0, 0); }
}
