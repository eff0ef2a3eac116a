import type { BodyOf } from '../../src/platform/page/requests.ts';
import type { Snapshot, TicketAsks } from '../../src/tickets/page/protocol.ts';
import type { Ask } from '../page/asking.ts';
import { background } from '../page/background.ts';
import { textField } from '../page/fields.ts';
import { flash } from '../page/flash.ts';
import type { KeyAction } from '../page/keys.ts';
import { comments, entryOf, goTo, showChanges, step } from '../page/places.ts';
import type { Shell } from '../page/shell.ts';
import type { Writing } from '../page/writing.ts';

interface ActionOptions {
	readonly ask: Ask<TicketAsks>;
	readonly writing: Writing;
	readonly shell: () => Pick<Shell<Snapshot>, 'told' | 'leaveFor' | 'announce' | 'beginWriting'>;
}

/** What the keys and the buttons of the page do. */
export class Actions {
	readonly #ask: Ask<TicketAsks>;
	readonly #writing: Writing;
	readonly #shellOf: ActionOptions['shell'];

	constructor({ ask, writing, shell }: ActionOptions) {
		this.#ask = ask;
		this.#writing = writing;
		this.#shellOf = shell;
	}

	readonly keys: Readonly<Record<KeyAction, () => void>> = {
		next: () => this.#go('next'),
		previous: () => this.#go('previous'),
		confirm: () => this.#triage('confirm'),
		start: () => this.#triage('start'),
		resolve: () => background(this.#shell.leaveFor(this.#ask('triage', { move: 'resolve' }))),
		reopen: () => this.#triage('reopen'),
		undo: () => this.#undo(),
		status: () => this.#pick('status'),
		labels: () => this.#pick('labels'),
		'next-comment': () => step(1),
		'previous-comment': () => step(-1),
		write: () => this.#shell.beginWriting(),
		quote: () => this.#quote(document.activeElement),
		'copy-ref': () => background(this.#copyRef()),
		'show-keys': () => this.#keyList()?.showModal(),
	};

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		act: ({ dataset }) => this.#act(dataset.act ?? ''),
		pick: ({ dataset }) => this.#pick(dataset.what === 'labels' ? 'labels' : 'status'),
		go: ({ dataset }) => this.#go(dataset.step === 'next' ? 'next' : 'previous'),
		'copy-ref': () => background(this.#copyRef()),
		quote: (button) => this.#quote(button),
		tab: ({ dataset }) => background(this.#writing.showTab(dataset.tab === 'preview' ? 'preview' : 'write')),
		'keep-label': ({ dataset }) => this.#writing.label(dataset.name ?? '', 'keep'),
		'remove-label': ({ dataset }) => this.#writing.label(dataset.name ?? '', 'remove'),
		'choose-labels': () => background(this.#writing.chooseLabels()),
		discard: () => {
			background(this.#writing.discard());
			document.querySelector<HTMLElement>('[data-do=undo-discard]')?.focus();
		},
		undo: () => this.#undo(),
		'undo-discard': () => background(this.#writing.undoDiscard().then(() => this.write())),
		way: ({ dataset }) => this.#tryOtherWay(dataset.way ?? ''),
		'hide-keys': () => this.#keyList()?.close(),
	};

	/** Focuses the title if it is still empty, otherwise the text. */
	async write(): Promise<void> {
		const title = document.querySelector<HTMLInputElement>('#title');
		const isTitle = title?.value === '';
		if (!isTitle && this.#writing.box.tab === 'preview') await this.#writing.showTab('write');
		goTo(isTitle ? title : textField());
	}

	get #shell() {
		return this.#shellOf();
	}

	#keyList(): HTMLDialogElement | null {
		return document.querySelector<HTMLDialogElement>('#keys');
	}

	#triage(move: BodyOf<TicketAsks['triage']>['move']): void {
		background(this.#shell.told(this.#ask('triage', { move })));
	}

	#undo(): void {
		background(this.#shell.told(this.#ask('undo', {})));
	}

	#go(to: 'next' | 'previous'): void {
		background(this.#shell.leaveFor(this.#ask('go', { step: to })));
	}

	#pick(what: 'status' | 'labels'): void {
		background(this.#shell.leaveFor(this.#ask('pick', { what })));
	}

	#act(name: string): void {
		if (name === 'show-changes') showChanges();
		if (name === 'retry') background(this.#shell.told(this.#ask('retry', {})));
		if (name === 'sign-in' || name === 'web') background(this.#shell.told(this.#ask('act', { act: name })));
	}

	/** What a refusal below the box offers. */
	#tryOtherWay(way: string): void {
		if (way === 'again') background(this.#writing.send());
		if (way === 'sign-in') background(this.#shell.told(this.#ask('act', { act: 'sign-in' })));
		if (way !== 'only-comment') return;
		this.#writing.keepOnlyComment();
		document.querySelector<HTMLElement>('.composer [type=submit]')?.focus();
	}

	async #copyRef(): Promise<void> {
		const button = document.querySelector<HTMLElement>('[data-do=copy-ref]');
		const answer = await this.#ask('copyRef', {});
		if ('problem' in answer) return this.#shell.told(Promise.resolve(answer));
		this.#shell.announce(answer.ok.said);
		if (button && (await flash(button, answer.ok.said))) this.#shell.announce('');
	}

	#quote(element: Element | null): void {
		const entry = entryOf(element) ?? comments().at(-1)?.dataset.entry;
		const field = textField();
		if (entry === undefined || !field) return;
		const selection = getSelection();
		const isHere = entryOf(selection?.anchorNode?.parentElement ?? null) === entry;
		background(this.#writing.quote(entry, isHere ? (selection?.toString() ?? '') : '', field));
	}
}
