import type { Answer, BodyOf } from '../src/platform/page/requests.ts';
import type { Snapshot, TicketAsks } from '../src/tickets/page/protocol.ts';
import { News } from './page/announcements.ts';
import { asking } from './page/asking.ts';
import { background } from './page/background.ts';
import { composer } from './page/composer.ts';
import { type Child, draw, h } from './page/draw.ts';
import { flash } from './page/flash.ts';
import { PendingFocusChange, returnToField } from './page/focus.ts';
import { facts, head, notes, reading, stuck } from './page/head.ts';
import { addIcons } from './page/icons.ts';
import { becomeImage } from './page/image.ts';
import { isField, type KeyAction, keyAction, keyList } from './page/keys.ts';
import { note } from './page/parts.ts';
import { comments, entryOf, goTo, showChanges, step } from './page/places.ts';
import { watchScroll } from './page/scroll.ts';
import { timeline } from './page/timeline.ts';
import { fieldsOfPage, textField, Writing } from './page/writing.ts';

const editor = acquireVsCodeApi();
const root = document.querySelector('#page') ?? document.body;
const ask = asking<TicketAsks, Snapshot>((message) => editor.postMessage(message), onSnapshot, beginWriting);
const writing = new Writing(editor, ask, redraw);
const focusChange = new PendingFocusChange();

let snapshot: Snapshot | undefined;
/** Drawn once per snapshot, so that typing redraws only the box. */
let parts: { readonly before: readonly Child[]; readonly facts: Child; readonly timeline: Child } | undefined;
let trouble = '';
let said = '';
const news = new News();
let filled: readonly Element[] = [];
let scrollTo: number | undefined;
/** The user wants to write, but the field does not exist yet. */
let willWrite = false;

function onSnapshot(next: Snapshot): void {
	const isOther = snapshot !== undefined && snapshot.key !== next.key;
	const wasInField = isField(document.activeElement);
	if (isOther) didChangePage(next);
	snapshot = next;
	said = news.of(next) || said;
	parts = {
		before: [...notes(next), head(next)],
		facts: facts(next.facts),
		timeline: next.timeline.length > 0 && timeline(next.timeline),
	};
	const scroll = writing.show(next);
	if (scroll !== undefined) scrollTo = scroll;
	redraw();
	if (scrollTo !== undefined && (next.timeline.length > 0 || next.page === 'new')) {
		window.scrollTo(0, scrollTo);
		scrollTo = undefined;
	}
	if (willWrite) beginWriting();
	else if (isOther && document.hasFocus()) restoreFocus(wasInField);
}

/** Keeps the focus in a text field if it was in one, so that the next letters are not taken for page keys. */
function restoreFocus(wasInField: boolean): void {
	const field = wasInField ? textField() : null;
	(field ?? document.querySelector('h1'))?.focus({ preventScroll: !field });
	field?.setSelectionRange(field.value.length, field.value.length);
}

/** The panel now shows another page. */
function didChangePage({ number, title }: Snapshot): void {
	// Stay true only if the user pressed the key for writing after asking for the other page.
	willWrite &&= focusChange.isPending;
	trouble = '';
	said = `${number} ${title}`;
	window.scrollTo(0, 0);
}

/** Focuses the field to write in, now or as soon as it exists. */
function beginWriting(): void {
	dialog()?.close();
	const mayComeYet = !snapshot || (!snapshot.composer && snapshot.reading !== null);
	willWrite = !textField() && mayComeYet;
	if (!willWrite) background(write());
}

function redraw(): void {
	if (!snapshot || !parts) return;
	const { composer: of, page } = snapshot;
	draw(root, [
		of && h('a', { key: 'skip', class: 'skip', href: '#composer' }, 'Go to the comment box'),
		stuck(snapshot),
		h(
			'div',
			{ key: 'frame', class: 'frame' },
			trouble !== '' && alarm(),
			...parts.before,
			h(
				'div',
				{ key: 'body', class: 'ticket-body' },
				parts.facts,
				h(
					'main',
					{ key: 'main' },
					h('h2', { class: 'said' }, page === 'new' ? 'New ticket' : 'Description and timeline'),
					parts.timeline,
					reading(snapshot),
					of && composer(writing.box, writing.completion, { ...snapshot, composer: of }),
				),
			),
		),
		keyList(snapshot),
		h('p', { key: 'said', class: 'said', role: 'status' }, said),
	]);
	// Fill only new fields. A field that existed before already has the user's text.
	const fields = fieldsOfPage();
	writing.fill(fields.filter((field) => !filled.includes(field)));
	filled = fields;
}

const alarm = (): Child => {
	const drawn = note({ key: 'trouble', kind: 'error', icon: 'error', pieces: [trouble], acts: [] });
	return { ...drawn, of: { ...drawn.of, role: 'alert' } };
};

/** Shows a failure outside of the box at the top of the page, until the next request. */
async function told(
	answer: Promise<{ readonly ok: unknown } | { readonly problem: string }>,
): Promise<boolean> {
	const now = await answer;
	trouble = 'problem' in now ? now.problem : '';
	redraw();
	return 'ok' in now;
}

async function copyRef(): Promise<void> {
	const button = document.querySelector<HTMLElement>('[data-do=copy-ref]');
	const answer = await ask('copyRef', {});
	if ('problem' in answer) return background(told(Promise.resolve(answer)));
	said = answer.ok.said;
	redraw();
	if (!button || !(await flash(button, said))) return;
	said = '';
	redraw();
}

function quote(element: Element | null): void {
	const entry = entryOf(element) ?? comments().at(-1)?.dataset.entry;
	const field = textField();
	if (entry === undefined || !field) return;
	const selection = getSelection();
	const isHere = entryOf(selection?.anchorNode?.parentElement ?? null) === entry;
	background(writing.quote(entry, isHere ? (selection?.toString() ?? '') : '', field));
}

async function showImage(button: HTMLElement): Promise<void> {
	const answer = await ask('showImage', { src: button.dataset.src ?? '' });
	if ('problem' in answer) return background(told(Promise.resolve(answer)));
	becomeImage(button, answer.ok.data);
}

function act(name: string): void {
	if (name === 'show-changes') showChanges();
	if (name === 'retry') background(told(ask('retry', {})));
	if (name === 'sign-in' || name === 'web') background(told(ask('act', { act: name })));
}

/** Focuses the title if it is still empty, otherwise the text. */
async function write(): Promise<void> {
	const title = document.querySelector<HTMLInputElement>('#title');
	const isTitle = title?.value === '';
	if (!isTitle && writing.box.tab === 'preview') await writing.showTab('write');
	goTo(isTitle ? title : textField());
}

type Move = BodyOf<TicketAsks['triage']>['move'];

const triage = (move: Move): Promise<boolean> => told(ask('triage', { move }));
type FocusAnswer = Answer<{ readonly isElsewhere: boolean } | null>;

/** For requests that show a quick pick or another page. */
async function leaveFor(request: Promise<FocusAnswer>): Promise<void> {
	const isGone = (answer: FocusAnswer) => 'ok' in answer && answer.ok?.isElsewhere === true;
	const answer = await focusChange.during(request, isGone);
	await told(Promise.resolve(answer));
	if (isGone(answer)) willWrite = false;
	// The user pressed the key for writing while the request was pending.
	if (willWrite) beginWriting();
}

const go = (step: 'next' | 'previous'): Promise<void> => leaveFor(ask('go', { step }));
const pick = (what: 'status' | 'labels'): Promise<void> => leaveFor(ask('pick', { what }));

const dialog = () => document.querySelector<HTMLDialogElement>('#keys');

const keyActions: Readonly<Record<KeyAction, () => void>> = {
	next: () => background(go('next')),
	previous: () => background(go('previous')),
	confirm: () => background(triage('confirm')),
	start: () => background(triage('start')),
	resolve: () => background(leaveFor(ask('triage', { move: 'resolve' }))),
	reopen: () => background(triage('reopen')),
	undo: () => background(told(ask('undo', {}))),
	status: () => background(pick('status')),
	labels: () => background(pick('labels')),
	'next-comment': () => step(1),
	'previous-comment': () => step(-1),
	write: beginWriting,
	quote: () => quote(document.activeElement),
	'copy-ref': () => background(copyRef()),
	'show-keys': () => dialog()?.showModal(),
};

/** The actions of buttons, by `data-do`. */
const actions: Readonly<Record<string, (button: HTMLElement) => void>> = {
	act: ({ dataset }) => act(dataset.act ?? ''),
	pick: ({ dataset }) => background(pick(dataset.what === 'labels' ? 'labels' : 'status')),
	go: ({ dataset }) => background(go(dataset.step === 'next' ? 'next' : 'previous')),
	'copy-ref': () => background(copyRef()),
	quote,
	tab: ({ dataset }) => background(writing.showTab(dataset.tab === 'preview' ? 'preview' : 'write')),
	'keep-label': ({ dataset }) => writing.label(dataset.name ?? '', 'keep'),
	'remove-label': ({ dataset }) => writing.label(dataset.name ?? '', 'remove'),
	'choose-labels': () => background(writing.chooseLabels()),
	discard: () => {
		background(writing.discard());
		document.querySelector<HTMLElement>('[data-do=undo-discard]')?.focus();
	},
	undo: () => background(told(ask('undo', {}))),
	'undo-discard': () => background(writing.undoDiscard().then(write)),
	way: ({ dataset }) => {
		if (dataset.way === 'again') background(writing.send());
		if (dataset.way === 'sign-in') background(told(ask('act', { act: 'sign-in' })));
		if (dataset.way !== 'only-comment') return;
		writing.keepOnlyComment();
		document.querySelector<HTMLElement>('.composer [type=submit]')?.focus();
	},
	'hide-keys': () => dialog()?.close(),
};

/** Runs before VS Code's own listener, which opens every link. */
function onClick(event: MouseEvent): void {
	const target = event.target instanceof Element ? event.target : null;
	const link = target?.closest('a, area');
	if (link) {
		event.preventDefault();
		event.stopImmediatePropagation();
		const open = link.getAttribute('data-open');
		if (link.classList.contains('skip')) goTo(textField());
		else if (open !== null && event.button < 2) background(told(ask('open', { open })));
		return;
	}
	if (event.type !== 'click') return;
	const image = target?.closest<HTMLElement>('.image[data-src]');
	if (image) {
		background(showImage(image));
		return;
	}
	const button = target?.closest<HTMLElement>('[data-do]');
	if (button && button.getAttribute('aria-disabled') !== 'true') actions[button.dataset.do ?? '']?.(button);
}

/** Handles a key in a field or on a control. Returns whether it did. */
function onControlKey(
	{ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
	at: Element | null,
): boolean {
	if (key === 'Enter' && (ctrlKey || metaKey)) {
		background(writing.send());
		return true;
	}
	if (ctrlKey || metaKey || altKey) return false;
	if (at instanceof HTMLTextAreaElement && writing.completion.key(key, at)) return true;
	if (key === 'Escape' && at instanceof HTMLElement && isField(at)) {
		at.blur();
		return true;
	}
	if (at?.id === 'title' && (key === 'Enter' || (key === 'Tab' && !shiftKey && !textField()?.hidden))) {
		// Move on to the text. Enter would submit the form before the ticket is complete.
		goTo(textField());
		return true;
	}
	if (at?.getAttribute('role') !== 'tab' || !/^Arrow(Left|Right)$/.test(key)) return false;
	const tab = writing.box.tab === 'write' ? 'preview' : 'write';
	background(writing.showTab(tab));
	goTo(document.querySelector<HTMLElement>(`#tab-${tab}`));
	return true;
}

function onKey(event: KeyboardEvent): void {
	const at = document.activeElement;
	if (event.isComposing || event.defaultPrevented || dialog()?.open) return;
	if (onControlKey(event, at)) {
		event.preventDefault();
		return;
	}
	if (isField(at) || !snapshot) return;
	if (event.key === 'Escape') willWrite = false;
	const action = keyAction(event, snapshot.page);
	if (!action) return;
	event.preventDefault();
	// Keys pressed on the way to a field or a quick pick were meant for that: they must not change a ticket.
	if (!willWrite && !focusChange.isPending) keyActions[action]();
	// The keys that follow are text for the page that is about to show.
	else if (action === 'write') willWrite = true;
}

function onInput({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.id === 'title') writing.change({ title: target.value });
	if (!(target instanceof HTMLTextAreaElement)) return;
	writing.change({ text: target.value });
	background(writing.completion.suggest(target));
}

addIcons();
returnToField();
addEventListener('click', onClick, true);
addEventListener('auxclick', onClick, true);
addEventListener('keydown', onKey);
addEventListener('input', onInput);
addEventListener('submit', (event) => {
	event.preventDefault();
	if (event.target instanceof Element && event.target.id === 'composer') background(writing.send());
});
addEventListener('change', ({ target }) => {
	if (target instanceof HTMLSelectElement) writing.choose(target.dataset.choice ?? '', target.value);
});
// Not `click`: by then the field would have lost the focus and the list would be closed.
addEventListener('mousedown', (event) => {
	const option =
		event.target instanceof Element ? event.target.closest<HTMLElement>('[data-suggestion]') : null;
	const field = textField();
	if (!option || !field) return;
	event.preventDefault();
	writing.completion.take(Number(option.dataset.suggestion), field);
});
addEventListener('focusout', ({ target }) => {
	if (target instanceof HTMLTextAreaElement) writing.completion.close();
});
addEventListener('focus', () => background(ask('focused', {})));
addEventListener('blur', () => {
	// The user has moved elsewhere: do not take the focus back for the field.
	willWrite = false;
});
watchScroll((to) => {
	// Do not store a position before the previous one has been restored.
	if (scrollTo === undefined) writing.keeping.scrolled(to);
});

background(ask('ready', {}));
