'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const list = find('items');
  const rows = Array.from(list.children, (element, place) => ({ element, place, ...element.dataset }));
  // Laying out ten thousand items takes seconds; that many are shown at first.
  const most = 300;
  let limit = most;
  let shown = rows;

  const people = new Map();
  for (const row of rows) people.set(row.who, (people.get(row.who) || 0) + 1);
  const names = [...people.keys()].filter((name) => name).sort((a, b) => a.localeCompare(b));
  if (people.has('')) names.push('');
  for (const name of names) {
    find('who').append(new Option(`${name || 'Unassigned'} (${people.get(name)})`, '=' + name));
  }

  // Compares by a text; empty texts come last.
  const order = (key) => (a, b) => !a[key] - !b[key] || a[key].localeCompare(b[key]) || a.place - b.place;
  // A day without a time comes after the times of that day.
  for (const row of rows) if (row.due.length === 10) row.due += 'T24';
  const orders = {
    list: (a, b) => a.place - b.place,
    due: order('due'),
    said: (a, b) => (b.said || '').localeCompare(a.said || '') || a.place - b.place,
    who: order('who'),
    place: order('room'),
    priority: (a, b) => a.rank - b.rank || a.place - b.place,
  };

  const words = (row) => row.words ??= row.element.textContent.toLowerCase();

  function fits(row, wanted, who, state, priority) {
    if (who && '=' + row.who !== who) return false;
    if (state === 'late' ? !row.late : state && row.state !== state) return false;
    if (priority && row.rank !== priority) return false;
    return wanted.every((word) => words(row).includes(word));
  }

  function apply() {
    const wanted = find('query').value.toLowerCase().split(/\s+/).filter(Boolean);
    const [who, state, priority] = ['who', 'state', 'priority'].map((id) => find(id).value);
    const fitting = rows.filter((row) => fits(row, wanted, who, state, priority));
    shown = fitting.slice(0, limit);
    const visible = new Set(shown);
    for (const row of rows) row.element.hidden = !visible.has(row);
    find('count').textContent = `${fitting.length} of ${rows.length} items`;
    find('more').hidden = fitting.length <= shown.length;
    find('more').textContent = `Show all ${fitting.length}`;
  }

  function change() {
    limit = most;
    apply();
  }

  function sort() {
    rows.sort(orders[find('sort').value]);
    for (const row of rows) row.element.hidden = true;
    list.append(...rows.map((row) => row.element));
    change();
  }

  function step(by) {
    const summaries = shown.map((row) => row.element.querySelector('summary'));
    const next = summaries.indexOf(document.activeElement) + by;
    const target = summaries[Math.max(0, Math.min(summaries.length - 1, next))];
    if (target) target.focus();
  }

  let waiting = 0;
  find('query').addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(change, 80);
  });
  for (const id of ['who', 'state', 'priority']) find(id).addEventListener('change', change);
  find('sort').addEventListener('change', sort);
  const showAll = () => {
    limit = rows.length;
    apply();
  };
  find('more').addEventListener('click', showAll);
  addEventListener('beforeprint', showAll);
  find('unfold').addEventListener('click', () => {
    const isOpening = shown.some((row) => !row.element.firstElementChild.open);
    for (const row of shown) row.element.firstElementChild.open = isOpening;
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches('input, select');
    if (event.key === 'Escape' && event.target === find('query')) {
      find('query').value = '';
      change();
    } else if (!isTyping && event.key === '/') {
      event.preventDefault();
      find('query').focus();
    } else if (!isTyping && (event.key === 'j' || event.key === 'k')) {
      step(event.key === 'j' ? 1 : -1);
    }
  });

  find('controls').hidden = false;
  find('hint').hidden = false;
  find('state').value = rows.some((row) => row.state === 'open') ? 'open' : '';
  apply();
  list.className = 'ready';
})();
