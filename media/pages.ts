import * as patchset from './patchset.ts';
import * as ticket from './ticket.ts';

// One script has the code of all kinds of pages, because most of it is shared.
if (document.body.classList.contains('patchset')) patchset.start();
else ticket.start();
