import type { PageText, TextRules, TextSnapshot } from '../../../src/platform/page/page-text.ts';
import type { Answer } from '../../../src/platform/page/requests.ts';
import type { StateStore } from './draft-store.ts';
import type { FieldTexts } from './fields.ts';
import type { TextBox } from './text-box.ts';

/** The part of a snapshot that is about what the user writes. */
export interface DraftPage<Body> extends TextSnapshot<Body> {
	readonly key: string;
	readonly version: string;
}

/** The page's requests to the host about its texts. */
interface DraftRequests<Body> {
	/** Answers with the id of the text, and the time to display. */
	readonly save: (
		key: string,
		text: PageText<Body>,
	) => Promise<Answer<{ readonly id: string; readonly saved: string }>>;
	/** Answers when the text is on its way. */
	readonly send: (text: PageText<Body>, version: string) => Promise<Answer<unknown>>;
	readonly discard: (id: string) => Promise<Answer<unknown>>;
	readonly restore: (id: string) => Promise<Answer<unknown>>;
}

/** What a page gives its draft editor. */
export interface DraftEditorOptions<Body> {
	readonly store: StateStore;
	readonly rules: TextRules<Body>;
	readonly requests: DraftRequests<Body>;
	/** A body in which nothing is written, begun by a user who sees this version. */
	readonly emptyAt: (version: string | null) => Body;
	/** The texts of a body in the fields of the page. */
	readonly textsOf: (body: Body) => FieldTexts;
	readonly boxes: () => readonly TextBox[];
	readonly redraw: () => void;
}
