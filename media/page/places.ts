/** The key of the timeline entry that contains an element. */
export const entryOf = (element: Element | null): string | undefined =>
	element?.closest<HTMLElement>('[data-entry]')?.dataset.entry;

export const comments = (): HTMLElement[] => [
	...document.querySelectorAll<HTMLElement>('.comment[data-entry]'),
];

/** Focuses an element and scrolls it into view. For a field, scrolls to the whole box as far as there is room. */
export function goTo(element: HTMLElement | null | undefined): void {
	element?.focus({ preventScroll: true });
	element?.closest('.composer')?.scrollIntoView({ block: 'nearest' });
	element?.scrollIntoView({ block: 'nearest' });
}

/** Focuses the next or the previous comment. */
export function step(by: 1 | -1): void {
	const all = comments();
	const index = all.findIndex((one) => one.contains(document.activeElement));
	goTo(index === -1 ? all.at(by === 1 ? 0 : -1) : (all[index + by] ?? all[index]));
}

/** Scrolls to the start of what is new. */
export function showChanges(): void {
	const fresh = document.querySelector<HTMLElement>('.since, .comment.unseen');
	goTo(fresh ?? [...document.querySelectorAll<HTMLElement>('.timeline > .event')].at(-1));
}
