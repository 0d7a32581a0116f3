// After "@" and a letter, names are offered: arrows choose, Enter or Tab takes, Escape closes.
const BEGUN = /(?:^|[\s(>])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,23})$/u;

export function suggestNames(text, { names, suggestions }, place) {
  const list = document.createElement("ul");
  list.className = "names";
  list.id = `${text.id}-names`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", suggestions);
  list.hidden = true;
  text.after(list);
  text.setAttribute("aria-controls", list.id);
  text.setAttribute("aria-autocomplete", "list");
  let asked = 0;
  let chosen = 0;

  const begun = () => text.value.slice(0, text.selectionStart).match(BEGUN)?.[1];
  const close = () => {
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
  };

  async function ask() {
    const word = begun();
    const number = ++asked;
    if (!word) return close();
    const query = new URLSearchParams({ q: word, place });
    const answer = await fetch(`${names}?${query}`).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    show((await answer.json()).names);
  }

  function show(found) {
    chosen = 0;
    list.replaceChildren(
      ...found.map((name, index) => {
        const item = document.createElement("li");
        item.id = `${list.id}-${index}`;
        item.setAttribute("role", "option");
        item.textContent = name;
        item.addEventListener("mousedown", (event) => {
          event.preventDefault();
          take(name);
        });
        return item;
      }),
    );
    list.hidden = found.length === 0;
    if (list.hidden) return close();
    mark();
  }

  function mark() {
    [...list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === chosen));
    });
    text.setAttribute("aria-activedescendant", list.children[chosen].id);
  }

  function take(name) {
    const word = begun();
    if (!word) return close();
    const end = text.selectionStart;
    text.setRangeText(`${name} `, end - word.length, end, "end");
    close();
    text.dispatchEvent(new Event("input", { bubbles: true }));
    asked++;
    close();
  }

  text.addEventListener("input", ask);
  text.addEventListener("blur", close);
  text.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      chosen = (chosen + step + list.children.length) % list.children.length;
      mark();
    } else if (event.key === "Enter" || event.key === "Tab") {
      take(list.children[chosen].textContent);
    } else if (event.key === "Escape") {
      close();
    } else return;
    event.preventDefault();
  });
}
