import type { BodyOf } from '../../src/platform/page/requests.ts';
import type { Snapshot, TicketRequests } from '../../src/tickets/page/protocol.ts';
import { background } from '../kit/background.ts';
import type { Ask } from '../kit/host-messages.ts';
import { hideKeyList, showKeyList, writingKeys } from '../kit/key-list.ts';
import { isField } from '../kit/keys.ts';
import { comments, entryOf, goTo, showEnd, showStart, showUnseen, stepToComment } from '../kit/navigation.ts';
import type { Shell } from '../kit/shell.ts';
import { showTabOf } from '../kit/text-box/text-box-events.ts';
import { watchUser } from '../kit/user-activity.ts';
import type { CommentBox } from './comment-box.ts';
import { type KeyAction, keysOf } from './keys.ts';
import type { TimelineLoader } from './timeline-loader.ts';

/** The actions of buttons in notes that the host runs. */
const noteActs = ['sign-in', 'web'] as const;
/** The actions of buttons that let VS Code ask for a change. */
const factActs = ['assign', 'unassign', 'title', 'description', 'subscribe', 'unsubscribe'] as const;
const isFactAct = (act: string): act is (typeof factActs)[number] => factActs.some((one) => one === act);
const isNoteAct = (act: string): act is (typeof noteActs)[number] => noteActs.some((one) => one === act);

/** The actions of buttons of a text that is on its way or was refused. */
const textActs = ['undo', 'edit', 'send-now', 'discard', 'grant', 'only-comment'] as const;
const isTextAct = (act: string): act is (typeof textActs)[number] => textActs.some((one) => one === act);

/** The host may answer late, when the user is already writing again. */
function focusUndo(): void {
	if (!isField(document.activeElement))
		document.querySelector<HTMLElement>('[data-do=restore-draft]')?.focus();
}

/** What the keys and the buttons of the page do. */
export class Actions {
	readonly #ask: Ask<TicketRequests>;
	readonly #box: CommentBox;
	readonly #timeline: TimelineLoader;
	readonly #shellOf: () => Shell<Snapshot>;

	constructor(
		ask: Ask<TicketRequests>,
		box: CommentBox,
		timeline: TimelineLoader,
		shell: () => Shell<Snapshot>,
	) {
		this.#ask = ask;
		this.#box = box;
		this.#timeline = timeline;
		this.#shellOf = shell;
	}

	readonly keys: Readonly<Record<KeyAction, () => void>> = {
		next: () => this.#shell.go('next'),
		previous: () => this.#shell.go('previous'),
		done: () => this.#shell.go('done'),
		confirm: () => this.#triage('confirm'),
		start: () => this.#triage('start'),
		resolve: () => background(this.#shell.waitForFocusChange(this.#ask('triage', { move: 'resolve' }))),
		reopen: () => this.#triage('reopen'),
		undo: () => this.#undo(),
		status: () => this.#pick('status'),
		labels: () => this.#pick('labels'),
		assign: () => this.#pick('assign'),
		'assign-to-me': () => this.#pick('assign-to-me'),
		title: () => this.#pick('title'),
		'next-entry': () => stepToComment(1),
		'previous-entry': () => stepToComment(-1),
		write: () => this.#shell.beginWriting(),
		quote: () => this.#quote(document.activeElement),
		copy: () => background(this.#copyRef()),
		'show-unseen': () => this.#showUnseen(),
		'show-start': showStart,
		'show-end': showEnd,
		'show-keys': () => this.#showKeys(),
	};

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		...this.keys,
		act: ({ dataset }) => this.#act(dataset.act ?? ''),
		pick: ({ dataset }) => this.#pick(dataset.what === 'labels' ? 'labels' : 'status'),
		'copy-ref': () => background(this.#copyRef()),
		quote: (button) => this.#quote(button),
		'copy-link': (button) => {
			const entry = entryOf(button);
			if (entry !== undefined) background(this.#shell.showCopied(this.#ask('copyLink', { entry }), button));
		},
		tab: (button) => background(showTabOf(this.#box.text, button)),
		'keep-label': ({ dataset }) => this.#box.changeLabel(dataset.name ?? '', 'keep'),
		'remove-label': ({ dataset }) => this.#box.changeLabel(dataset.name ?? '', 'remove'),
		'choose-labels': () => this.#waitForBox(this.#box.chooseLabels()),
		'insert-template': () => this.#waitForBox(this.#box.insertTemplate()),
		discard: () => {
			background(this.#box.editor.discard());
			focusUndo();
		},
		undo: ({ dataset }) => this.#undo(dataset.change),
		'restore-draft': () => background(this.#box.editor.undoDiscard().then(() => this.write())),
		'save-draft': () => this.#box.editor.save(),
		'text-act': ({ dataset }) => this.#actOnText(dataset.entryId ?? '', dataset.act ?? ''),
		'edit-other': ({ dataset }) => this.#box.editor.editNext(dataset.id ?? ''),
		'discard-other': ({ dataset }) =>
			background(this.#box.editor.discardOther(dataset.id ?? '').then(focusUndo)),
		remedy: ({ dataset }) => this.#tryRemedy(dataset.remedy ?? ''),
		'hide-keys': hideKeyList,
	};

	/** Focuses the title if it is still empty, otherwise the text. */
	async write(): Promise<void> {
		const title = document.querySelector<HTMLInputElement>('#title');
		const isTitle = title?.value === '';
		const { text } = this.#box;
		if (!isTitle && text.tab === 'preview') await text.showTab('write');
		goTo(isTitle ? title : text.field);
	}

	get #shell() {
		return this.#shellOf();
	}

	#showUnseen(): void {
		const isIdle = watchUser();
		background(this.#timeline.whenUnseenLoaded.then(() => isIdle() && showUnseen()));
	}

	#showKeys(): void {
		const { snapshot } = this.#shell;
		if (snapshot) showKeyList(keysOf(snapshot), writingKeys);
	}

	#triage(move: BodyOf<TicketRequests['triage']>['move']): void {
		background(this.#shell.showProblemOf(this.#ask('triage', { move })));
	}

	/** Undoes a change, by default the last one. */
	#undo(change: string | null = null): void {
		background(this.#shell.showProblemOf(this.#ask('undo', { change })));
	}

	#pick(what: BodyOf<TicketRequests['pick']>['what']): void {
		background(this.#shell.waitForFocusChange(this.#ask('pick', { what })));
	}

	/** Waits for an answer that goes into the box, perhaps from a quick pick. The box says what has failed. */
	#waitForBox(answered: Promise<void>): void {
		background(this.#shell.waitForFocusChange(answered.then(() => ({ ok: null }))));
	}

	/** Runs the action of a button in a note or a fact. */
	#act(name: string): void {
		if (isFactAct(name)) this.#pick(name);
		if (name === 'show-changes') this.#showUnseen();
		if (name === 'retry') background(this.#shell.showProblemOf(this.#ask('retry', {})));
		if (isNoteAct(name)) background(this.#shell.showProblemOf(this.#ask('act', { act: name })));
	}

	#actOnText(entry: string, act: string): void {
		if (!isTextAct(act)) return;
		const focus = () => (act === 'discard' ? focusUndo() : this.write());
		// The focus moves, so that letters are text and not keys of the page.
		background(this.#box.act(entry, act).then((isBack) => isBack && focus()));
	}

	/** Does what the button of a refusal offers. */
	#tryRemedy(remedy: string): void {
		if (remedy === 'again') background(this.#box.send());
		if (remedy === 'sign-in') background(this.#shell.showProblemOf(this.#ask('act', { act: 'sign-in' })));
	}

	#copyRef(): Promise<void> {
		const button = document.querySelector<HTMLElement>('[data-do=copy-ref]');
		return this.#shell.showCopied(this.#ask('copyRef', {}), button);
	}

	#quote(element: Element | null): void {
		const entry = entryOf(element) ?? comments().at(-1)?.dataset.entry;
		if (entry === undefined || !this.#box.text.field) return;
		const selection = getSelection();
		const isHere = entryOf(selection?.anchorNode?.parentElement ?? null) === entry;
		this.#waitForBox(this.#box.quote(entry, isHere ? (selection?.toString() ?? '') : ''));
	}
}
