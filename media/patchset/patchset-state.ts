import { fieldOf } from '../../src/base/field-of.ts';
import type { PageState } from '../kit/page-state.ts';

/** What VS Code keeps of the page of a patchset, besides what it keeps of every page. */
interface ReadingState {
	/** The files that the user has folded or unfolded. */
	readonly folded: readonly (readonly [key: string, isFolded: boolean])[];
	/** The patch that is shown if only one is. */
	readonly shownPatch: string;
	/** The id of the panel of the review that has had the focus. */
	readonly review: number;
}

export type PatchsetState = PageState<ReadingState>;

const isFolded = (value: unknown): value is readonly [string, boolean] =>
	Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';

export function readReadingState(stored: unknown): ReadingState {
	const [folded, shownPatch, review] = ['folded', 'shownPatch', 'review'].map((name) =>
		fieldOf(stored, name),
	);
	return {
		folded: Array.isArray(folded) ? folded.filter(isFolded) : [],
		shownPatch: typeof shownPatch === 'string' ? shownPatch : '',
		review: typeof review === 'number' ? review : 0,
	};
}
