import type { CommentPlace, ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../page/background.ts';
import { focusWithPage } from '../../page/focus.ts';
import type { Ask } from '../../page/host-messages.ts';
import { isField } from '../../page/keys.ts';
import { newTextId } from '../../page/text-box/text-id.ts';
import { focusAndShow, keepFocus, rowAbove } from './box-focus.ts';
import { BoxSaver } from './box-saver.ts';
import type { BoxStore } from './box-store.ts';
import { Boxes } from './boxes.ts';
import { CommentBox } from './comment-box.ts';
import { followOwnVersions } from './own-versions.ts';
import { putInPlace } from './put-in-place.ts';
import { suggestChange } from './suggest-change.ts';

/** The comments that the user writes on the page. Each is kept by the host with every letter. */
export class Comments {
	readonly #ask: Ask<PatchsetRequests>;
	/** Names this load of the page as the writer of comments. */
	readonly #writer = newTextId();
	readonly #saver: BoxSaver;
	/** Why the user may not answer mails of the list; empty if they may. */
	#replyProblem = '';
	readonly #boxes: Boxes;
	/** The ids of the comments that the host has sent since the page was loaded. */
	readonly #received = new Set<string>();
	/** The box that had the focus before the page was loaded again, until it is in its place. */
	#left: CommentBox | undefined;
	/** The box in which the user writes, until it is drawn at the place of the last snapshot. */
	#written: { readonly box: CommentBox; readonly caret: number } | undefined;

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		'edit-comment': ({ dataset }) => this.edit(dataset.comment ?? ''),
		'close-comment': ({ dataset }) => this.close(dataset.comment ?? ''),
		'discard-comment': ({ dataset }) => background(this.discard(dataset.comment ?? '')),
		'suggest-change': ({ dataset }) => {
			const box = this.#boxes.of(dataset.comment ?? '');
			if (box) background(suggestChange(box, this.#ask));
		},
		'save-comment': ({ dataset }) => {
			const box = this.#boxes.of(dataset.comment ?? '');
			if (box) background(this.#saver.save(box));
		},
		'restore-comment': ({ dataset }) => background(this.restore(dataset.comment ?? '')),
		'edit-mail': ({ dataset }) => background(this.#ask('editMail', { entry: dataset.entry ?? '' })),
	};

	constructor(ask: Ask<PatchsetRequests>, store: BoxStore) {
		this.#ask = ask;
		this.#saver = new BoxSaver(ask, (box) => this.#didSave(box));
		this.#boxes = new Boxes(store, (box) => background(this.#saver.save(box)));
		this.#left = this.#boxes.selected;
		addEventListener('input', ({ target }) => {
			const box = target instanceof HTMLTextAreaElement ? this.#boxes.at(target) : undefined;
			if (box) this.#didType(box);
		});
		document.addEventListener('selectionchange', () => this.#boxes.save());
		// VS Code takes the focus from the field before it takes it from the page.
		addEventListener('focusout', ({ target }) => {
			this.#boxes.save(target);
			setTimeout(() => document.hasFocus() && this.#boxes.didLeave());
		});
		// The user has begun to do something else.
		for (const type of ['keydown', 'pointerdown'])
			addEventListener(type, () => (this.#left = undefined), { capture: true });
	}

	/** Call before a snapshot is drawn. */
	receive({ key, comments, sentIds, loadingText, replyProblem }: PatchsetSnapshot): void {
		this.#replyProblem = replyProblem;
		this.#boxes.showPage(key);
		for (const box of followOwnVersions(this.#boxes.shown, comments)) this.#remove(box);
		for (const comment of comments) {
			this.#received.add(comment.id);
			const known = this.#boxes.of(comment.id);
			const box = known ?? new CommentBox(comment.id, key, comment.at, 'closed');
			if (!known) this.#boxes.add(box);
			// It may have been carried over.
			box.page = key;
			if (box.state === 'discarded' && !box.isBeingDiscarded) box.state = 'closed';
			const { field } = box;
			if (field && field === document.activeElement) this.#written = { box, caret: field.selectionEnd };
			box.moveTo(comment.at);
			const isOwn = comment.writer === this.#writer;
			if (!known || (!isOwn && (box.isSaved || isLater(comment, box)))) box.adopt(comment);
			box.sendState = comment.sendState;
			if (box.sendState && box.state === 'open') box.state = 'closed';
		}
		const existing = new Set(comments.map(({ id }) => id));
		this.#boxes.keep((box) => {
			const isOther = box.page !== key || loadingText !== null;
			const isThere = isOther || existing.has(box.id) || this.#isOnlyHere(box);
			// Another window has discarded it. What the user was writing can be restored here, too.
			const isGone = !isThere && box.state === 'open' && this.#received.has(box.id);
			if (isGone && !sentIds.includes(box.id)) box.state = 'discarded';
			return isThere || box.state === 'discarded';
		});
		this.#boxes.save();
	}

	/** Whether the host cannot have it yet, or can restore it. */
	#isOnlyHere({ state, isSaved, base, isBlank }: CommentBox): boolean {
		return state === 'discarded' || !isSaved || (state === 'open' && (isBlank || base === null));
	}

	/** Call after each drawing. Puts each comment below what it is about. */
	didDraw(): void {
		for (const box of this.#boxes.shown) box.draw();
		this.keep(() => {});
		const { box, caret = 0 } = this.#written ?? {};
		this.#written = undefined;
		// A comment that was moved from lines to a file has another field.
		const field = box?.field;
		if (!field || field === document.activeElement || !document.hasFocus()) return;
		focusAndShow(field);
		field.setSelectionRange(caret, caret);
	}

	/** Replaces lines of a diff, and puts the comments there back. */
	keep(replaceLines: () => void): void {
		keepFocus(() => {
			replaceLines();
			putInPlace(this.#boxes.shown);
		});
		const { field, selection } = this.#left ?? {};
		if (!field?.isConnected || !selection) return;
		this.#left = undefined;
		focusWithPage(field);
		field.setSelectionRange(...selection);
	}

	/** Begins a comment, or goes on with the one that is there. */
	begin(at: CommentPlace): void {
		const same = this.#boxes.shown.find((box) => box.state !== 'discarded' && !box.sendState && box.isAt(at));
		const box = same ?? new CommentBox(newTextId(), this.#boxes.page, at, 'open');
		box.replyProblem = this.#replyProblem;
		if (!same) this.#boxes.add(box);
		this.#open(box);
	}

	edit(id: string): void {
		const box = this.#boxes.of(id);
		if (box) this.#open(box);
	}

	/** Closes a box, and keeps what is written in it. */
	close(id: string): void {
		const box = this.#boxes.of(id);
		if (!box) return;
		const { previousElementSibling: before } = box.root;
		const hadFocus = box.root.contains(document.activeElement);
		if (box.isBlank) this.#remove(box);
		else {
			box.state = 'closed';
			box.draw();
			this.#boxes.save();
		}
		if (!hadFocus) return;
		const line = box.at.kind === 'lines' ? rowAbove(before) : undefined;
		focusAndShow(line ?? box.root.querySelector<HTMLElement>('.comment-draft'));
	}

	async discard(id: string): Promise<void> {
		const box = this.#boxes.of(id);
		if (!box) return;
		const { state } = box;
		box.state = 'discarded';
		box.isBeingDiscarded = true;
		box.draw();
		this.#boxes.save();
		focusAndShow(box.root.querySelector('button'));
		const answer = await this.#ask('discardComment', { id: box.id });
		box.isBeingDiscarded = false;
		if ('ok' in answer) return;
		box.state = state;
		box.refusal = answer.problem;
		box.draw();
		this.#boxes.save();
	}

	async restore(id: string): Promise<void> {
		const box = this.#boxes.of(id);
		if (box?.state !== 'discarded') return;
		// A second click does nothing.
		box.state = 'closed';
		const answer = await this.#ask('restoreComment', { id: box.id });
		if ('problem' in answer) {
			// The page still has the text.
			await this.#saveNext(box);
		}
		box.draw();
		// The user may be writing in another box by now.
		if (!isField(document.activeElement)) focusAndShow(box.root.querySelector<HTMLElement>('.comment-draft'));
	}

	/** Handles a key in a box or on a comment. Returns whether it did. */
	handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, at: Element | null): boolean {
		const box = at && this.#boxes.at(at);
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
		if (box.sendState) return;
		box.state = 'open';
		box.draw();
		putInPlace(this.#boxes.shown);
		const { field } = box;
		field?.focus({ preventScroll: true });
		field?.setSelectionRange(field.value.length, field.value.length);
		box.root.scrollIntoView({ block: 'nearest' });
	}

	#didType(box: CommentBox): void {
		box.text = box.field?.value ?? '';
		box.origin = '';
		box.refusal = '';
		background(this.#saveNext(box));
	}

	/** Saves what was changed as a new version. */
	#saveNext(box: CommentBox): Promise<void> {
		// The host gets the versions in this order.
		if (box.writer !== this.#writer && box.revision > 0)
			box.base = { revision: box.revision, writer: box.writer };
		box.writer = this.#writer;
		box.revision += 1;
		const saved = this.#saver.save(box);
		this.#boxes.save();
		return saved;
	}

	#didSave(box: CommentBox): void {
		// A snapshot may have shown it under its new id before the answer came.
		this.#boxes.keep((one) => one === box || one.id !== box.id);
		const hadFocus = document.hasFocus() && box.root.contains(document.activeElement);
		box.draw();
		// The button that saves it is gone.
		if (hadFocus && !box.root.contains(document.activeElement))
			focusAndShow(box.field ?? box.root.querySelector<HTMLElement>('.comment-draft'));
		this.#boxes.save();
	}

	#remove(box: CommentBox): void {
		this.#boxes.keep((one) => one !== box);
		this.#boxes.save();
	}
}

/** Whether the host has a later version from the same load of the page: the state that VS Code has restored may be older. */
const isLater = ({ writer, revision }: ShownComment, box: CommentBox): boolean =>
	writer === box.writer && revision >= box.revision;
