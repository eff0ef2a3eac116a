import { focusWithPage } from './focus.ts';
import { scrollToElement } from './scroll.ts';

/** The key of the comment that contains an element. */
export const entryOf = (element: Element | null): string | undefined =>
	element?.closest<HTMLElement>('.comment[data-entry]')?.dataset.entry;

export const comments = (): HTMLElement[] => [
	...document.querySelectorAll<HTMLElement>('.comment[data-entry]'),
];

/** Focuses an element and scrolls it into view. For a field, scrolls to the whole box as far as there is room. */
export function goTo(element: HTMLElement | null | undefined): void {
	element?.focus({ preventScroll: true });
	element?.closest('.composer')?.scrollIntoView({ block: 'nearest' });
	element?.scrollIntoView({ block: 'nearest' });
}

/** Focuses the comment after or before the element that has the focus. Outside of the timeline, that is the first or the last comment. */
export const stepToComment = (by: 1 | -1): void => goTo(commentFrom(document.activeElement, by));

function commentFrom(from: Element | null, by: 1 | -1): HTMLElement | undefined {
	const all = comments();
	const index = all.findIndex((one) => one.contains(from));
	if (index !== -1) return all[index + by] ?? all[index];
	if (!from?.closest('.timeline')) return all.at(by === 1 ? 0 : -1);
	const isAfter = (one: HTMLElement) =>
		(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
	return by === 1 ? all.find(isAfter) : all.findLast((one) => !isAfter(one));
}

/**
 * Scrolls to the line above what is new or to the first new comment, or else to the last event, and focuses it. The style sheet's
 * `scroll-margin` keeps it from being hidden by the bar at the top.
 */
export function showUnseen(): void {
	const firstUnseen = document.querySelector<HTMLElement>('.since, .comment.unseen');
	const target = firstUnseen ?? [...document.querySelectorAll<HTMLElement>('.timeline > .event')].at(-1);
	if (!target) return;
	focusWithPage(target);
	scrollToElement(target, 'start');
}

export function showStart(): void {
	const title = document.querySelector('h1');
	if (title) focusWithPage(title);
	scrollTo(0, 0);
}

/** Focuses the last comment, or the line above what is new if that is further down, and shows the end of the page. */
export function showEnd(): void {
	const last = [...document.querySelectorAll<HTMLElement>('.comment[data-entry], .since')].at(-1);
	last?.focus({ preventScroll: true });
	scrollTo(0, document.documentElement.scrollHeight);
}

/** Handles a key that is pressed without modifier keys on a button of a toolbar. Returns whether it did. */
export function handleToolbarKey(key: string, at: Element | null): boolean {
	const bar = at?.closest('[role=toolbar]');
	const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
	if (!bar || step === 0) return false;
	const buttons = [...bar.querySelectorAll<HTMLElement>('button')];
	buttons[buttons.findIndex((button) => button.matches(':focus')) + step]?.focus();
	return true;
}
