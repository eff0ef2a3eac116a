import type { EntryPlace } from '../../src/tickets/page/protocol.ts';
import { focusWithPage } from '../kit/focus.ts';
import { scrollToElement } from '../kit/scroll.ts';

/** How long the entry is marked. */
const markedMs = 2000;

const elementOf = ({ entry }: EntryPlace): HTMLElement | null =>
	document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`);

export const isEntryOnPage = (place: EntryPlace): boolean => elementOf(place) !== null;

/** Goes to an entry of the timeline, and marks it for a moment. */
export function showEntry(place: EntryPlace): void {
	const element = elementOf(place);
	if (!element) return;
	// While its part is out of view, its height is an estimate.
	const part = element.closest('.timeline.part');
	part?.classList.add('measured');
	scrollToElement(element, 'start');
	// An event has the focus only because of the link.
	element.tabIndex = -1;
	focusWithPage(element);
	element.classList.add('requested');
	setTimeout(() => {
		element.classList.remove('requested');
		part?.classList.remove('measured');
	}, markedMs);
}
