import {
	type CommentBody,
	type CommentPlace,
	commentRules,
} from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../kit/background.ts';
import { showCaret } from '../../kit/box-in-view.ts';
import { focusWithPage } from '../../kit/focus.ts';
import type { Ask } from '../../kit/host-messages.ts';
import { isField } from '../../kit/keys.ts';
import type { PageState } from '../../kit/page-state.ts';
import { Drafts } from '../../kit/text-box/drafts.ts';
import { focusAndShow, keepFocus, leaveComment, returnToPlace } from './box-focus.ts';
import { CommentBox, type CommentDraft } from './comment-box.ts';
import { wordsOfPlace } from './place-words.ts';
import { putInPlace } from './put-in-place.ts';
import { suggestChange } from './suggest-change.ts';

/** The comments that the user writes on the page, each in a box below what it is about. */
export class Comments {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #drafts: Drafts<CommentBody, CommentPlace>;
	readonly #boxes = new Map<CommentDraft, CommentBox>();
	#snapshot: PatchsetSnapshot | undefined;
	/** The draft that had the focus before the page was loaded again, until its field is in its place and gets the focus back. */
	#toRefocus: CommentDraft | undefined;
	/** The box that has the focus when a snapshot arrives, until that is drawn. */
	#focused: { readonly box: CommentBox; readonly caret: number } | undefined;

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		'edit-comment': ({ dataset }) => this.#withBox(dataset.comment, (box) => this.#open(box)),
		'close-comment': ({ dataset }) => this.#withBox(dataset.comment, (box) => this.#close(box)),
		'discard-comment': ({ dataset }) =>
			this.#withBox(dataset.comment, (box) => {
				background(this.#drafts.discard(box.draft));
				focusAndShow(box.root.querySelector('button'));
			}),
		'suggest-change': ({ dataset }) =>
			this.#withBox(dataset.comment, (box) => background(suggestChange(box, this.#ask))),
		'save-draft': ({ dataset }) =>
			this.#withBox(dataset.draft, ({ draft }) => background(this.#drafts.save(draft))),
		'restore-draft': ({ dataset }) => this.#withBox(dataset.draft, (box) => background(this.#restore(box))),
		'edit-mail': ({ dataset }) => background(this.#ask('editMail', { entry: dataset.entry ?? '' })),
	};

	constructor(ask: Ask<PatchsetRequests>, state: PageState<unknown>) {
		this.#ask = ask;
		this.#drafts = new Drafts({
			rules: commentRules,
			requests: {
				save: (page, at, text) => ask('draft', { page, at, text }),
				discard: (id) => ask('discard', { id }),
				restore: (id) => ask('restoreDraft', { id }),
			},
			stored: state.value.boxes,
			store: (boxes) => state.change({ boxes }),
			changed: (draft) => this.#didChange(draft),
		});
		this.#toRefocus = this.#drafts.selected;
		addEventListener('input', ({ target }) => {
			const box = target instanceof HTMLTextAreaElement ? this.#boxAt(target) : undefined;
			if (box) this.#didType(box);
		});
		document.addEventListener('selectionchange', () => this.#storeSelection(document.activeElement));
		// VS Code takes the focus from the field before it takes it from the page.
		addEventListener('focusout', ({ target }) => {
			this.#storeSelection(target);
			setTimeout(() => document.hasFocus() && this.#didLeave());
		});
		// The user has begun to do something else.
		for (const type of ['keydown', 'pointerdown'])
			addEventListener(type, () => (this.#toRefocus = undefined), { capture: true });
	}

	/** Call before a snapshot is drawn. */
	receive(snapshot: PatchsetSnapshot): void {
		const { key, comments, past, loadingText } = snapshot;
		this.#snapshot = snapshot;
		const box = document.activeElement && this.#boxAt(document.activeElement);
		if (box?.field) this.#focused = { box, caret: box.field.selectionEnd };
		this.#drafts.receive(key, { editing: comments, past }, loadingText === null);
		const shown = new Map(this.#drafts.shown.map((draft) => [draft.id, draft]));
		for (const comment of comments) {
			const draft = shown.get(comment.id);
			if (!draft) continue;
			this.#boxOf(draft).receive(comment);
			if (comment.sendState && draft.state === 'open') this.#drafts.close(draft);
		}
		const drafts = new Set(shown.values());
		for (const [draft, { root }] of this.#boxes) {
			if (drafts.has(draft)) continue;
			root.remove();
			this.#boxes.delete(draft);
		}
	}

	/** Call after each drawing. Puts each comment below what it is about. */
	didDraw(): void {
		for (const box of this.#shown) box.draw();
		this.keep();
		const { box, caret = 0 } = this.#focused ?? {};
		this.#focused = undefined;
		// A comment that was moved from lines to a file has another field.
		const field = box?.field;
		if (!field || field === document.activeElement || !document.hasFocus()) return;
		focusAndShow(field);
		field.setSelectionRange(caret, caret);
	}

	/** Replaces lines of a diff, and puts the comments there back. Without lines to replace, only puts the comments in their places. */
	keep(replaceLines?: () => void): void {
		keepFocus(() => {
			replaceLines?.();
			putInPlace(this.#shown);
		});
		const { selection = null } = this.#toRefocus ?? {};
		const field = this.#toRefocus && this.#boxes.get(this.#toRefocus)?.field;
		if (!field?.isConnected || !selection) return;
		this.#toRefocus = undefined;
		focusWithPage(field);
		field.setSelectionRange(...selection);
	}

	/** Begins a comment, or goes on with the one that is there. */
	begin(at: CommentPlace): void {
		const same = this.#shown.find((box) => !box.draft.isRemoved && !box.sendState && box.isAt(at));
		const box = same ?? this.#boxOf(this.#drafts.begin(at));
		// The page may show the mail several times. The box comes to where the user is.
		if (at.kind !== 'lines' && !box.root.contains(document.activeElement)) box.root.remove();
		box.replyProblem = this.#snapshot?.replyProblem ?? '';
		this.#open(box);
	}

	/** The place of the comment that has the focus. */
	get focusedPlace(): CommentPlace | undefined {
		return document.activeElement ? this.#boxAt(document.activeElement)?.draft.at : undefined;
	}

	/** Handles a key in a box or on a comment. Returns whether it did. */
	handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, at: Element | null): boolean {
		const box = at && this.#boxAt(at);
		if (!box || altKey || shiftKey) return false;
		const isInField = at instanceof HTMLTextAreaElement;
		const hasModifier = ctrlKey || metaKey;
		const closes = hasModifier ? key === 'Enter' : key === 'Escape';
		if (isInField && closes) this.#close(box);
		else if (!at.matches('article') || hasModifier) return false;
		else if (key === 'Enter') this.#open(box);
		else if (key === 'Escape') leaveComment(box);
		else return false;
		return true;
	}

	get #shown(): readonly CommentBox[] {
		return this.#drafts.shown.map((draft) => this.#boxOf(draft));
	}

	#boxOf(draft: CommentDraft): CommentBox {
		const known = this.#boxes.get(draft);
		if (known) return known;
		const box = new CommentBox(draft, (at) => wordsOfPlace(at, this.#snapshot));
		this.#boxes.set(draft, box);
		return box;
	}

	/** The box that contains an element. */
	#boxAt(element: Element): CommentBox | undefined {
		// Called for each letter: to look into all boxes takes too long if there are hundreds.
		const own = element.closest('.own');
		return own ? [...this.#boxes.values()].find(({ root }) => root === own) : undefined;
	}

	#withBox(id: string | undefined, act: (box: CommentBox) => void): void {
		const draft = this.#drafts.of(id ?? '');
		const box = draft && this.#boxes.get(draft);
		if (box) act(box);
	}

	/** Closes a box, and keeps what is written in it. */
	#close(box: CommentBox): void {
		const { draft, root } = box;
		const { previousElementSibling, parentElement } = root;
		const hadFocus = root.contains(document.activeElement);
		this.#drafts.close(draft);
		if (this.#drafts.has(draft)) box.draw();
		if (hadFocus) returnToPlace(box, previousElementSibling ?? parentElement);
	}

	async #restore(box: CommentBox): Promise<void> {
		if (!box.draft.isRemoved) return;
		await this.#drafts.restore(box.draft);
		box.draw();
		// The user may be writing in another box by now.
		if (!isField(document.activeElement)) focusAndShow(box.article);
	}

	#open(box: CommentBox): void {
		if (box.sendState) return;
		this.#drafts.open(box.draft);
		box.draw();
		putInPlace(this.#shown);
		const { field } = box;
		field?.focus({ preventScroll: true });
		field?.setSelectionRange(field.value.length, field.value.length);
		box.article?.scrollIntoView({ block: 'nearest' });
		showCaret();
	}

	#didType(box: CommentBox): void {
		box.origin = '';
		this.#drafts.change(box.draft, { text: box.field?.value ?? '' });
	}

	#didChange(draft: CommentDraft): void {
		const box = this.#boxes.get(draft);
		if (!box) return;
		if (!this.#drafts.has(draft)) {
			box.root.remove();
			this.#boxes.delete(draft);
			return;
		}
		const hadFocus = document.hasFocus() && box.root.contains(document.activeElement);
		box.draw();
		// The button that saves it is gone.
		if (hadFocus && !box.root.contains(document.activeElement)) focusAndShow(box.field ?? box.article);
	}

	#storeSelection(field: EventTarget | null): void {
		const box = field instanceof HTMLTextAreaElement ? this.#boxAt(field) : undefined;
		if (box && field instanceof HTMLTextAreaElement)
			box.draft.selection = [field.selectionStart, field.selectionEnd];
		this.#drafts.put();
	}

	/** The user has left a field, and is still on the page. */
	#didLeave(): void {
		this.#drafts.leaveFields();
		this.#storeSelection(document.activeElement);
	}
}
