// Shows the messages of the site, also while none of its pages is open.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.text,
      tag: told.tag,
      renotify: Boolean(told.tag),
      icon: "/static/img/icon-192.png",
      data: { url: told.url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

// A page that shows it already comes to the front; else a new one opens.
async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url.split("#")[0]);
  return open ? open.focus() : self.clients.openWindow(url);
}
