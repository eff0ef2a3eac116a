import type { EntryPlace, Snapshot, TicketRequests } from '../src/tickets/page/protocol.ts';
import { Announcements } from './kit/announcements.ts';
import { connectToHost } from './kit/host-messages.ts';
import { keyAction } from './kit/keys.ts';
import { PageState } from './kit/page-state.ts';
import { Revealer } from './kit/revealer.ts';
import { Shell } from './kit/shell.ts';
import { UserCard } from './kit/user-card.ts';
import { Actions } from './ticket/actions.ts';
import { CommentBox } from './ticket/comment-box.ts';
import { Content } from './ticket/content.ts';
import { handleFieldKey, listenToFields } from './ticket/field-keys.ts';
import { keysOf, repeatable } from './ticket/keys.ts';
import { readOldTexts } from './ticket/old-texts.ts';
import { isEntryOnPage, showEntry } from './ticket/show-entry.ts';
import { SimilarTickets } from './ticket/similar-tickets.ts';
import { TimelineLoader } from './ticket/timeline-loader.ts';

const editor = acquireVsCodeApi();
const isNew = editor.getState() === undefined;
const state = new PageState(editor, readOldTexts);
const ask = connectToHost<TicketRequests, Snapshot>(
	(message) => editor.postMessage(message),
	(snapshot) => shell.show(snapshot),
	() => shell.beginWriting(),
);
const redraw = () => shell.redraw();
const box = new CommentBox(state, ask, redraw);
const timeline = new TimelineLoader((part) => ask('entries', { part }), redraw);
const similar = new SimilarTickets(ask, redraw, (text) => shell.announce(text));
const content = new Content(box, timeline, similar);
const goToEntry = (place: EntryPlace) => {
	shell.stopRestoring();
	showEntry(place);
};
const revealer = new Revealer(state, goToEntry, isEntryOnPage);
const actions = new Actions(ask, box, timeline, () => shell);
const card = new UserCard((open) => ask('user', { open }));
const announcements = new Announcements('comments');

const shell = new Shell<Snapshot>(ask, {
	receive: (snapshot) => {
		content.receive(snapshot);
		similar.retry();
		box.receive(snapshot);
		return state.begin(snapshot.key)?.scroll;
	},
	draw: (snapshot, problem) => content.draw(snapshot, problem),
	didDraw: (snapshot) => {
		const { key, page } = snapshot;
		box.didDraw();
		similar.update(page === 'new' ? box.editor.body.title : '');
		card.didDraw(key);
		revealer.didDraw(snapshot);
	},
	isWhole: (snapshot) => snapshot.page === 'new' || (snapshot.timeline.length > 0 && timeline.isWhole),
	describePage: ({ number, title }) => `${number} ${title}`,
	describeNew: ({ key, timeline, parts, composer, loadingText }) =>
		announcements.describeNew({
			key,
			timeline: [...timeline, ...parts.flatMap(({ entries }) => entries ?? [])],
			isLoading: loadingText !== null || timeline.length === 0,
			me: composer?.me.name,
		}),
	mayWriteSoon: ({ composer, loadingText }) => !composer && loadingText !== null,
	field: () => box.text.field,
	write: () => actions.write(),
	handleControlKey: (event, at) => handleFieldKey(box, event, at),
	findKeyPress: (event, snapshot) => {
		const action = keyAction(event, keysOf(snapshot), repeatable);
		return action && { act: actions.keys[action], startsWriting: action === 'write' };
	},
	actions: actions.buttons,
	scrolled: (scroll) => state.change({ scroll }),
});

listenToFields(box);
card.start();
shell.start(isNew);
