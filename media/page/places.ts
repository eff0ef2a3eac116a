/** The entry that something on the page belongs to. */
export const entryOf = (element: Element | null): string | undefined =>
	element?.closest<HTMLElement>('[data-entry]')?.dataset.entry;

export const comments = (): HTMLElement[] => [
	...document.querySelectorAll<HTMLElement>('.comment[data-entry]'),
];

/** What belongs to a field comes into view with it, as far as there is room. */
export function goTo(element: HTMLElement | null | undefined): void {
	element?.focus({ preventScroll: true });
	element?.closest('.composer')?.scrollIntoView({ block: 'nearest' });
	element?.scrollIntoView({ block: 'nearest' });
}

export function step(by: 1 | -1): void {
	const all = comments();
	const at = all.findIndex((one) => one.contains(document.activeElement));
	goTo(at === -1 ? all.at(by === 1 ? 0 : -1) : (all[at + by] ?? all[at]));
}

/** Where what is new begins. */
export function showChanges(): void {
	const fresh = document.querySelector<HTMLElement>('.since, .comment.unseen');
	goTo(fresh ?? [...document.querySelectorAll<HTMLElement>('.timeline > .event')].at(-1));
}
