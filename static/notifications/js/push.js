// The button that lets this browser show our messages. Without scripts there is none to press.
const place = document.querySelector("[data-push]");

function octets(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

function say(words) {
  place.querySelector("[data-push-says]").textContent = words;
}

async function allow() {
  if ((await Notification.requestPermission()) !== "granted") return say(place.dataset.denied);
  const worker = await navigator.serviceWorker.register(place.dataset.worker);
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: octets(place.dataset.key),
  });
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch(place.dataset.url, {
    method: "POST",
    headers: { "X-CSRFToken": document.querySelector("input[name=csrfmiddlewaretoken]").value },
    body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
  const { error } = await answer.json();
  if (error) return say(error);
  location.reload();
}

async function begin() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say(place.dataset.not);
  const button = place.querySelector("button");
  button.hidden = false;
  say("");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await allow();
    } catch (problem) {
      say(`${place.dataset.failed} (${problem.message})`);
    }
    button.disabled = false;
  });
}

if (place) begin();
