import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../page/background.ts';
import type { Ask } from '../../page/host-messages.ts';
import { insert } from '../../page/text-box/insert.ts';
import { CommentBox } from './comment-box.ts';
import { putInPlace } from './put-in-place.ts';

/** In milliseconds. */
const saveAgainAfter = 2000;

const newId = () => crypto.getRandomValues(new Uint32Array(3)).join('-');

/** The comments that the user writes on the page. Each is kept by the host with every letter. */
export class Comments {
	readonly #ask: Ask<PatchsetRequests>;
	/** Names this load of the page as the writer of comments. */
	readonly #writer = newId();
	#page = '';
	#boxes: CommentBox[] = [];
	/** The box in which the user writes, until it is drawn at the place of the last snapshot. */
	#written: { readonly box: CommentBox; readonly caret: number } | undefined;

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		'edit-comment': ({ dataset }) => this.edit(dataset.comment ?? ''),
		'close-comment': ({ dataset }) => this.close(dataset.comment ?? ''),
		'discard-comment': ({ dataset }) => background(this.discard(dataset.comment ?? '')),
		'suggest-change': ({ dataset }) => background(this.suggestChange(dataset.comment ?? '')),
		'restore-comment': ({ dataset }) => background(this.restore(dataset.comment ?? '')),
	};

	constructor(ask: Ask<PatchsetRequests>) {
		this.#ask = ask;
		addEventListener('input', ({ target }) => {
			const box = target instanceof HTMLTextAreaElement ? this.#boxAt(target) : undefined;
			if (box) this.#didType(box);
		});
	}

	/** Call before a snapshot is drawn. */
	receive({ key, comments }: PatchsetSnapshot): void {
		if (key !== this.#page) this.#boxes = [];
		this.#page = key;
		for (const comment of comments) {
			const known = this.#boxes.find(({ id }) => id === comment.id);
			const box = known ?? new CommentBox(comment.id, comment.at, 'closed');
			if (!known) this.#boxes.push(box);
			if (box.state === 'discarded' && !box.isBeingDiscarded) box.state = 'closed';
			const { field } = box;
			if (field && field === document.activeElement) this.#written = { box, caret: field.selectionEnd };
			box.moveTo(comment.at);
			const isOwn = comment.writer === this.#writer;
			if (!known || (!isOwn && box.isSaved)) box.adopt(comment);
		}
		const existing = new Set(comments.map(({ id }) => id));
		this.#boxes = this.#boxes.filter((box) => {
			const isKept = existing.has(box.id) || this.#isOnlyHere(box);
			if (!isKept) box.root.remove();
			return isKept;
		});
	}

	/** Whether the host cannot have it yet, or can restore it. */
	#isOnlyHere({ state, isSaved, base, isBlank }: CommentBox): boolean {
		return state === 'discarded' || !isSaved || (state === 'open' && (isBlank || base === null));
	}

	/** Call after each drawing. Puts each comment below what it is about. */
	didDraw(): void {
		for (const box of this.#boxes) box.draw();
		this.keep(() => {});
		const { box, caret = 0 } = this.#written ?? {};
		this.#written = undefined;
		// A comment that was moved from lines to a file has another field.
		const field = box?.field;
		if (!field || field === document.activeElement || !document.hasFocus()) return;
		focus(field);
		field.setSelectionRange(caret, caret);
	}

	/** Replaces lines of a diff, and puts the comments there back. */
	keep(replaceLines: () => void): void {
		keepingFocus(() => {
			replaceLines();
			putInPlace(this.#boxes);
		});
	}

	/** Begins a comment, or goes on with the one that is there. */
	begin(at: CommentPlace): void {
		const same = this.#boxes.find((box) => box.state !== 'discarded' && isSamePlace(box.at, at));
		const box = same ?? new CommentBox(newId(), at, 'open');
		if (!same) this.#boxes.push(box);
		this.#open(box);
	}

	edit(id: string): void {
		const box = this.#boxOf(id);
		if (box) this.#open(box);
	}

	/** Closes a box, and keeps what is written in it. */
	close(id: string): void {
		const box = this.#boxOf(id);
		if (!box) return;
		const { previousElementSibling: before } = box.root;
		const hadFocus = box.root.contains(document.activeElement);
		if (box.isBlank) this.#remove(box);
		else {
			box.state = 'closed';
			box.draw();
		}
		if (!hadFocus) return;
		const line = box.at.kind === 'lines' ? rowAbove(before) : undefined;
		focus(line ?? box.root.querySelector<HTMLElement>('.comment-draft'));
	}

	async discard(id: string): Promise<void> {
		const box = this.#boxOf(id);
		if (!box) return;
		const { state } = box;
		box.state = 'discarded';
		box.isBeingDiscarded = true;
		box.draw();
		focus(box.root.querySelector('button'));
		const answer = await this.#ask('discardComment', { id: box.id });
		box.isBeingDiscarded = false;
		if ('ok' in answer) return;
		box.state = state;
		box.refusal = answer.problem;
		box.draw();
	}

	async restore(id: string): Promise<void> {
		const box = this.#boxOf(id);
		if (box?.state !== 'discarded') return;
		// A second click does nothing.
		box.state = 'closed';
		const answer = await this.#ask('restoreComment', { id: box.id });
		if ('problem' in answer) {
			// The page still has the text.
			box.revision += 1;
			await this.#save(box);
		}
		box.draw();
		focus(box.root.querySelector<HTMLElement>('.comment-draft'));
	}

	/** Adds the lines that the comment is about, for the user to change. The mail has them as a diff. */
	async suggestChange(id: string): Promise<void> {
		const box = this.#boxOf(id);
		if (!box) return;
		const answer = await this.#ask('linesToReplace', { at: box.at });
		const { field } = box;
		if ('problem' in answer) {
			box.refusal = answer.problem;
			box.draw();
		} else if (field) {
			field.focus({ preventScroll: true });
			const before = field.value.slice(0, field.selectionEnd);
			const start = before === '' || before.endsWith('\n') ? '' : '\n';
			insert(
				field,
				`${start}\`\`\`suggestion\n${answer.ok.text}\n\`\`\`\n`,
				field.selectionEnd,
				field.selectionEnd,
			);
		}
	}

	/** Handles a key in a box or on a comment. Returns whether it did. */
	handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, at: Element | null): boolean {
		const box = at && this.#boxAt(at);
		if (!box || altKey || shiftKey) return false;
		const isField = at instanceof HTMLTextAreaElement;
		const hasModifier = ctrlKey || metaKey;
		const closes = hasModifier ? key === 'Enter' : key === 'Escape';
		if (isField && closes) this.close(box.id);
		else if (at.matches('article') && key === 'Enter' && !hasModifier) this.#open(box);
		else return false;
		return true;
	}

	#open(box: CommentBox): void {
		box.state = 'open';
		box.draw();
		putInPlace(this.#boxes);
		const { field } = box;
		field?.focus({ preventScroll: true });
		field?.setSelectionRange(field.value.length, field.value.length);
		box.root.scrollIntoView({ block: 'nearest' });
	}

	#didType(box: CommentBox): void {
		box.text = box.field?.value ?? '';
		box.revision += 1;
		box.origin = '';
		box.refusal = '';
		background(this.#save(box));
	}

	async #save(box: CommentBox): Promise<void> {
		const { id, revision, base, text, at } = box;
		const page = this.#page;
		box.unansweredCount += 1;
		box.draw();
		const answer = await this.#ask('comment', {
			text: { id, revision, writer: this.#writer, body: { text }, base },
			page,
			at,
		});
		box.unansweredCount -= 1;
		if (page !== this.#page) return;
		if ('ok' in answer) {
			box.id = answer.ok.id;
			box.saved = answer.ok.saved;
			box.base = { revision, writer: this.#writer };
		}
		// The last version counts: it has the whole text.
		if (revision === box.revision) {
			box.problem = 'problem' in answer ? answer.problem : '';
			if (box.problem !== '') this.#saveAgainLater(box);
		}
		box.draw();
	}

	#saveAgainLater(box: CommentBox): void {
		const { revision } = box;
		setTimeout(() => {
			const isLast = revision === box.revision && box.problem !== '' && box.state !== 'discarded';
			if (isLast && this.#boxes.includes(box)) background(this.#save(box));
		}, saveAgainAfter);
	}

	#remove(box: CommentBox): void {
		this.#boxes = this.#boxes.filter((one) => one !== box);
		box.root.remove();
	}

	#boxOf(id: string): CommentBox | undefined {
		return this.#boxes.find((box) => box.id === id);
	}

	#boxAt(element: Element): CommentBox | undefined {
		return this.#boxes.find(({ root }) => root.contains(element));
	}
}

const isSamePlace = (one: CommentPlace, other: CommentPlace): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** The line that a comment is below. */
function rowAbove(from: Element | null): HTMLElement | undefined {
	let at = from;
	while (at && !at.matches('.l')) at = at.previousElementSibling;
	return at instanceof HTMLElement ? at : undefined;
}

function focus(element: HTMLElement | null): void {
	if (!element) return;
	if (element.tabIndex < 0) element.tabIndex = -1;
	element.focus({ preventScroll: true });
	element.scrollIntoView({ block: 'nearest' });
}

/** An element loses the focus when it is moved. */
function keepingFocus(move: () => void): void {
	const focused = document.activeElement;
	const field = focused instanceof HTMLTextAreaElement ? focused : undefined;
	const { selectionStart = 0, selectionEnd = 0 } = field ?? {};
	move();
	if (!(focused instanceof HTMLElement) || focused === document.activeElement || !focused.isConnected) return;
	focused.focus({ preventScroll: true });
	field?.setSelectionRange(selectionStart, selectionEnd);
}
