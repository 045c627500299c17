// The deck editor. It filters, draws and sends; only the server knows the rules.

import { loadCards } from "./cards.js";
import { beginEdits } from "./edits.js";
import { beginKeys } from "./keys.js";
import { beginPeek } from "./peek.js";
import { beginPool } from "./pool.js";
import { beginSaving } from "./saving.js";
import { beginSheets } from "./dialog.js";
import { beginWhy } from "./why.js";

beginSheets();
await loadCards();
beginPool();
beginEdits();
beginWhy();
beginKeys();
beginPeek();
beginSaving();
document.documentElement.dataset.editor = "ready";
