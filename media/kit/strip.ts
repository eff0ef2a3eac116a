import { type Child, h, type VirtualElement } from './draw.ts';
import { focusWithPage } from './focus.ts';
import { hasLetterKeys } from './keys.ts';

/** The bar that replaces the title once it has scrolled out of view. It takes no room, so nothing moves when it appears. */
export const strip = (...children: readonly Child[]): VirtualElement =>
	h('section', { key: 'strip', class: 'strip', 'aria-label': 'Summary' }, h('div', {}, ...children));

/** The title in the strip, which leads back to the beginning of the page. `tip` is the whole title: there may be no room for it. */
export const stripTitle = (tip: string, ...children: readonly Child[]): VirtualElement =>
	h(
		'button',
		{
			class: 'title',
			type: 'button',
			'data-do': 'show-start',
			'aria-keyshortcuts': hasLetterKeys() ? 'g' : null,
			title: tip,
		},
		...children,
	);

/** Shows the strip while the title is above the visible part of the page. */
export class StripVisibility {
	#title: Element | null = null;
	readonly #observer = new IntersectionObserver((all) => {
		const latest = all.at(-1);
		if (latest) show(!latest.isIntersecting && latest.boundingClientRect.top < 0);
	});

	/** Call after each drawing. */
	didDraw(): void {
		const title = document.querySelector('h1');
		if (title === this.#title) return;
		this.#observer.disconnect();
		this.#title = title;
		if (title) this.#observer.observe(title);
	}
}

function show(isShown: boolean): void {
	const bar = document.querySelector('.strip');
	const title = document.querySelector('h1');
	// A hidden element loses the focus.
	if (!isShown && title && bar?.contains(document.activeElement)) focusWithPage(title);
	bar?.classList.toggle('is-shown', isShown);
}
