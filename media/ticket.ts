import type { Snapshot, TicketRequests } from '../src/tickets/page/protocol.ts';
import { Announcements } from './page/announcements.ts';
import { asking } from './page/asking.ts';
import { keyAction } from './page/keys.ts';
import { Shell } from './page/shell.ts';
import { TimelineLoader } from './page/timeline-loader.ts';
import { UserCard } from './page/user-card.ts';
import { Actions } from './ticket/actions.ts';
import { CommentBox } from './ticket/comment-box.ts';
import { Content } from './ticket/content.ts';
import { fieldKey, listenToFields } from './ticket/field-keys.ts';
import { keysOf, repeatable } from './ticket/keys.ts';

const editor = acquireVsCodeApi();
const isNew = editor.getState() === undefined;
const ask = asking<TicketRequests, Snapshot>(
	(message) => editor.postMessage(message),
	(snapshot) => shell.show(snapshot),
	() => shell.beginWriting(),
);
const box = new CommentBox(editor, ask, () => shell.redraw());
const timeline = new TimelineLoader({
	load: (part) => ask('entries', { part }),
	redraw: () => shell.redraw(),
});
const content = new Content(box, timeline);
const actions = new Actions({ ask, box, timeline, shell: () => shell });
const card = new UserCard((open) => ask('user', { open }));
const announcements = new Announcements();

const shell = new Shell<Snapshot>(
	{
		ready: () => ask('ready', {}),
		focused: () => ask('focused', {}),
		leave: () => ask('leave', {}),
		open: (open) => ask('open', { open }),
		image: (src) => ask('showImage', { src }),
	},
	{
		receive: (snapshot) => {
			content.receive(snapshot);
			return box.show(snapshot);
		},
		draw: (snapshot, alarm) => content.draw(snapshot, alarm),
		didDraw: ({ key }) => {
			box.editor.fillNew();
			card.didDraw(key);
		},
		isWhole: (snapshot) => snapshot.page === 'new' || (snapshot.timeline.length > 0 && timeline.isWhole),
		headline: ({ number, title }) => `${number} ${title}`,
		news: ({ key, timeline, parts, composer, reading }) => {
			const newest = [...timeline, ...parts.flatMap(({ entries }) => entries ?? [])];
			return announcements.of({ key, timeline: newest, isLoading: reading !== null, me: composer?.me.name });
		},
		mayWriteSoon: ({ composer, reading }) => !composer && reading !== null,
		field: () => box.text.field,
		write: () => actions.write(),
		controlKey: (event, at) => fieldKey(box, event, at),
		key: (event, { page }) => {
			const action = keyAction(event, { keys: keysOf(page), repeatable });
			return action && { act: actions.keys[action], isWrite: action === 'write' };
		},
		actions: actions.buttons,
		scrolled: (to) => box.editor.store.keepScroll(to),
	},
);

listenToFields(box);
card.start();
shell.start({ isNew });
