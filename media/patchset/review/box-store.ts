import { fieldOf } from '../../../src/base/field-of.ts';
import {
	type CommentPlace,
	isCommentPlace,
	isPageComment,
	type PageComment,
} from '../../../src/patches/page/protocol/comment-protocol.ts';
import { CommentBox } from './comment-box.ts';

/** A box in which the user writes, or whose text the host does not have. VS Code keeps it with the state of the page. */
export interface StoredBox {
	/** The key of its page. The panel may show another one by now. */
	readonly page: string;
	readonly at: CommentPlace;
	readonly text: PageComment;
	readonly isOpen: boolean;
	readonly isSaved: boolean;
	/** What is selected in its field; null if the user is not in it. */
	readonly selection: readonly [start: number, end: number] | null;
}

/** Stores the boxes that the page needs when it is loaded again, or when the panel shows their page again. */
export class BoxStore {
	readonly #store: (boxes: readonly StoredBox[]) => void;
	#stored: readonly StoredBox[];

	/** `stored`: what an earlier load of the page has given to `store`, perhaps of another version of Tildeforge. */
	constructor(stored: readonly unknown[], store: (boxes: readonly StoredBox[]) => void) {
		this.#stored = stored.filter(isStoredBox);
		this.#store = store;
	}

	/** The boxes of the earlier load. Call `save` for those that the host does not have. */
	restore(save: (box: CommentBox) => void): readonly CommentBox[] {
		return this.#stored.map((stored) => {
			const box = restoredBox(stored);
			if (!stored.isSaved) save(box);
			return box;
		});
	}

	put(boxes: readonly CommentBox[]): void {
		const stored = boxes.filter(({ isStored }) => isStored).map(storedBox);
		if (JSON.stringify(stored) === JSON.stringify(this.#stored)) return;
		this.#stored = stored;
		this.#store(stored);
	}
}

function storedBox(box: CommentBox): StoredBox {
	const { page, at, id, revision, writer, base, text, isSaved, selection } = box;
	const version = { id, revision, writer, base };
	return { page, at, text: { ...version, body: { text } }, isOpen: box.state === 'open', isSaved, selection };
}

function restoredBox({ page, at, text, isOpen, selection }: StoredBox): CommentBox {
	const box = new CommentBox(text.id, page, at, isOpen ? 'open' : 'closed');
	box.revision = text.revision;
	box.writer = text.writer;
	box.base = text.base;
	box.text = text.body.text;
	box.selection = selection;
	return box;
}

const isStoredBox = (value: unknown): value is StoredBox =>
	typeof fieldOf(value, 'page') === 'string' &&
	isCommentPlace(fieldOf(value, 'at')) &&
	isPageComment(fieldOf(value, 'text'));
