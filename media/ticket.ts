import type { Snapshot, TicketAsks } from '../src/protocol/ticket.ts';
import { asking } from './page/asking.ts';
import { composer } from './page/composer.ts';
import { type Child, draw, h } from './page/draw.ts';
import { facts, head, notes, reading, stuck } from './page/head.ts';
import { isField, type KeyAction, keyAction, keyList } from './page/keys.ts';
import { note } from './page/parts.ts';
import { comments, entryOf, goTo, showChanges, step } from './page/places.ts';
import { timeline } from './page/timeline.ts';
import { fieldsOfPage, textField, Writing } from './page/writing.ts';

const editor = acquireVsCodeApi();
const root = document.querySelector('#page') ?? document.body;
const ask = asking<TicketAsks, Snapshot>((message) => editor.postMessage(message), onSnapshot);
const writing = new Writing(editor, ask, redraw);

let snapshot: Snapshot | undefined;
/** Drawn once for each snapshot: a key in a field costs the box alone. */
let parts: { readonly before: readonly Child[]; readonly facts: Child; readonly timeline: Child } | undefined;
let trouble = '';
let said = '';
let filled: readonly Element[] = [];
let scrollTo: number | undefined;

function onSnapshot(next: Snapshot): void {
	snapshot = next;
	parts = {
		before: [...notes(next), head(next), reading(next)],
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
					of && composer(writing.box, { ...snapshot, composer: of }),
				),
			),
		),
		keyList(snapshot),
		h('p', { key: 'said', class: 'said', role: 'status' }, said),
	]);
	// A field that is new knows nothing of its draft; one that was there is never written to.
	const fields = fieldsOfPage();
	writing.fill(fields.filter((field) => !filled.includes(field)));
	filled = fields;
}

const alarm = (): Child => {
	const drawn = note({ key: 'trouble', kind: 'error', icon: 'error', pieces: [trouble], acts: [] });
	return { ...drawn, of: { ...drawn.of, role: 'alert' } };
};

/** What went wrong outside of the box stands above the page, until something else was asked for. */
async function told(
	answer: Promise<{ readonly ok: unknown } | { readonly problem: string }>,
): Promise<boolean> {
	const now = await answer;
	trouble = 'problem' in now ? now.problem : '';
	redraw();
	return 'ok' in now;
}

async function copy(button: HTMLElement | null, what: 'ref' | 'link', entry: string | null): Promise<void> {
	const answer = await ask('copyLink', { what, entry });
	if ('problem' in answer) return void told(Promise.resolve(answer));
	said = answer.ok.said;
	redraw();
	const tip = button?.dataset.tip;
	if (!button || tip === undefined || button.classList.contains('tip-shown')) return;
	button.dataset.tip = said;
	button.classList.add('tip-shown');
	setTimeout(() => {
		button.dataset.tip = tip;
		button.classList.remove('tip-shown');
		said = '';
		redraw();
	}, 1500);
}

function quote(element: Element | null): void {
	const entry = entryOf(element) ?? comments().at(-1)?.dataset.entry;
	const field = textField();
	if (entry === undefined || !field) return;
	const selection = getSelection();
	const isHere = entryOf(selection?.anchorNode?.parentElement ?? null) === entry;
	void writing.quote(entry, isHere ? (selection?.toString() ?? '') : '', field);
}

async function showImage(button: HTMLElement): Promise<void> {
	const answer = await ask('showImage', { src: button.dataset.src ?? '' });
	if ('problem' in answer) return void told(Promise.resolve(answer));
	const image = document.createElement('img');
	image.alt = button.dataset.alt ?? '';
	image.src = answer.ok.data;
	button.replaceWith(image);
}

function act(name: string): void {
	if (name === 'show-changes') showChanges();
	if (name === 'undo') void told(ask('triage', { move: 'undo' }));
	if (name === 'retry') void told(ask('retry', {}));
	if (name === 'sign-in' || name === 'outbox' || name === 'web') void told(ask('act', { act: name }));
}

async function write(): Promise<void> {
	if (writing.box.tab === 'preview') await writing.showTab('write');
	goTo(textField());
}

const dialog = () => document.querySelector<HTMLDialogElement>('#keys');

const keyActions: Readonly<Record<KeyAction, () => void>> = {
	'next-comment': () => step(1),
	'previous-comment': () => step(-1),
	write: () => void write(),
	quote: () => quote(document.activeElement),
	'pick-status': () => pick('status'),
	'pick-labels': () => pick('labels'),
	'copy-ref': () => void copy(document.querySelector<HTMLElement>('[data-do=copy-ref]'), 'ref', null),
	'show-keys': () => dialog()?.showModal(),
};

/** Only what the page offers: where there is no such button, the key does nothing. */
function pick(what: 'status' | 'labels'): void {
	if (document.querySelector(`[data-do=pick][data-what=${what}]`)) void told(ask('pick', { what }));
}

/** What buttons do, by their `data-do`. */
const actions: Readonly<Record<string, (button: HTMLElement) => void>> = {
	act: ({ dataset }) => act(dataset.act ?? ''),
	pick: ({ dataset }) => pick(dataset.what === 'labels' ? 'labels' : 'status'),
	triage: ({ dataset }) => void told(ask('triage', { move: dataset.move === 'next' ? 'next' : 'previous' })),
	'copy-ref': (button) => void copy(button, 'ref', null),
	'copy-link': (button) => void copy(button, 'link', entryOf(button) ?? null),
	quote,
	'take-back': (button) => void writing.takeBack(entryOf(button) ?? ''),
	tab: ({ dataset }) => void writing.showTab(dataset.tab === 'preview' ? 'preview' : 'write'),
	'keep-label': ({ dataset }) => writing.label(dataset.name ?? '', 'keep'),
	'remove-label': ({ dataset }) => writing.label(dataset.name ?? '', 'remove'),
	'choose-labels': () => void writing.chooseLabels(),
	discard: () => {
		void writing.discard();
		document.querySelector<HTMLElement>('[data-do=undo-discard]')?.focus();
	},
	'undo-discard': () => void writing.undoDiscard().then(write),
	way: ({ dataset }) => {
		if (dataset.way === 'again') void writing.send();
		if (dataset.way === 'sign-in') void told(ask('act', { act: 'sign-in' }));
		if (dataset.way !== 'only-comment') return;
		writing.keepOnlyComment();
		document.querySelector<HTMLElement>('.composer [type=submit]')?.focus();
	},
	'hide-keys': () => dialog()?.close(),
};

/** Before the editor's own listener, which opens whatever is a link. */
function onClick(event: MouseEvent): void {
	const target = event.target instanceof Element ? event.target : null;
	const link = target?.closest('a, area');
	if (link) {
		event.preventDefault();
		event.stopImmediatePropagation();
		const open = link.getAttribute('data-open');
		if (link.classList.contains('skip')) goTo(textField());
		else if (open !== null && event.button < 2) void told(ask('open', { open }));
		return;
	}
	if (event.type !== 'click') return;
	const image = target?.closest<HTMLElement>('.image[data-src]');
	if (image) return void showImage(image);
	const button = target?.closest<HTMLElement>('[data-do]');
	if (button && button.getAttribute('aria-disabled') !== 'true') actions[button.dataset.do ?? '']?.(button);
}

/** What a key means in a field or on a control; says whether it meant anything. */
function onControlKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, at: Element | null): boolean {
	if (key === 'Enter' && (ctrlKey || metaKey)) {
		void writing.send();
		return true;
	}
	if (ctrlKey || metaKey || altKey) return false;
	if (at instanceof HTMLTextAreaElement && writing.suggestionKey(key, at)) return true;
	if (key === 'Escape' && at instanceof HTMLElement && isField(at)) {
		at.blur();
		return true;
	}
	if (key === 'Enter' && at?.id === 'title') {
		// Not yet the whole ticket: the form would be sent.
		goTo(textField());
		return true;
	}
	if (at?.getAttribute('role') !== 'tab' || !/^Arrow(Left|Right)$/.test(key)) return false;
	const tab = writing.box.tab === 'write' ? 'preview' : 'write';
	void writing.showTab(tab);
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
	const action = isField(at) ? undefined : keyAction(event);
	if (!action) return;
	event.preventDefault();
	keyActions[action]();
}

function onInput({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.id === 'title') writing.change({ title: target.value });
	if (!(target instanceof HTMLTextAreaElement)) return;
	writing.change({ text: target.value });
	void writing.suggest(target);
}

let isFree = false;
/** Tells the host whether a letter is a key now; after the event, when the focus is where it goes. */
function onFocus(): void {
	const now = document.hasFocus() && !isField(document.activeElement);
	if (now !== isFree) void ask('keys', { free: now });
	isFree = now;
}

let left: HTMLElement | undefined;
/** The editor takes the focus from a field when it takes it from the page, and gives it back to the page alone: who wrote writes on. */
function onReturn(): void {
	if (left?.isConnected && !isField(document.activeElement)) left.focus({ preventScroll: true });
}
addEventListener('focusin', ({ target }) => {
	left = target instanceof HTMLElement && isField(target) ? target : undefined;
});
addEventListener('focusout', () =>
	setTimeout(() => {
		// Left by a key or a click, and not with the page.
		if (document.hasFocus() && !isField(document.activeElement)) left = undefined;
	}),
);
addEventListener('focus', onReturn);
addEventListener('click', onClick, true);
addEventListener('auxclick', onClick, true);
addEventListener('keydown', onKey);
addEventListener('input', onInput);
addEventListener('focusin', onFocus);
addEventListener('focusout', () => setTimeout(onFocus));
addEventListener('focus', () => setTimeout(onFocus));
addEventListener('submit', (event) => {
	event.preventDefault();
	if (event.target instanceof Element && event.target.id === 'composer') void writing.send();
});
addEventListener('change', ({ target }) => {
	if (target instanceof HTMLSelectElement) writing.choose(target.dataset.choice ?? '', target.value);
});
// Not `click`: the field would have lost the focus by then, and the list would be gone.
addEventListener('mousedown', (event) => {
	const option =
		event.target instanceof Element ? event.target.closest<HTMLElement>('[data-suggestion]') : null;
	const field = textField();
	if (!option || !field) return;
	event.preventDefault();
	writing.takeSuggestion(Number(option.dataset.suggestion), field);
});
addEventListener('blur', () => {
	writing.keeping.flush();
	setTimeout(onFocus);
});
addEventListener('focusout', ({ target }) => {
	if (target instanceof HTMLTextAreaElement) writing.closeSuggestions();
	writing.keeping.flush();
});
addEventListener('visibilitychange', () => writing.keeping.flush());
addEventListener('pagehide', () => {
	writing.keeping.scrolled(window.scrollY);
	writing.keeping.flush();
});
let isScrolling = false;
addEventListener('scroll', () => {
	if (isScrolling || scrollTo !== undefined) return;
	isScrolling = true;
	setTimeout(() => {
		isScrolling = false;
		writing.keeping.scrolled(window.scrollY);
	}, 100);
});

void ask('ready', {});
onFocus();
