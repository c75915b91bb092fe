"use strict";

// The list of a hub. Everything that comes from it is put in as text, never as markup.

const by = id => document.getElementById(id);
const rowHeight = 56;
const pageSize = 500;

let token = sessionStorage.getItem("token") || "";
let items = [];            // in the order of the list
let places = new Map();    // id -> item
let next = null;           // where the next page of the list begins; null at its end
let isLoading = false;
let generation = 0;        // tells answers to an earlier query from those to the present one
let selected = null;       // the id of an item
let editing = null;        // the item in the editor; null for a new one
let editingTag = "";
let sequence = 0;          // the last change that is known here
let listening = null;      // ends the stream of changes
let streams = 0;           // the number of the present one

function make(name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

function note(text) { by("note").textContent = text; }

function connection(text, isLost) {
  by("connection").textContent = text;
  by("connection").classList.toggle("lost", Boolean(isLost));
}

// MARK: Requests

class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function ask(method, path, body, tag, signal) {
  const headers = {};
  if (token) headers.Authorization = "Bearer " + token;
  if (tag) headers["If-Match"] = tag;
  if (method !== "GET") headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method, headers, signal, cache: "no-store", credentials: "omit",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return answer;
  let detail = answer.statusText;
  try { detail = (await answer.json()).detail || detail; } catch { /* it is no JSON */ }
  if (answer.status === 401) askForToken(detail);
  throw new Refused(answer.status, detail);
}

function askForToken(why) {
  sessionStorage.removeItem("token");
  by("main").hidden = true;
  by("entry").hidden = false;
  connection(token ? why : "a token is wanted", Boolean(token));
  token = "";
  if (listening) listening.abort();
  by("token").focus();
}

// MARK: The list

function query() {
  const words = new URLSearchParams({state: by("state").value});
  if (by("query").value.trim()) words.set("text", by("query").value.trim());
  if (by("who").value.trim()) words.set("assignee", by("who").value.trim());
  return words;
}

// As the hub's queries: an item that changes has to stay or go as a new list would have it.
function fits(item) {
  const words = query();
  if (words.get("state") !== "all" && item.isComplete !== (words.get("state") === "done")) return false;
  const who = words.get("assignee");
  if (who && (who === "-" ? item.assignee !== null : item.assignee !== who)) return false;
  const text = (words.get("text") || "").toLowerCase();
  return !text || [item.task, item.quote || ""].some(part => part.toLowerCase().includes(text));
}

function compare(a, b) {
  const key = item => [
    item.isComplete ? 1 : 0, item.deadline === null ? 1 : 0, item.deadline || "",
  ];
  const [left, right] = [key(a), key(b)];
  for (let place = 0; place < left.length; place++) {
    if (left[place] !== right[place]) return left[place] < right[place] ? -1 : 1;
  }
  const said = item => item.source.timestamp || "";
  if (said(a) !== said(b)) return said(a) > said(b) ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

async function loadAnew() {
  generation++;
  [items, places, next, isLoading] = [[], new Map(), null, false];
  by("list").scrollTop = 0;
  await loadPage(true);
}

async function loadPage(isFirst) {
  if (isLoading || (!isFirst && next === null)) return;
  isLoading = true;
  const mine = generation;
  const words = query();
  words.set("limit", pageSize);
  if (!isFirst) words.set("cursor", next);
  try {
    const page = await (await ask("GET", "items?" + words)).json();
    if (mine !== generation) return;
    next = page.next;
    for (const item of page.items) if (!places.has(item.id)) { places.set(item.id, item); items.push(item); }
    note("");
  } catch (error) {
    if (mine !== generation) return;
    // The item that the page before ended with has gone.
    if (error.status === 410) { isLoading = false; return loadAnew(); }
    note(error.message);
  } finally {
    if (mine === generation) isLoading = false;
  }
  draw();
  namePeople();
}

function namePeople() {
  const names = [...new Set(items.map(item => item.assignee).filter(Boolean))].sort().slice(0, 500);
  by("people").replaceChildren(...names.map(name => {
    const option = make("option");
    option.value = name;
    return option;
  }));
}

function today() {
  const now = new Date();
  const two = number => String(number).padStart(2, "0");
  return now.getFullYear() + "-" + two(now.getMonth() + 1) + "-" + two(now.getDate());
}

function isLate(item) {
  if (item.isComplete || item.deadline === null) return false;
  return item.deadline.length > 10 ? new Date(item.deadline) < new Date() : item.deadline < today();
}

// Only what can be seen is in the document.
function draw() {
  const list = by("list");
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const last = Math.min(items.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 5);
  by("space").style.height = items.length * rowHeight + "px";
  const rows = [];
  for (let place = first; place < last; place++) rows.push(row(items[place], place));
  by("space").replaceChildren(...rows);
  list.setAttribute("aria-activedescendant", selected && places.has(selected) ? "item-" + selected : "");
  by("count").textContent = items.length + (next === null ? "" : " and more") + (items.length === 1 ? " item." : " items.");
  if (last > items.length - 50) loadPage(false);
}

function row(item, place) {
  const element = make("div", undefined, "row" + (item.isComplete ? " done" : ""));
  element.id = "item-" + item.id;
  element.style.top = place * rowHeight + "px";
  element.setAttribute("role", "option");
  element.setAttribute("aria-selected", item.id === selected);
  element.setAttribute("aria-posinset", place + 1);
  element.setAttribute("aria-setsize", next === null ? items.length : -1);
  element.append(make("div", (item.priority === "high" ? "! " : "") + item.task, "title"));
  const about = make("div", undefined, "about");
  if (item.deadline) about.append(make("span", item.deadline.slice(0, 10), isLate(item) ? "late" : ""), " · ");
  about.append(item.assignee || "nobody", " · ", item.conversationTitle || item.conversationId);
  element.append(about);
  element.addEventListener("click", () => select(item.id, true));
  return element;
}

function select(id, isShown) {
  selected = id;
  const place = items.findIndex(item => item.id === id);
  const list = by("list");
  if (place >= 0) {
    const top = place * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }
  draw();
  if (isShown || !by("detail").hidden) show(id);
}

function move(step) {
  if (!items.length) return;
  const place = items.findIndex(item => item.id === selected);
  const there = place < 0 ? (step > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, place + step));
  select(items[there].id, false);
}

// MARK: One item

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
  detail.replaceChildren(make("h2", item.task), list);
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
  button(item.isComplete ? "Reopen" : "Done", () => toggle(id));
  button("Edit", () => edit(id));
  button("Close", close);
  detail.append(buttons);
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
  by("list").focus();
}

async function tagOf(id) {
  const answer = await ask("GET", "items/" + encodeURIComponent(id));
  return [answer.headers.get("ETag"), await answer.json()];
}

async function toggle(id) {
  const before = places.get(id);
  if (!before) return;
  try {
    const [tag, item] = await tagOf(id);
    // What was seen is what is meant: somebody may have been quicker.
    if (item.isComplete !== before.isComplete) return take(item, "updated");
    const answer = await ask(
      "PATCH", "items/" + encodeURIComponent(id), {isComplete: !item.isComplete}, tag);
    take(await answer.json(), "updated");
    note("");
  } catch (error) {
    note(error.message);
  }
}

async function edit(id) {
  try {
    [editingTag, editing] = id ? await tagOf(id) : ["", null];
  } catch (error) {
    return note(error.message);
  }
  by("editor-heading").textContent = id ? "Edit the item" : "Add an item";
  by("task").value = editing ? editing.task : "";
  by("assignee").value = editing ? editing.assignee || "" : "";
  by("deadline").value = editing ? editing.deadline || "" : "";
  by("priority").value = editing ? editing.priority : "medium";
  by("problem").textContent = "";
  by("editor").showModal();
}

async function save(event) {
  event.preventDefault();
  const wanted = {
    task: by("task").value, assignee: by("assignee").value.trim() || null,
    deadline: by("deadline").value.trim() || null, priority: by("priority").value,
  };
  // What was not touched is not set: it stays the model's, or whoever's it was.
  const fields = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !editing || editing[name] !== value));
  try {
    if (!editing) {
      take(await (await ask("POST", "items", wanted)).json(), "created");
    } else if (Object.keys(fields).length) {
      const path = "items/" + encodeURIComponent(editing.id);
      take(await (await ask("PATCH", path, fields, editingTag)).json(), "updated");
    }
    by("editor").close();
  } catch (error) {
    by("problem").textContent = error.message;
  }
}

// MARK: Changes

function take(item, change) {
  const before = places.get(item.id);
  const isWanted = change !== "deleted" && fits(item);
  if (before) items.splice(items.indexOf(before), 1);
  places.delete(item.id);
  if (isWanted) {
    let place = items.findIndex(other => compare(item, other) < 0);
    if (place < 0) place = items.length;
    // Behind the last page that was loaded it comes with its own.
    if (place < items.length || next === null || before) {
      items.splice(place, 0, item);
      places.set(item.id, item);
    }
  }
  // The item that the next page begins behind has moved.
  if (next === item.id) next = items.length ? items[items.length - 1].id : null;
  draw();
  if (item.id === selected && !by("detail").hidden) show(item.id);
}

// A stream is read by hand: EventSource cannot send a token.
async function listen() {
  let wait = 500;
  const mine = ++streams;
  while (mine === streams) {
    listening = new AbortController();
    try {
      const answer = await ask("GET", "changes?since=" + sequence, undefined, undefined, listening.signal);
      connection("live");
      wait = 500;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (true) {
        const {value, done} = await reader.read();
        if (done) break;
        text += value;
        const events = text.split("\n\n");
        text = events.pop();
        for (const event of events) {
          // The hub was put back to an earlier state: what is shown may be gone.
          if (event.startsWith("event: reset")) {
            listening.abort();
            return start();
          }
          const data = event.split("\n").find(line => line.startsWith("data: "));
          if (!data) continue;
          const change = JSON.parse(data.slice(6));
          sequence = change.sequence;
          take(change.item, change.change);
        }
      }
    } catch (error) {
      if (error.status === 401 || mine !== streams || listening.signal.aborted) return;
    }
    connection("connection lost; trying again", true);
    await new Promise(resolve => setTimeout(resolve, wait * (0.5 + Math.random())));
    wait = Math.min(wait * 2, 30000);
  }
}

async function start() {
  connection("loading");
  try {
    // Before the list: what changes meanwhile is told behind it.
    sequence = (await (await ask("GET", "healthz")).json()).sequence;
    await ask("GET", "items?limit=1");
  } catch (error) {
    if (error.status !== 401) {
      connection(error.message, true);
      setTimeout(start, 3000);
    }
    return;
  }
  by("entry").hidden = true;
  by("main").hidden = false;
  await loadAnew();
  listen();
}

let timer;
function changeQuery() {
  clearTimeout(timer);
  timer = setTimeout(loadAnew, 150);
}

by("entry").addEventListener("submit", event => {
  event.preventDefault();
  token = by("token").value;
  sessionStorage.setItem("token", token);
  by("token").value = "";
  start();
});
by("query").addEventListener("input", changeQuery);
by("who").addEventListener("input", changeQuery);
by("state").addEventListener("change", loadAnew);
by("list").addEventListener("scroll", draw);
by("add").addEventListener("click", () => edit(null));
by("fields").addEventListener("submit", save);
by("cancel").addEventListener("click", () => by("editor").close());
window.addEventListener("resize", draw);
document.addEventListener("keydown", event => {
  if (by("main").hidden || by("editor").open || event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (isTyping) event.target.blur();
    close();
  } else if (isTyping) {
    return;
  } else if (event.key === "/") {
    by("query").focus();
  } else if (event.key === "j" || event.key === "ArrowDown") {
    move(1);
  } else if (event.key === "k" || event.key === "ArrowUp") {
    move(-1);
  } else if (event.key === "Enter" && !event.target.matches("button, a")) {
    if (selected) show(selected);
  } else if (event.key === "d") {
    if (selected) toggle(selected);
  } else if (event.key === "e") {
    if (selected) edit(selected);
  } else if (event.key === "a") {
    edit(null);
  } else {
    return;
  }
  event.preventDefault();
});
start();
