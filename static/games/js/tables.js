// Comforts around the tables. Without this script every form and link works the same.
import { offerToCopy } from "./copying.js";
import { hideWhatIsNotNeeded } from "./needs.js";

offerToCopy(document);
hideWhatIsNotNeeded(document);
document.addEventListener("htmx:load", () => hideWhatIsNotNeeded(document));
