// Small comforts of every page. Each works on what the server sent; without scripts the forms and
// links underneath do the same.
import { watchMenus } from "./menus.js";
import { goOnWithAKey } from "./next-game.js";
import { offerToShowPasswords } from "./passwords.js";
import { signRequests } from "./requests.js";
import { switchThemeInPlace } from "./theme.js";

goOnWithAKey(document);
watchMenus(document);
offerToShowPasswords(document);
signRequests(document);
switchThemeInPlace(document);
