import type {
	PatchsetRequests,
	PatchsetSnapshot,
	ShownPlace,
} from '../src/patches/page/protocol/protocol.ts';
import { Announcements } from './kit/announcements.ts';
import { connectToHost } from './kit/host-messages.ts';
import { isUnmodified, keyAction } from './kit/keys.ts';
import { handleMenuKey, startMenus } from './kit/menu.ts';
import { handleToolbarKey } from './kit/navigation.ts';
import { PageState } from './kit/page-state.ts';
import { Revealer } from './kit/revealer.ts';
import { Shell } from './kit/shell.ts';
import { UserCard } from './kit/user-card.ts';
import { Actions } from './patchset/actions.ts';
import { Content } from './patchset/content.ts';
import { CurrentPlace } from './patchset/current-place.ts';
import { ComparisonDetails } from './patchset/diffs/comparison-details.ts';
import { Diffs } from './patchset/diffs/diffs.ts';
import { listenToLines } from './patchset/diffs/lines.ts';
import { handleFieldKey, listenToFields } from './patchset/fields.ts';
import { Folding } from './patchset/folding.ts';
import { titleOf } from './patchset/head.ts';
import { keysOf, needPlace, repeatable } from './patchset/keys.ts';
import { mailAnnouncements } from './patchset/mails/mail-announcements.ts';
import { Mails } from './patchset/mails/mails.ts';
import { readReadingState } from './patchset/patchset-state.ts';
import { Places } from './patchset/places.ts';
import { receiver } from './patchset/receive.ts';
import { Comments } from './patchset/review/comments.ts';
import { startPlusButton } from './patchset/review/plus-button.ts';
import { Reviewing } from './patchset/review/reviewing.ts';

const editor = acquireVsCodeApi();
const isNew = editor.getState() === undefined;
const state = new PageState(editor, readReadingState);
const ask = connectToHost<PatchsetRequests, PatchsetSnapshot>(
	(message) => editor.postMessage(message),
	(snapshot) => shell.show(snapshot),
	// The host asks only the pages of tickets to focus a field.
	() => {},
);
const redraw = () => shell.redraw();
const folding = new Folding();
const mails = new Mails(ask, redraw);
const comparisonDetails = new ComparisonDetails(ask, redraw);
const content = new Content(folding, mails, comparisonDetails, redraw);
const comments = new Comments(ask, state);
const diffs = new Diffs(
	ask,
	(file) => folding.isFolded(file),
	(replaceLines) => comments.keep(replaceLines),
);
const places = new Places(() => shell, content, diffs, folding, state);
const reviewing = new Reviewing(ask, () => shell, state);
const actions = new Actions(ask, () => shell, places, diffs, mails, comparisonDetails, comments, reviewing);
const revealer = new Revealer<ShownPlace>(state, (place) => places.reveal(place));
const currentPlace = new CurrentPlace(() => shell.snapshot);
const card = new UserCard((open) => ask('user', { open }));
const announcements = new Announcements('mails');
const filter = (text: string) => {
	content.filter = text;
	redraw();
};

const shell = new Shell<PatchsetSnapshot>(ask, {
	receive: receiver(state, folding, content, mails, comparisonDetails, comments),
	draw: (snapshot, problem) => content.draw(snapshot, problem),
	didDraw: (snapshot) => {
		content.didDraw(snapshot);
		diffs.didDraw(
			snapshot.key,
			snapshot.patches.flatMap((patch) => patch.files),
		);
		comments.didDraw();
		mails.didDraw();
		currentPlace.update();
		card.didDraw(snapshot.key);
		actions.didDraw(snapshot);
		reviewing.didDraw(snapshot);
		revealer.didDraw(snapshot);
	},
	isWhole: (snapshot) => snapshot.loadingText === null && content.isWhole(snapshot),
	describePage: titleOf,
	describeNew: (snapshot) => announcements.describeNew(mailAnnouncements(snapshot)),
	mayWriteSoon: () => false,
	field: () => null,
	write: async () => {},
	handleControlKey: (event, at) =>
		(isUnmodified(event) && handleMenuKey(event.key, at)) ||
		comments.handleKey(event, at) ||
		reviewing.handleKey(event, at) ||
		handleFieldKey({ places, filter, announce: (text) => shell.announce(text) }, event, at) ||
		(isUnmodified(event) && handleToolbarKey(event.key, at)),
	findKeyPress: (event, snapshot) => {
		const action = keyAction(event, keysOf(snapshot), repeatable);
		return (
			action && { act: actions.keys[action], startsWriting: false, needsPlace: needPlace.includes(action) }
		);
	},
	actions: { ...actions.buttons, ...comments.buttons, ...reviewing.buttons },
	scrolled: (scroll) => state.change({ scroll }),
});

listenToFields(filter, (old, current) => actions.comparing.compare(old, current));
listenToLines();
startPlusButton((at) => comments.begin(at));
card.start();
startMenus();
shell.start(isNew);
