import { fieldOf } from '../../src/base/field-of.ts';

/**
 * The texts in the state of a page of a version before December 2026, which kept the one in the box, those that were being sent, and the
 * one that could be restored. Needed while such pages may be open.
 */
export function readOldTexts(stored: unknown): { readonly boxes?: readonly unknown[] } {
	const [page, text, isSaved, sending, removed] = ['key', 'text', 'isSaved', 'unacknowledged', 'removed'].map(
		(name) => fieldOf(stored, name),
	);
	if (!Array.isArray(sending)) return {};
	return {
		boxes: [
			...sending.map((one: unknown) => ({ page, at: null, text: one })),
			{ page, at: null, text, isOpen: true, isSaved },
			{ page, at: null, text: fieldOf(removed, 'text'), isSaved: true, removed: fieldOf(removed, 'kind') },
		],
	};
}
