"use strict";

// Edits the task in the editor together with others: shows the `SharedText` in its box, and exchanges it with the hub.

// MARK: The box

let shared = null;         // the shared text; null when edited alone
let isComposing = false;   // whether an input method is composing; the box must not change then
let isSaving = false;      // whether the text is being saved and must not change
let talking = Promise.resolve();
let talkTimer = null;

// Makes an operation from the typed text. As far as possible, text after the cursor counts as unchanged.
function typed() {
  if (!shared || isComposing) return;
  const box = by("task");
  const [old, now] = [[...shared.text], [...box.value.replace(/\p{Cs}/gu, "\ufffd")]];
  const behind = now.length - [...box.value.slice(0, box.selectionEnd)].length;
  const most = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (end < Math.min(most, behind) && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  while (start < most - end && old[start] === now[start]) start++;
  if (start + end < Math.max(old.length, now.length)) {
    shared.replace(start, old.length - end, now.slice(start, now.length - end).join(""));
  }
  showText(shared, []);
  talkSoon();
}

// Shows the text, with the cursor after the same characters as before.
function showText(text, ends) {
  const box = by("task");
  const [old, now] = [box.value, text.text];
  if (old !== now) {
    const most = Math.min(old.length, now.length);
    let [start, end] = [0, 0];
    while (start < most && old[start] === now[start]) start++;
    while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
    box.setRangeText(now.slice(start, now.length - end), start, old.length - end, "preserve");
    if (ends.length) box.setSelectionRange(...ends.map(node => text.offsetOf(node)), box.selectionDirection);
  }
  showWriters();
}

function showWriters(problem) {
  const others = shared ? shared.people.filter(({editor}) => editor !== shared.editor) : [];
  by("writers").replaceChildren(...others.map(({name, cursor}) => {
    const line = make("span", name + " is editing too", "writer");
    const node = cursor && (cursor.length ? shared.find(...cursor) : shared.root);
    if (!node) return line;
    const [text, at] = [shared.text, shared.offsetOf(node)];
    const [before, after] = [[...text.slice(0, at)].slice(-20).join(""), [...text.slice(at)].slice(0, 20).join("")];
    line.append(": ", make("span", before), make("span", "", "place"), make("span", after));
    return line;
  }));
  if (problem) by("writers").textContent = plain(problem);
}

// MARK: The hub

// Opens the text of an item for shared editing; false if it is edited alone.
async function share(item) {
  shared = null;
  showWriters();
  if (!windowName) return false;
  const text = new SharedText(item);
  try {
    await exchange(text, {});
  } catch {
    return false;
  }
  // The person may have opened another item meanwhile.
  if (editing?.id !== item) return false;
  shared = text;
  return true;
}

// Sends the hub the operations that it lacks, and applies those of its answer.
async function exchange(text, flags) {
  const box = by("task");
  const node = text.sentCursor = text === shared && document.activeElement === box ? text.nodeAt(box.selectionEnd) : null;
  const answer = await (await ask("POST", "items/" + encodeURIComponent(text.item) + "/text", {
    window: windowName, key: text.key, room: text.room, has: text.version, batch: text.since(text.hubHas),
    cursor: node && (node === text.root ? [] : [node.editor, node.number]),
    stored: text.isBrought ? text.stored : undefined, ...flags,
  })).json();
  if (text === shared && isComposing) return;
  text.hubHas = answer.has;
  [text.room, text.editor, text.isBrought] = [answer.room, answer.editor, false];
  takeNews(text, answer);
  const isSame = JSON.stringify(Object.entries(text.version).sort()) === JSON.stringify(Object.entries(answer.has).sort());
  if (isSame && text.sum !== answer.sum) throw new Refused(422, "the text here differs from the hub's");
}

function takeNews(text, {batch, people, stored, sequence}) {
  const box = by("task");
  const ends = text === shared ? [text.nodeAt(box.selectionStart), text.nodeAt(box.selectionEnd)] : [];
  // A response may be older than the last event of the stream.
  if (sequence >= text.sequence) [text.people, text.stored, text.sequence] = [people, stored, sequence];
  const isWhole = text.takeBatch(batch);
  if (text === shared) {
    shown.task = text.stored;
    showText(text, ends);
  }
  return isWhole;
}

// Applies an event of the stream. Operations of skipped events come with a later exchange.
function takeText(event) {
  if (!shared || event.room !== shared.room || isSaving || isComposing) return;
  if (!takeNews(shared, event)) talkSoon();
}

// Sends the cursor when it was moved, by the person or by an edit of others.
function moved() {
  const box = by("task");
  if (shared && document.activeElement === box && shared.nodeAt(box.selectionEnd) !== shared.sentCursor) talkSoon();
}

function talkSoon(delay = 120) {
  talkTimer ||= setTimeout(() => {
    talkTimer = null;
    talk();
  }, delay);
}

// Sends everything, one request at a time. Resolves to whether the hub has all of it.
function talk(flags) {
  talking = talking.then(() => sayText(flags || {}));
  return talking;
}

async function sayText(flags) {
  for (let round = 0; round < 6 && shared && windowName && !isComposing; round++) {
    try {
      await exchange(shared, flags);
      if (!shared.since(shared.hubHas).operations.length) return true;
    } catch (error) {
      if (!shared) return false;
      if (error.status === 410) {
        [shared.hubHas, shared.isBrought] = [{}, true];
      } else if (error.status === 409) {
        await openAnew(shared);
      } else if ([0, 401, 404, 429, 500, 503].includes(error.status)) {
        // Tries again later, with what is typed meanwhile. After 404, waits for a new stream of this window.
        if (error.status !== 404) talkSoon(2000);
        return false;
      } else {
        editAlone("what you type is not shared: " + error.message);
      }
    }
  }
  if (shared && windowName) talkSoon(1000);
  return false;
}

// Opens the text again, because the hub has another text of the item now. The new text replaces the one here, unless
// something was typed that the new one may lack.
async function openAnew(text) {
  const isOpen = await share(text.item);
  const task = by("task").value;
  if (!isOpen) return editAlone("what you type is not shared");
  if (task !== text.stored && task !== shared.text) {
    return editAlone("what you type is not shared: the text was changed elsewhere");
  }
  shown.task = shared.stored;
  showText(shared, []);
}

// MARK: Leaving

// Leaves the shared text. From now on, typed text stays here until it is saved.
function editAlone(problem) {
  leaveText();
  showWriters(problem);
}

function leaveText() {
  const text = shared;
  shared = null;
  showWriters();
  if (!text || !windowName) return;
  const path = "items/" + encodeURIComponent(text.item) + "/text";
  const words = {window: windowName, key: text.key, room: text.room, leaving: true};
  talking = talking.then(() => ask("POST", path, words)).catch(() => {});
}
