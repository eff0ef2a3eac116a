import type { Snapshot, TicketRequests } from '../src/tickets/page/protocol.ts';
import { Announcements } from './page/announcements.ts';
import { background } from './page/background.ts';
import { connectToHost } from './page/host-messages.ts';
import { keyAction } from './page/keys.ts';
import { Shell } from './page/shell.ts';
import { TimelineLoader } from './page/timeline-loader.ts';
import { UserCard } from './page/user-card.ts';
import { Actions } from './ticket/actions.ts';
import { CommentBox } from './ticket/comment-box.ts';
import { Content } from './ticket/content.ts';
import { EntryRevealer } from './ticket/entry-revealer.ts';
import { handleFieldKey, listenToFields } from './ticket/field-keys.ts';
import { keysOf, repeatable } from './ticket/keys.ts';
import { SimilarTickets } from './ticket/similar-tickets.ts';

const editor = acquireVsCodeApi();
const isNew = editor.getState() === undefined;
const ask = connectToHost<TicketRequests, Snapshot>(
	(message) => editor.postMessage(message),
	(snapshot) => shell.show(snapshot),
	() => shell.beginWriting(),
);
const box = new CommentBox(editor, ask, () => shell.redraw());
const timeline = new TimelineLoader({
	load: (part) => ask('entries', { part }),
	redraw: () => shell.redraw(),
});
const similar = new SimilarTickets({
	ask,
	redraw: () => shell.redraw(),
	announce: (text) => shell.announce(text),
});
const content = new Content(box, timeline, similar);
const requested = new EntryRevealer({
	load: (part) => timeline.loaded(part),
	stopRestoring: () => shell.stopRestoring(),
	didShow: (id) => background(ask('didShowEntry', { id })),
});
const actions = new Actions({ ask, box, timeline, shell: () => shell });
const card = new UserCard((open) => ask('user', { open }));
const announcements = new Announcements('comments');

const shell = new Shell<Snapshot>(
	{
		ready: () => ask('ready', {}),
		focused: () => ask('focused', {}),
		leave: () => ask('leave', {}),
		open: (open) => ask('open', { open }),
		image: (src) => ask('showImage', { src }),
		allowImages: (host) => ask('allowImages', { host }),
	},
	{
		receive: (snapshot) => {
			content.receive(snapshot);
			similar.retry();
			return box.show(snapshot);
		},
		draw: (snapshot, problem) => content.draw(snapshot, problem),
		didDraw: (snapshot) => {
			const { key, page } = snapshot;
			box.editor.fillNew();
			similar.update(page === 'new' ? box.editor.body.title : '');
			card.didDraw(key);
			requested.didDraw(snapshot);
		},
		isWhole: (snapshot) => snapshot.page === 'new' || (snapshot.timeline.length > 0 && timeline.isWhole),
		describePage: ({ number, title }) => `${number} ${title}`,
		describeNew: ({ key, timeline, parts, composer, loadingText: reading }) => {
			const newest = [...timeline, ...parts.flatMap(({ entries }) => entries ?? [])];
			return announcements.describeNew({
				key,
				timeline: newest,
				isLoading: reading !== null,
				me: composer?.me.name,
			});
		},
		mayWriteSoon: ({ composer, loadingText: reading }) => !composer && reading !== null,
		field: () => box.text.field,
		write: () => actions.write(),
		handleControlKey: (event, at) => handleFieldKey(box, event, at),
		findKeyPress: (event, { page }) => {
			const action = keyAction(event, { keys: keysOf(page), repeatable });
			return action && { act: actions.keys[action], startsWriting: action === 'write' };
		},
		actions: actions.buttons,
		scrolled: (to) => box.editor.store.storeScroll(to),
	},
);

listenToFields(box);
card.start();
shell.start({ isNew });
