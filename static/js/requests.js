// htmx requests carry the CSRF token that Django put into the page's forms.
export function signRequests(root) {
  root.addEventListener("htmx:configRequest", (event) => {
    const token = root.querySelector("input[name=csrfmiddlewaretoken]");
    if (token) event.detail.headers["X-CSRFToken"] = token.value;
  });
}
