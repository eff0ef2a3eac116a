/* The steps of the keys from one reply, draft or mail to the next. */

import { isLoading } from './diffs/lines.ts';

/** The replies and drafts that the keys step through. */
export const entries = '.reply, article.comment-draft';

const isFolded = (section: HTMLElement): boolean => section.matches('.folded');

/** Whether a file has replies or drafts that are not on the page yet, or are folded. */
const hasHiddenEntries = (section: HTMLElement, withEntries: ReadonlySet<string>): boolean =>
	withEntries.has(section.dataset.file ?? '') &&
	(isFolded(section) || isLoading(section) || section.querySelector(entries) === null);

/** Whether a step from the head of a file goes to the hidden entries of that file. While they load, a step back stays at the head. */
const leadsToEntries = (section: HTMLElement, by: 1 | -1): boolean =>
	isFolded(section) ? by === 1 : isLoading(section);

const isAbove = (one: Node, other: Node): boolean =>
	(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * The next or previous reply, draft or mail, seen from the focus or else from the top of the window; or a file, if its replies and drafts
 * have to be loaded or unfolded. `withEntries` has the keys of the files with replies or drafts.
 */
export function nextEntry(withEntries: ReadonlySet<string>, by: 1 | -1): HTMLElement | undefined {
	const all = [...document.querySelectorAll<HTMLElement>(`.file, .mail, ${entries}`)].filter((one) =>
		one.matches('.file') ? hasHiddenEntries(one, withEntries) : one.closest('[hidden]') === null,
	);
	const from = document.activeElement;
	// The innermost one: a mail may have replies and drafts in it.
	const at = all.findLastIndex(
		(one) => one === from || (one.matches('.reply, .mail, .comment-draft') && one.contains(from)),
	);
	const own = all[at];
	if (own) return own.matches('.file') && leadsToEntries(own, by) ? own : all[at + by];
	const isAfter = (one: HTMLElement) =>
		from?.closest('main') ? isAbove(from, one) : one.getBoundingClientRect().top > 60;
	return by === 1 ? all.find(isAfter) : all.findLast((one) => !isAfter(one));
}
