import { fieldOf } from '../../../src/base/field-of.ts';
import {
	type HostText,
	isPageText,
	type PageText,
	type PageTextVersion,
	type TextRules,
} from '../../../src/platform/page/page-text.ts';

/**
 * `open`: it is in a box. `closed`: it is not, and can be opened. `sending`: the page has asked the host to send it. `discarded` and
 * `removed-elsewhere`: it can be restored.
 */
type DraftState = 'open' | 'closed' | 'sending' | 'discarded' | 'removed-elsewhere';

/** A text that the user writes on a page. `Drafts` changes it. */
export class Draft<Body, Place> {
	id: string;
	/** The key of its page. The panel may show another one. */
	page: string;
	/** Where the page shows it. */
	at: Place;
	body: Body;
	state: DraftState;
	/** The last version that the page has written, or that the host has sent. */
	revision = 0;
	/** The load of a page, or the window, that has written this version. */
	writer = '';
	/** The version of the host that it is based on; null for a new text. */
	base: Omit<PageTextVersion, 'id'> | null = null;
	/** Whether the host has all that the user has written. */
	isSaved = true;
	/** The time at which it was saved, as displayed; empty until it is. */
	saved = '';
	/** Whether the host takes long to save what was written last. */
	isSaving = false;
	/** Why it was not saved; empty if it was. */
	problem = '';
	/** Why another action of the user on the draft was not done, or what else they should know about the draft. */
	refusal = '';
	/** How many times the page has asked the host to send, discard or restore it, without an answer yet. */
	askedCount = 0;
	/** What is selected in its field; null if the user is not in it. */
	selection: readonly [start: number, end: number] | null = null;

	constructor(id: string, page: string, at: Place, body: Body, state: DraftState) {
		this.id = id;
		this.page = page;
		this.at = at;
		this.body = body;
		this.state = state;
	}

	/** Whether it is gone, and can be restored. */
	get isRemoved(): boolean {
		return this.state === 'discarded' || this.state === 'removed-elsewhere';
	}

	get text(): PageText<Body> {
		const { id, revision, writer, base, body } = this;
		return { id, revision, writer, base, body };
	}

	/** Takes over what the host has. */
	adopt({ revision, writer, body, saved }: HostText<Body, Place>): void {
		this.revision = revision;
		this.writer = writer;
		this.body = body;
		this.saved = saved;
		this.base = { revision, writer };
		this.isSaved = true;
		this.problem = '';
	}
}

/** What VS Code keeps of a draft with the state of its page. */
export interface StoredDraft<Body, Place> {
	readonly page: string;
	readonly at: Place;
	readonly text: PageText<Body>;
	readonly isOpen: boolean;
	readonly isSaved: boolean;
	readonly removed: 'discarded' | 'removed-elsewhere' | null;
	readonly selection: readonly [start: number, end: number] | null;
}

export function storedDraft<Body, Place>(draft: Draft<Body, Place>): StoredDraft<Body, Place> {
	const { page, at, text, state, isSaved, selection } = draft;
	return {
		page,
		at,
		text,
		selection,
		isOpen: state === 'open',
		isSaved: isSaved && state !== 'sending',
		removed: state === 'discarded' || state === 'removed-elsewhere' ? state : null,
	};
}

/** The draft of an earlier load of the page, perhaps of another version of Tildeforge. Undefined if it is none. */
export function readDraft<Body, Place>(
	{ isBody, isPlace }: TextRules<Body, Place>,
	stored: unknown,
): Draft<Body, Place> | undefined {
	const [page, at, text, removed] = ['page', 'at', 'text', 'removed'].map((name) => fieldOf(stored, name));
	if (typeof page !== 'string' || !isPlace(at) || !isPageText(isBody)(text)) return undefined;
	const isOpen = fieldOf(stored, 'isOpen') === true;
	const isGone = removed === 'discarded' || removed === 'removed-elsewhere';
	const draft = new Draft(text.id, page, at, text.body, isGone ? removed : isOpen ? 'open' : 'closed');
	draft.revision = text.revision;
	draft.writer = text.writer;
	draft.base = text.base;
	draft.isSaved = fieldOf(stored, 'isSaved') === true;
	const selection: unknown = fieldOf(stored, 'selection');
	const [start, end]: readonly unknown[] = Array.isArray(selection) ? selection : [];
	if (typeof start === 'number' && typeof end === 'number') draft.selection = [start, end];
	return draft;
}
