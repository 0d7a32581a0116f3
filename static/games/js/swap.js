// The table of another page takes the place of the one that is shown.
export async function swapTable(url, prepare) {
  const answer = await fetch(url, { headers: { "X-Live": "1" } }).catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#table");
  const old = document.querySelector("#table");
  if (!fresh || !old) return false;
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  prepare();
  return true;
}
