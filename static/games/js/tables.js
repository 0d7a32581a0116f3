// Comforts around the tables. Without this script every form and link works the same.
import { offerToCopy } from "./copying.js";
import { hideWhatIsNotNeeded } from "./needs.js";

offerToCopy(document);
hideWhatIsNotNeeded(document);
document.addEventListener("htmx:load", () => hideWhatIsNotNeeded(document));
// The first answer that was refused is where one goes on.
document.querySelector(".field.wrong [aria-invalid=true]")?.focus();
