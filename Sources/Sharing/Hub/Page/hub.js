"use strict";

// The main script of the hub's page: state, requests, the stream of changes, event handlers. The other hub-*.js files
// have the rest. Everything from the hub is inserted as text, never as markup.

const by = id => document.getElementById(id);
// The height of a row in pixels; the style sheet decides.
const rowHeight = () => by("space").getBoundingClientRect().height / items.length || 1;
const pageSize = 500;
const patience = 40000;    // milliseconds without an answer until the hub counts as lost

let token = sessionStorage.getItem("token") || "";
let items = [];            // in the order of the list
let places = new Map();    // id -> item
let next = null;           // the cursor of the next page of the list; null at its end
let end = null;            // the last item of the last page, as it was then
let isLoading = false;
let generation = 0;        // the number of the current query, to recognise late answers
let selected = null;       // the id of the selected item
let editing = null;        // the item in the editor; null for a new one
let editingTag = "";
let sequence = 0;          // the id of the last change received
let listening = null;      // aborts the stream of changes
let streams = 0;           // the number of the current stream
let isInterrupted = false; // whether the editor was open when a token was asked for

// Removes bidirectional controls, which could make a text look like another one.
const plain = text => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

function make(name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = plain(text);
  if (className) element.className = className;
  return element;
}

function note(text) { by("note").textContent = plain(text); }

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
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, signal: signal || AbortSignal.timeout(patience), cache: "no-store", credentials: "omit",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, "the hub cannot be reached; try again");
  }
  if (answer.ok) return answer;
  let detail = answer.statusText;
  try { detail = (await answer.json()).detail || detail; } catch { /* it is not JSON */ }
  if (answer.status === 401) askForToken(detail);
  throw new Refused(answer.status, detail);
}

function askForToken(why) {
  sessionStorage.removeItem("token");
  by("main").hidden = true;
  by("entry").hidden = false;
  connection(token ? why : "token required", Boolean(token));
  token = "";
  windowName = null;
  if (listening) listening.abort();
  // The editor would cover the question. It opens again after the answer, with what was typed.
  isInterrupted = isInterrupted || by("editor").open;
  by("editor").close();
  by("token").focus();
}

// MARK: Changes

// Reads with a timeout. The hub sends something every 15 seconds, so a long silence means a lost connection.
async function beforeSilence(reader) {
  let timer;
  const silence = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error("no data from the hub")), patience);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

// Reads the stream by `fetch`, because an EventSource cannot send a token.
async function listen() {
  let wait = 500;
  let isAgain = false;
  const mine = ++streams;
  while (mine === streams) {
    listening = new AbortController();
    try {
      const answer = await ask("GET", "changes?presence=true&since=" + sequence, undefined, undefined, listening.signal);
      connection("live");
      // An item that left a limited list meanwhile is in no later change.
      if (isAgain || isStale) loadAnew();
      [wait, isAgain] = [500, true];
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (true) {
        const {value, done} = await beforeSilence(reader);
        if (done) break;
        text += value;
        const events = text.split("\n\n");
        text = events.pop();
        for (const event of events) {
          // The hub was restored to an earlier state, so shown items may be gone.
          if (event.startsWith("event: reset")) {
            listening.abort();
            return start();
          }
          const part = name => event.split("\n").find(line => line.startsWith(name))?.slice(name.length);
          const data = part("data: ");
          if (!data) continue;
          const change = JSON.parse(data);
          if (event.startsWith("event: presence")) {
            takePresence(change);
            continue;
          }
          if (event.startsWith("event: text")) {
            takeText(change);
            continue;
          }
          sequence = part("id: ");
          take(change.item, change.change);
          followEdited(change.item);
        }
      }
    } catch (error) {
      if (error.status === 401 || mine !== streams || listening.signal.aborted) return;
    }
    listening.abort();
    windowName = null;
    connection("connection lost; reconnecting", true);
    await new Promise(resolve => setTimeout(resolve, wait * (0.5 + Math.random())));
    wait = Math.min(wait * 2, 30000);
  }
}

async function start() {
  connection("loading");
  try {
    // Read before the list, so that the stream sends all later changes.
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
  await follow();
  listen();
  if (isInterrupted) {
    [isInterrupted, isEditing] = [false, true];
    by("problem").textContent = "";
    by("editor").showModal();
  }
}

// Loads the list with the filters, and shows the item that the address names.
async function follow() {
  const linked = selected;
  await loadAnew();
  by("detail").hidden = true;
  if (!linked) return;
  if (places.has(linked)) select(linked, true);
  else note("the item in the address is not in the list");
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
by("conversation").addEventListener("input", changeQuery);
by("due").addEventListener("change", loadAnew);
by("state").addEventListener("change", loadAnew);
by("list").addEventListener("scroll", draw);
by("add").addEventListener("click", () => edit(null));
by("fields").addEventListener("submit", save);
const mayLeave = () => !isTouched() || confirm("Discard your changes?");
by("cancel").addEventListener("click", () => { if (mayLeave()) by("editor").close(); });
by("editor").addEventListener("cancel", event => { if (!mayLeave()) event.preventDefault(); });
by("editor").addEventListener("keydown", event => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) by("fields").requestSubmit();
});
by("editor").addEventListener("close", endEditing);
by("task").addEventListener("input", typed);
by("task").addEventListener("compositionstart", () => { isComposing = true; });
by("task").addEventListener("compositionend", () => {
  isComposing = false;
  typed();
});
document.addEventListener("selectionchange", moved);
setInterval(keepPresence, beat);
window.addEventListener("resize", draw);
window.addEventListener("hashchange", () => {
  readAddress();
  follow();
});
document.addEventListener("keydown", event => {
  if (by("main").hidden || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
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
  } else if (event.key === "u") {
    if (undone) toggle(undone.id, undone);
  } else if (event.key === "e") {
    if (selected) edit(selected);
  } else if (event.key === "a") {
    edit(null);
  } else if (event.key === "?") {
    by("keys").showModal();
  } else {
    return;
  }
  event.preventDefault();
});
readAddress();
start();
