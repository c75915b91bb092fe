"use strict";

// The view of one item with its history, the editor, changes to items, and presence: who views or edits which item.

function show(id) {
  const item = places.get(id);
  const detail = by("detail");
  detail.hidden = !item;
  if (!item) return;
  const list = make("dl");
  const line = (name, text) => { if (text) list.append(make("dt", name), make("dd", text)); };
  line("Who", item.assignee || "unassigned");
  line("Due", item.deadline && due(item.deadline) + (isLate(item) ? " (overdue)" : ""));
  line("Priority", item.priority);
  line("State", item.isComplete ? "done" : "open");
  line("Conversation", item.conversationTitle || item.conversationId);
  line("Said by", item.source.sender);
  line("Said", item.source.timestamp && written(item.source.timestamp));
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
  detail.append(make("div", undefined, "around"), buttons, make("h3", "History"), make("ol", undefined, "history"));
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

// MARK: History

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
    answer = {history: [], context: [], problem: error.message};
  }
  const list = by("detail").querySelector(".history");
  if (id !== selected || !list) return;
  const entries = answer.history.flatMap(step => groups(step)).reverse();
  if (!answer.isWhole) entries.push(make("li", answer.problem || "Earlier changes are not shown."));
  list.replaceChildren(...entries);
  const around = answer.context.map(message => {
    const head = [message.timestamp && minute(message.timestamp), message.sender].filter(Boolean).join(" ");
    const line = make("p");
    line.append(make("span", head, "about"), " " + plain(message.text));
    return line;
  });
  if (around.length) by("detail").querySelector(".around").replaceChildren(make("h3", "Messages around it"), ...around);
}

// The entries of one change, its settings grouped by author and time: a merge can have settings of several authors.
function groups(step) {
  const found = new Map();
  for (const setting of step.settings) {
    const head = minute(setting.at || step.at) + " · " + setter(setting);
    const value = setting.value === null ? "none" : setting.field === "deadline" ? due(setting.value) : setting.value;
    const text = (fieldNames[setting.field] || setting.field) + (setting.field === "source" ? "" : ": " + value);
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

// MARK: Presence

let mayWrite = true;       // whether the token may change items
let windowName = null;     // this page's name on the hub; null without presence
let session = null;        // this page's session in the presence events
let lease = null;          // the lease on the edited item
let said = "";             // the last presence that was sent
let telling = Promise.resolve();
const people = new Map();  // the id of an item -> the people at it

const beat = 15000;        // milliseconds between heartbeats; a lease lasts twice as long

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
    // The other person has finished editing, so the lease is free.
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
    editors.length ? "editing this now: " + editors.join(", ") : "",
    viewers.length ? "also viewing it: " + viewers.join(", ") : "",
  ].filter(Boolean).join("; "));
}

// Sends what the person does, one request at a time. Resolves to the error if the hub refuses it, or to null.
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

// A second editor shares the task with the first, and cannot change the other fields.
function showRefusal(refusal) {
  const isSecond = refusal?.status === 409 && shared !== null;
  for (const name of ownFields) by(name).disabled = isSecond;
  // Other messages in this place stay.
  if (refusal) by("problem").textContent = plain(refusal.message + (isSecond ? ": you edit the task together" : ""));
  else if (wasRefused) by("problem").textContent = "";
  wasRefused = Boolean(refusal);
}

// MARK: The editor

let isEditing = false;
let wasRefused = false;    // whether the editor shows a refusal of the hub
let shown = {};            // the item as the editor last showed it
const ownFields = ["assignee", "deadline", "priority"];  // the fields that one person edits at a time

// A field of an item as the editor shows it.
const fieldText = (item, name) => name === "deadline" && item.deadline ? due(item.deadline) : item[name] || "";

async function tagOf(id) {
  const answer = await ask("GET", "items/" + encodeURIComponent(id));
  return [answer.headers.get("ETag"), await answer.json()];
}

let undone = null;         // the item last done or reopened here, for `u`

async function toggle(id, isUndo) {
  const before = places.get(id) || isUndo;
  if (!mayWrite) return note("this token is read-only");
  if (!before) return note("the item is no longer in this list");
  // The next item will move to this index.
  const place = items.indexOf(before);
  try {
    const [tag, item] = await tagOf(id);
    // Does nothing if the state has changed since it was shown, because someone was quicker.
    if (item.isComplete !== before.isComplete) return take(item, "updated");
    const answer = await ask(
      "PATCH", "items/" + encodeURIComponent(id), {isComplete: !item.isComplete}, tag);
    const now = await answer.json();
    take(now, "updated");
    undone = isUndo ? null : now;
    note((now.isComplete ? "done: " : "open again: ") + now.task.slice(0, 80) + (isUndo ? "" : " (u undoes it)"));
    if (isUndo) select(id, false);
    else if (!places.has(id) && selected === id && items.length) select(items[Math.min(place, items.length - 1)].id, false);
  } catch (error) {
    note(error.message);
  }
}

async function remove(id) {
  const item = places.get(id);
  if (!mayWrite || !item || !confirm("Remove this item for everyone?\n\n" + plain(item.task.slice(0, 300)))) return;
  try {
    const [tag, now] = await tagOf(id);
    if (now.updatedAt !== item.updatedAt) {
      take(now, "updated");
      return note("the item was changed meanwhile and not removed");
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
  if (!mayWrite) return note("this token is read-only");
  try {
    [editingTag, editing] = id ? await tagOf(id) : ["", null];
  } catch (error) {
    return note(error.message);
  }
  isEditing = true;
  const refusal = id ? await tellPresence() : null;
  shown = editing || {task: "", assignee: null, deadline: null, priority: "medium"};
  const isShared = id !== null && await share(id);
  // Somebody else edits it. Other refusals do not prevent editing, because tokens limited to channels get no lease.
  if (refusal?.status === 409 && !isShared) {
    note(refusal.message);
    return endEditing();
  }
  note("");
  by("editor-heading").textContent = id ? "Edit the item" : "Add an item";
  by("task").value = isShared ? shared.text : shown.task;
  for (const name of ownFields) by(name).value = fieldText(shown, name);
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

// Updates the untouched fields of the editor when its item was changed elsewhere.
function followEdited(item) {
  if (!isEditing || !shared || item.id !== shared.item || !item.source) return;
  for (const name of ownFields) {
    if (by(name).value.trim() !== fieldText(shown, name)) continue;
    [shown[name], by(name).value] = [item[name], fieldText(item, name)];
  }
}

// Sets fields of the item in the editor. While the text is shared, a concurrent change is a conflict only if it has set
// the same fields: a changed task is merged into the shared text first.
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

// Whether closing the editor would lose something. A text that others write too stays with them.
function isTouched() {
  const isMine = shared ? shared.people.length < 2 && shared.log.some(({editor}) => editor === shared.editor)
    : by("task").value !== shown.task;
  return isMine || ownFields.some(name => by(name).value !== fieldText(shown, name));
}

async function save(event) {
  event.preventDefault();
  if (isSaving) return;
  by("save").disabled = by("task").readOnly = isSaving = true;
  // If the hub does not have the whole shared text, the task is saved as an ordinary one.
  if (shared && !await talk({saving: true})) leaveText();
  const wanted = {
    task: by("task").value, assignee: by("assignee").value.trim() || null,
    deadline: typedDeadline(by("deadline").value.trim()) || null, priority: by("priority").value,
  };
  // Untouched fields are not sent, so that they keep their author.
  const fields = Object.fromEntries(Object.entries(wanted).filter(([name]) => by(name).value.trim() !== fieldText(shown, name)));
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

// Keeps the typed text for a new item, because the item was deleted.
function takenAway() {
  [editing, editingTag] = [null, ""];
  leaveText();
  by("editor-heading").textContent = "Add an item";
  showRefusal(null);
  tellPresence();
  return "this item was deleted meanwhile. Save adds your text as a new item, or cancel.";
}

// Describes the item as others have changed it. The fields in the editor stay; another Save sets them.
async function othersVersion(error) {
  try {
    [editingTag, editing] = await tagOf(editing.id);
  } catch (problem) {
    return problem.status === 404 ? takenAway() : error.message;
  }
  take(editing, "updated");
  const now = [editing.task, editing.assignee || "unassigned", fieldText(editing, "deadline") || "no date", editing.priority,
    editing.isComplete ? "done" : "open"];
  return "the item was changed meanwhile; it is now: " + now.join(" · ")
    + ". Save again to apply your changes, or cancel.";
}
