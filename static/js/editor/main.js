// The deck editor. It filters, draws and sends; only the server knows the rules.

import { loadCards } from "./cards.js";
import { beginEdits } from "./edits.js";
import { beginFolding } from "./folding.js";
import { beginHtmx } from "./htmx.js";
import { beginKeys } from "./keys.js";
import { beginNotes } from "./notes.js";
import { beginPeek } from "./peek.js";
import { beginPool, show } from "./pool.js";
import { beginSaving } from "./saving.js";
import { beginDialogs } from "./dialog.js";
import { loadTexts } from "./texts.js";
import { beginUnowned } from "./unowned.js";
import { beginWhy } from "./why.js";
import "../completion.js";

beginDialogs();
beginNotes();
// A deck without cards begins with the cards to choose from; where all panes are in sight this changes nothing.
if (!location.hash && document.querySelector("#pane-tabs .num")?.textContent.trim() === "0") location.replace("#cards");
await loadCards();
beginPool();
beginFolding();
beginUnowned();
beginEdits();
beginWhy();
beginKeys();
beginPeek();
beginSaving();
beginHtmx();
document.documentElement.dataset.editor = "ready";
if (await loadTexts() && document.getElementById("find").value) show(false);
