"use strict";

// The list: the filters (also kept in the address), loading and ordering of items, the rows in view, and date formats.

// The filters above the list, as parameters of the hub's `/items`.
function query() {
  const words = new URLSearchParams({state: by("state").value});
  for (const [name, field] of [["text", "query"], ["assignee", "who"], ["conversation", "conversation"]]) {
    const text = by(field).value.trim();
    if (text) words.set(name, text);
  }
  const due = by("due").value;
  if (due === "overdue") words.set("due-before", zoned(new Date()));
  if (due === "none") words.set("due", "none");
  if (due === "week") {
    const monday = new Date();
    monday.setHours(0, 0, 0);
    monday.setDate(monday.getDate() - (monday.getDay() + 6) % 7);
    words.set("due-from", zoned(monday));
    monday.setDate(monday.getDate() + 7);
    words.set("due-before", zoned(monday));
  }
  return words;
}

// Whether an item passes the filters. Has to match the hub's own rules, so that changed items stay or go as in a new
// list.
function fits(item) {
  const words = query();
  if (words.get("state") !== "all" && item.isComplete !== (words.get("state") === "done")) return false;
  const is = (name, text) => (name || "").toLowerCase() === text.toLowerCase();
  const who = words.get("assignee");
  if (who && (who === "-" ? item.assignee !== null : !is(item.assignee, who))) return false;
  const conversation = words.get("conversation");
  const isOf = name => fitsGlob(name || "", conversation);
  if (conversation && !isOf(item.conversationId) && !isOf(item.conversationTitle)) return false;
  if (words.get("due") === "none" && item.deadline !== null) return false;
  const [from, end] = [words.get("due-from"), words.get("due-before")];
  if (from && !(item.deadline && !isBefore(item.deadline, from))) return false;
  if (end && !(item.deadline && isBefore(item.deadline, end))) return false;
  const text = (words.get("text") || "").toLowerCase();
  return !text || [item.task, item.quote || ""].some(part => part.toLowerCase().includes(text));
}

// `*` matches any text, `?` one character. Not a regular expression, which takes very long with many stars.
function fitsGlob(text, pattern) {
  const [t, p] = [text, pattern].map(word => [...word.toLowerCase()]);
  let [i, j, star, taken] = [0, 0, -1, 0];
  while (i < t.length) {
    if (p[j] === "*") [star, taken, j] = [j, i, j + 1];
    else if (j < p.length && (p[j] === "?" || p[j] === t[i])) { i += 1; j += 1; }
    else if (star >= 0) { taken += 1; [i, j] = [taken, star + 1]; }
    else return false;
  }
  return p.slice(j).every(sign => sign === "*");
}

const two = number => String(number).padStart(2, "0");

function day(date) { return date.getFullYear() + "-" + two(date.getMonth() + 1) + "-" + two(date.getDate()); }

// A time with the offset of the local time zone.
function zoned(date) {
  const offset = -date.getTimezoneOffset();
  const minutes = Math.abs(offset);
  return day(date) + "T" + [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")
    + (offset < 0 ? "-" : "+") + two(Math.floor(minutes / 60)) + ":" + two(minutes % 60);
}

// A time for people, on this browser's clock: `2026-01-05 10:00`.
function minute(text) {
  const date = new Date(text);
  return isNaN(date) ? text : day(date) + " " + two(date.getHours()) + ":" + two(date.getMinutes());
}

// A deadline for people: a day as it was written, or a time on this browser's clock.
const due = deadline => hasTime(deadline) ? minute(deadline) : deadline;

// When a message was written, with the sender's own clock if that differs. Exports without time zones count as UTC.
function written(text) {
  const [here, own] = [minute(text), text.slice(0, 16).replace("T", " ")];
  const zone = /[+-]\d\d:\d\d$/.exec(text)?.[0];
  return zone && zone !== "+00:00" && zone !== zoned(new Date(text)).slice(-6)
    ? here + " (for the sender " + own + ", UTC" + zone + ")" : here;
}

// Converts a typed deadline to the hub's form: a time without an offset is on this browser's clock.
function typedDeadline(text) {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text);
  const date = parts && new Date(parts[1] + "T" + parts[2]);
  return date && !isNaN(date) ? zoned(date) : text;
}

// Microseconds since 1970; a `Date` has milliseconds only.
function instant(text) {
  const fraction = /\.(\d+)/.exec(text);
  if (!fraction) return Date.parse(text) * 1000;
  return Date.parse(text.replace(fraction[0], "")) * 1000 + Number(fraction[1].padEnd(6, "0").slice(0, 6));
}

const hasTime = deadline => deadline.length > 10;

// Whether a deadline is before an end. Times are compared only if both have one, days otherwise.
function isBefore(deadline, end) {
  if (hasTime(deadline) && hasTime(end)) return instant(deadline) < instant(end);
  return deadline.slice(0, 10) < end.slice(0, 10);
}

function isLate(item) {
  return !item.isComplete && item.deadline !== null && isBefore(item.deadline, zoned(new Date()));
}

// The sort key of an item with the given form of its deadline, most significant part first.
function orderOf(item, deadline) {
  const {source} = item;
  const recency = deadline === null ? source.timestamp || item.extractedAt : item.extractedAt;
  const due = deadline === null ? [1, "", 0, 0, 0]
    : [0, deadline.slice(0, 10), hasTime(deadline) ? 0 : 1, hasTime(deadline) ? instant(deadline) : 0, offset(deadline)];
  return [item.isComplete ? 1 : 0, ...due, -instant(recency), item.id];
}

// The offset from UTC in minutes of a deadline; 0 without a time.
function offset(deadline) {
  const parts = /([+-])(\d\d):(\d\d)$/.exec(deadline);
  return parts ? (parts[1] + "1") * (parts[2] * 60 + Number(parts[3])) : 0;
}

// The hub orders deadlines by the day as it was written. The page shows them on this browser's clock, so it orders
// them by the day there.
const inHub = item => orderOf(item, item.deadline);
const here = item => orderOf(item, item.deadline && hasTime(item.deadline) ? zoned(new Date(item.deadline)) : item.deadline);

function compare(left, right) {
  const index = left.findIndex((part, index) => part !== right[index]);
  return index < 0 ? 0 : left[index] < right[index] ? -1 : 1;
}

let isStale = false;       // whether the first page could not be loaded
let loading = null;        // aborts the request for a page

async function loadAnew() {
  generation++;
  isStale = false;
  // Cancels the old request; the hub drops it when others wait.
  loading?.abort();
  [items, places, next, end, isLoading] = [[], new Map(), null, null, false];
  by("list").scrollTop = 0;
  by("count").textContent = "searching …";
  keepAddress();
  await loadPage(true);
}

// The filters are kept in the address, so that they survive a reload and can be shared.
const filters = ["query", "who", "conversation", "due", "state"];

let addressTimer = null;   // browsers limit how often the address may change

function keepAddress() {
  addressTimer ||= setTimeout(writeAddress, 300);
}

function writeAddress() {
  addressTimer = null;
  const words = new URLSearchParams(filters.filter(id => by(id).value && by(id).value !== "open").map(id => [id, by(id).value]));
  if (selected) words.set("item", selected);
  history.replaceState(null, "", "#" + words);
}

function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const id of filters) {
    const usual = id === "state" ? "open" : "";
    by(id).value = words.get(id) ?? usual;
    if (by(id).value !== words.get(id)) by(id).value = usual;
  }
  selected = words.get("item");
}

async function loadPage(isFirst) {
  if (isLoading || (!isFirst && next === null)) return;
  [isLoading, meanwhile] = [true, []];
  const mine = generation;
  const words = query();
  words.set("limit", pageSize);
  if (!isFirst) words.set("cursor", next);
  const controller = loading = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  try {
    const page = await (await ask("GET", "items?" + words, undefined, undefined, controller.signal)).json();
    if (mine !== generation) return;
    next = page.next;
    end = page.items.at(-1) || end;
    for (const item of page.items) if (!places.has(item.id)) { places.set(item.id, item); items.push(item); }
    items = items.map(item => [here(item), item]).sort(([a], [b]) => compare(a, b)).map(([, item]) => item);
    note("");
  } catch (error) {
    if (mine !== generation) return;
    // The next scroll to the end loads the page again. The first page is loaded after a while, or on reconnecting.
    isStale = isFirst;
    if (isFirst && error.status !== 401) {
      const isForNow = [0, 429].includes(error.status) || error.status >= 500;
      if (isForNow) setTimeout(() => { if (mine === generation) loadAnew(); }, 3000);
      isLoading = false;
      draw();
      by("count").textContent = "";
    }
    return note(error.message);
  } finally {
    clearTimeout(timer);
    if (mine === generation) isLoading = false;
  }
  // The page may have been read before these changes.
  for (const [item, change] of meanwhile.splice(0)) take(item, change);
  draw();
  nameChoices();
}

// The suggestions of the filter fields, from the items loaded so far.
function nameChoices() {
  choices("people", items.map(item => item.assignee));
  choices("conversations", items.map(item => item.conversationTitle || item.conversationId));
}

function choices(id, names) {
  by(id).replaceChildren(...[...new Set(names.filter(Boolean))].sort().slice(0, 500).map(name => {
    const option = make("option");
    option.value = name;
    return option;
  }));
}

// Only the rows in view are in the document.
function draw() {
  const list = by("list");
  by("space").style.height = `calc(var(--row) * ${items.length})`;
  const height = rowHeight();
  const first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
  const last = Math.min(items.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + 5);
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
  element.style.top = `calc(var(--row) * ${place})`;
  element.setAttribute("role", "option");
  element.setAttribute("aria-selected", item.id === selected);
  element.setAttribute("aria-posinset", place + 1);
  element.setAttribute("aria-setsize", next === null ? items.length : -1);
  element.append(make("div", (item.priority === "high" ? "! " : "") + item.task, "title"));
  const about = make("div", undefined, "about");
  if (item.deadline) {
    about.append(isLate(item) ? make("span", due(item.deadline) + " overdue", "late") : due(item.deadline), " · ");
  }
  about.append(plain(item.assignee || "unassigned"), " · ", plain(item.conversationTitle || item.conversationId));
  element.append(about);
  element.addEventListener("click", () => select(item.id, true));
  return element;
}

function select(id, isShown) {
  selected = id;
  const place = items.findIndex(item => item.id === id);
  const list = by("list");
  if (place >= 0) {
    const [top, height] = [place * rowHeight(), rowHeight()];
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
  }
  draw();
  keepAddress();
  if (isShown || !by("detail").hidden) show(id);
}

function move(step) {
  if (!items.length) return;
  const place = items.findIndex(item => item.id === selected);
  const there = place < 0 ? (step > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, place + step));
  select(items[there].id, false);
}

let meanwhile = [];        // changes that arrived while a page was loading

function take(item, change) {
  if (isLoading) meanwhile.push([item, change]);
  const before = places.get(item.id);
  const isWanted = change !== "deleted" && fits(item);
  if (before) items.splice(items.indexOf(before), 1);
  places.delete(item.id);
  if (isWanted) {
    const order = here(item);
    let place = items.findIndex(other => compare(order, here(other)) < 0);
    if (place < 0) place = items.length;
    // An item after the last loaded page comes with its own page.
    if (next === null || compare(inHub(item), inHub(end)) <= 0) {
      items.splice(place, 0, item);
      places.set(item.id, item);
    }
  }
  draw();
  if (item.id === selected && !by("detail").hidden) show(item.id);
}
