import type { Snapshot, TicketAsks } from '../src/tickets/page/protocol.ts';
import { News } from './page/announcements.ts';
import { asking } from './page/asking.ts';
import { fieldsOfPage } from './page/fields.ts';
import { keyAction } from './page/keys.ts';
import { Shell } from './page/shell.ts';
import { Writing } from './page/writing.ts';
import { Actions } from './ticket/actions.ts';
import { Content } from './ticket/content.ts';
import { fieldKey, listenToFields } from './ticket/field-keys.ts';

const editor = acquireVsCodeApi();
const isNew = editor.getState() === undefined;
const ask = asking<TicketAsks, Snapshot>(
	(message) => editor.postMessage(message),
	(snapshot) => shell.show(snapshot),
	() => shell.beginWriting(),
);
const writing = new Writing(editor, ask, () => shell.redraw());
const content = new Content(writing);
const actions = new Actions({ ask, writing, shell: () => shell });
const news = new News();
let filled: readonly Element[] = [];

const shell = new Shell<Snapshot>(
	{
		ready: () => ask('ready', {}),
		focused: () => ask('focused', {}),
		open: (open) => ask('open', { open }),
		image: (src) => ask('showImage', { src }),
	},
	{
		receive: (snapshot) => {
			content.receive(snapshot);
			return writing.show(snapshot);
		},
		draw: (snapshot, alarm) => content.draw(snapshot, alarm),
		didDraw: () => {
			// Fill only new fields. A field that existed before already has the user's text.
			const fields = fieldsOfPage();
			writing.fill(fields.filter((field) => !filled.includes(field)));
			filled = fields;
		},
		isWhole: ({ timeline, page }) => timeline.length > 0 || page === 'new',
		headline: ({ number, title }) => `${number} ${title}`,
		news: (snapshot) => news.of(snapshot),
		mayWriteSoon: ({ composer, reading }) => !composer && reading !== null,
		write: () => actions.write(),
		controlKey: (event, at) => fieldKey(writing, event, at),
		key: (event, { page }) => {
			const action = keyAction(event, page);
			return action && { act: actions.keys[action], isWrite: action === 'write' };
		},
		actions: actions.buttons,
		scrolled: (to) => writing.keeping.scrolled(to),
	},
);

listenToFields(writing);
shell.start({ isNew });
