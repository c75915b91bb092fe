"use strict";

// One item: what it is, who is at it, what became of it, and the editor.

function show(id) {
  const item = places.get(id);
  const detail = by("detail");
  detail.hidden = !item;
  if (!item) return;
  const list = make("dl");
  const line = (name, text) => { if (text) list.append(make("dt", name), make("dd", text)); };
  line("Who", item.assignee || "nobody in particular");
  line("Due", item.deadline);
  line("Priority", item.priority);
  line("State", item.isComplete ? "done" : "open");
  line("Conversation", item.conversationTitle || item.conversationId);
  line("Said by", item.source.sender);
  line("Said", item.source.timestamp);
  line("Found by", item.model);
  detail.replaceChildren(make("h2", item.task), make("p", "", "here"), list);
  for (const proof of item.evidence) if (proof.quote) detail.append(make("blockquote", proof.quote));
  const link = safeLink(item.source.link);
  if (link) {
    const anchor = make("a", "The message");
    anchor.href = link;
    anchor.rel = "noopener noreferrer";
    anchor.target = "_blank";
    detail.append(anchor);
  }
  const buttons = make("div", undefined, "buttons");
  const button = (text, act) => {
    const element = make("button", text);
    element.type = "button";
    element.addEventListener("click", act);
    buttons.append(element);
  };
  if (mayWrite) {
    button(item.isComplete ? "Reopen" : "Done", () => toggle(id));
    button("Edit", () => edit(id));
    button("Remove", () => remove(id));
  }
  button("Back to the list", close);
  detail.append(buttons, make("h3", "History"), make("ol", undefined, "history"));
  drawHere();
  clearTimeout(historyTimer);
  historyTimer = setTimeout(() => showHistory(id), 150);
  tellPresence();
}

function safeLink(text) {
  if (!text) return null;
  try {
    const link = new URL(text);
    return link.protocol === "https:" || link.protocol === "http:" ? link.href : null;
  } catch {
    return null;
  }
}

function close() {
  by("detail").hidden = true;
  draw();
  by("list").focus();
  tellPresence();
}

// MARK: What became of it

let historyTimer;

const fieldNames = {
  task: "task", assignee: "who", deadline: "due", priority: "priority", isComplete: "state", presence: "kept",
  source: "its messages",
};

async function showHistory(id) {
  let answer;
  try {
    answer = await (await ask("GET", "items/" + encodeURIComponent(id) + "/history")).json();
  } catch (error) {
    answer = {history: [], problem: error.message};
  }
  const list = by("detail").querySelector(".history");
  if (id !== selected || !list) return;
  const entries = answer.history.flatMap(step => groups(step)).reverse();
  if (!answer.isWhole) entries.push(make("li", answer.problem || "What was before is not shown."));
  list.replaceChildren(...entries);
}

// What one change set, by who set it when: a merge brings what several have set.
function groups(step) {
  const found = new Map();
  for (const setting of step.settings) {
    const head = shortTime(setting.at || step.at) + " · " + setter(setting);
    const text = (fieldNames[setting.field] || setting.field)
      + (setting.field === "source" ? "" : ": " + (setting.value === null ? "none" : setting.value));
    found.set(head, [...(found.get(head) || []), text]);
  }
  return [...found].map(([head, texts]) => {
    const entry = make("li");
    entry.append(make("span", head, "about"), make("div", texts.join(", ")));
    return entry;
  });
}

function setter(setting) {
  const where = setting.device ? "device " + setting.device.slice(0, 8) : "this hub";
  if (setting.by === "model") return "found, on " + where;
  return (setting.name ? setting.name + ", " : "") + (setting.by === "rule" ? "by a rule, on " : "on ") + where;
}

function shortTime(text) {
  const date = new Date(text);
  return day(date) + " " + two(date.getHours()) + ":" + two(date.getMinutes());
}

// MARK: Who is at it

let mayWrite = true;       // whether the token may change items
let windowName = null;     // what the hub calls this page; nil where it does not tell who is there
let session = null;        // its number among those who are there
let lease = null;          // what this page holds of the item that is edited
let said = "";             // what was said last of what is done here
let telling = Promise.resolve();
const people = new Map();  // the id of an item -> who is at it

const beat = 15000;        // so often it is said again: a lease holds twice as long

function takePresence(event) {
  if (event.window) {
    [windowName, session, lease, said] = [event.window, event.session, null, ""];
    mayWrite = event.mayWrite;
    by("add").hidden = !mayWrite;
    if (!by("detail").hidden) show(selected);
    people.clear();
    tellPresence();
    talk();
  } else {
    if (event.people.length) people.set(event.item, event.people);
    else people.delete(event.item);
    // The other one is done: what was theirs is free.
    if (wasRefused && event.item === editing?.id && !event.people.some(({state}) => state === "editing")) keepPresence();
  }
  drawHere();
}

function drawHere() {
  const here = by("detail").querySelector(".here");
  if (!here) return;
  const others = (people.get(selected) || []).filter(person => person.session !== session);
  const names = state => [...new Set(others.filter(person => person.state === state).map(person => person.name))];
  const [editors, viewers] = [names("editing"), names("viewing")];
  here.textContent = plain([
    editors.length ? editors.join(", ") + " edits this just now" : "",
    viewers.length ? "also looking at it: " + viewers.join(", ") : "",
  ].filter(Boolean).join("; "));
}

// Says what is done here, one after the other; resolves to why the hub refuses that, or to null.
function tellPresence(isBeat) {
  telling = telling.then(() => sayPresence(isBeat));
  return telling;
}

async function sayPresence(isBeat) {
  if (!windowName) return null;
  const doing = isEditing && editing ? {state: "editing", item: editing.id}
    : selected && !by("detail").hidden ? {state: "viewing", item: selected} : {state: "idle"};
  if (doing.state !== "editing") lease = null;
  const text = JSON.stringify(doing);
  if (text === said && !isBeat) return null;
  try {
    lease = (await (await ask("POST", "presence", {window: windowName, lease, ...doing})).json()).lease;
    said = text;
    return null;
  } catch (error) {
    [lease, said] = [null, ""];
    return error;
  }
}

async function keepPresence() {
  talk();
  const refusal = await tellPresence(true);
  if (isEditing && editing) showRefusal(refusal);
}

// Who comes second writes the task with the first, and leaves the rest to them.
function showRefusal(refusal) {
  const isSecond = refusal?.status === 409 && shared !== null;
  for (const name of ownFields) by(name).disabled = isSecond;
  // What else is said there stays.
  if (refusal) by("problem").textContent = plain(refusal.message + (isSecond ? ": you write the task together" : ""));
  else if (wasRefused) by("problem").textContent = "";
  wasRefused = Boolean(refusal);
}

// MARK: The editor

let isEditing = false;
let wasRefused = false;    // whether the editor says that somebody else edits
let shown = {};            // what stood in the editor when it was opened
const ownFields = ["assignee", "deadline", "priority"];  // what one person sets at a time

async function tagOf(id) {
  const answer = await ask("GET", "items/" + encodeURIComponent(id));
  return [answer.headers.get("ETag"), await answer.json()];
}

let undone = null;         // the item that was last done or opened here, which `u` takes back

async function toggle(id, isUndo) {
  const before = places.get(id) || isUndo;
  if (!mayWrite) return note("this token may read and not change anything");
  if (!before) return note("the item is not in this list any more");
  // The next one takes its place.
  const place = items.indexOf(before);
  try {
    const [tag, item] = await tagOf(id);
    // What was seen is what is meant: somebody may have been quicker.
    if (item.isComplete !== before.isComplete) return take(item, "updated");
    const answer = await ask(
      "PATCH", "items/" + encodeURIComponent(id), {isComplete: !item.isComplete}, tag);
    const now = await answer.json();
    take(now, "updated");
    undone = isUndo ? null : now;
    note((now.isComplete ? "done: " : "open again: ") + now.task.slice(0, 80) + (isUndo ? "" : " (u takes it back)"));
    if (isUndo) select(id, false);
    else if (!places.has(id) && selected === id && items.length) select(items[Math.min(place, items.length - 1)].id, false);
  } catch (error) {
    note(error.message);
  }
}

async function remove(id) {
  const item = places.get(id);
  if (!mayWrite || !item || !confirm("Take this item off the list, for everybody?\n\n" + plain(item.task.slice(0, 300)))) return;
  try {
    const [tag, now] = await tagOf(id);
    if (now.updatedAt !== item.updatedAt) {
      take(now, "updated");
      return note("somebody has changed the item meanwhile; it is still there");
    }
    await ask("DELETE", "items/" + encodeURIComponent(id), undefined, tag);
    take(item, "deleted");
    close();
    note("removed: " + item.task.slice(0, 80));
  } catch (error) {
    note(error.message);
  }
}

async function edit(id) {
  if (!mayWrite) return note("this token may read and not change anything");
  try {
    [editingTag, editing] = id ? await tagOf(id) : ["", null];
  } catch (error) {
    return note(error.message);
  }
  isEditing = true;
  const refusal = id ? await tellPresence() : null;
  shown = editing || {task: "", assignee: null, deadline: null, priority: "medium"};
  const isShared = id !== null && await share(id);
  // Somebody else edits it. What keeps the hub from saying so keeps nobody from editing: for a token limited to channels
  // nothing is held.
  if (refusal?.status === 409 && !isShared) {
    note(refusal.message);
    return endEditing();
  }
  note("");
  by("editor-heading").textContent = id ? "Edit the item" : "Add an item";
  by("task").value = isShared ? shared.text : shown.task;
  by("assignee").value = shown.assignee || "";
  by("deadline").value = shown.deadline || "";
  by("priority").value = shown.priority;
  wasRefused = false;
  by("problem").textContent = "";
  showRefusal(refusal?.status === 409 ? refusal : null);
  by("editor").showModal();
  showWriters();
}

function endEditing() {
  isEditing = false;
  if (!isInterrupted) leaveText();
  tellPresence();
}

// The item in the editor was changed elsewhere: what was not touched here follows.
function followEdited(item) {
  if (!isEditing || !shared || item.id !== shared.item || !item.source) return;
  for (const name of ownFields) {
    if (by(name).value.trim() !== (shown[name] || "")) continue;
    [shown[name], by(name).value] = [item[name], item[name] || ""];
  }
}

// Sets fields of the item in the editor. Where it was changed meanwhile, but for what is set here, that is no conflict
// while the text is shared: what was changed is in the text, or comes into it before.
async function patch(fields) {
  for (let round = 0; ; round++) {
    try {
      return await ask("PATCH", "items/" + encodeURIComponent(editing.id), fields, editingTag);
    } catch (error) {
      if (error.status !== 412 || !shared || round > 20) throw error;
      const [tag, item] = await tagOf(editing.id);
      if (ownFields.some(name => name in fields && item[name] !== shown[name])) throw error;
      await talk({saving: true});
      if (!shared) throw error;
      if (shared.sequence >= parseInt(tag.slice(1))) editingTag = tag;
      else await new Promise(resolve => setTimeout(resolve, 100));
      if ("task" in fields) fields.task = by("task").value;
    }
  }
}

// Whether something stands in the editor that would be lost: a text that others write, too, stays with them.
function isTouched() {
  const isMine = shared ? shared.people.length < 2 && shared.log.some(({editor}) => editor === shared.editor)
    : by("task").value !== shown.task;
  return isMine || ownFields.some(name => by(name).value !== (shown[name] || ""));
}

async function save(event) {
  event.preventDefault();
  if (isSaving) return;
  by("save").disabled = by("task").readOnly = isSaving = true;
  // What the hub does not have as shared text is not saved as that either.
  if (shared && !await talk({saving: true})) leaveText();
  const wanted = {
    task: by("task").value, assignee: by("assignee").value.trim() || null,
    deadline: by("deadline").value.trim() || null, priority: by("priority").value,
  };
  // What was not touched is not set: it stays the model's, or whoever's it was.
  const fields = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => shown[name] !== value));
  try {
    let item = null;
    if (!editing) {
      item = await (await ask("POST", "items", wanted)).json();
      take(item, "created");
    } else if (Object.keys(fields).length) {
      item = await (await patch(fields)).json();
      take(item, "updated");
    }
    note(item && !fits(item) ? (editing ? "saved" : "added") + ", hidden by the filter" : "");
    by("editor").close();
  } catch (error) {
    const problem = error.status === 412 ? await othersVersion(error)
      : error.status === 404 && editing ? takenAway() : error.message;
    by("problem").textContent = plain(problem);
  } finally {
    by("save").disabled = by("task").readOnly = isSaving = false;
    if (by("editor").open) talk();
  }
}

// What was typed for an item that is gone stays, for a new one.
function takenAway() {
  [editing, editingTag] = [null, ""];
  leaveText();
  by("editor-heading").textContent = "Add an item";
  showRefusal(null);
  tellPresence();
  return "somebody has taken the item away meanwhile. Save adds what stands here as a new one, or cancel.";
}

// What somebody else has made of the item meanwhile. What stands in the editor stays, and is set by another Save.
async function othersVersion(error) {
  try {
    [editingTag, editing] = await tagOf(editing.id);
  } catch (problem) {
    return problem.status === 404 ? takenAway() : error.message;
  }
  take(editing, "updated");
  const now = [editing.task, editing.assignee || "nobody", editing.deadline || "no date", editing.priority,
    editing.isComplete ? "done" : "open"];
  return "somebody has changed the item meanwhile; it is now: " + now.join(" · ")
    + ". Save again to set what you changed, or cancel.";
}
