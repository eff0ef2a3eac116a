import type { Icon } from '../../src/platform/model/icon.ts';
import { type Child, h, type VirtualElement } from './draw.ts';
import { icon } from './page-elements.ts';

/** A button that shows further ones below it. */
export const menu = (name: string, ...items: readonly Child[]): VirtualElement =>
	h(
		'details',
		{ key: name, class: 'menu' },
		h('summary', { class: 'icon-button', 'aria-label': name, 'data-tip': name }, icon('ellipsis')),
		h('div', { class: 'menu-items' }, ...items),
	);

export const menuItem = (
	glyph: Icon | null,
	label: string,
	attributes: VirtualElement['attributes'],
): VirtualElement =>
	h(
		'button',
		{ class: 'menu-item', type: 'button', ...attributes },
		glyph && icon(glyph),
		h('span', {}, label),
	);

const summaryOf = (shown: HTMLElement) => shown.querySelector('summary');

/** Closes a menu. The focus is not lost with its buttons. */
function close(shown: HTMLElement): void {
	const hadFocus = shown.contains(document.activeElement);
	shown.removeAttribute('open');
	if (hadFocus) summaryOf(shown)?.focus({ preventScroll: true });
}

/** Closes menus when the user has chosen something in them, or clicks elsewhere. */
export function startMenus(): void {
	addEventListener('click', ({ target }) => {
		for (const shown of document.querySelectorAll<HTMLElement>('.menu[open]'))
			if (!(target instanceof Node && summaryOf(shown)?.contains(target))) close(shown);
	});
}

/** Handles a key that is pressed without modifier keys in a menu. Returns whether it did. */
export function handleMenuKey(key: string, at: Element | null): boolean {
	const shown = at?.closest<HTMLElement>('.menu[open]');
	const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
	if (!shown || (step === 0 && key !== 'Escape')) return false;
	const all = [...shown.querySelectorAll<HTMLElement>('summary, button')];
	if (step === 0) close(shown);
	else all[all.findIndex((one) => one.matches(':focus')) + step]?.focus();
	return true;
}
