import { fieldOf } from '../../src/base/field-of.ts';

/** A scroll position. Heights above it may differ when it is restored, so it also has the part of the page in the middle of the window. */
export interface ScrollPosition {
	readonly y: number;
	/** The key of the part; empty if there is none. */
	readonly part: string;
	/** The distance of the part from the top of the window. */
	readonly top: number;
}

export const atStart: ScrollPosition = { y: 0, part: '', top: 0 };

/**
 * Scrolls the page to an element, up to its `scroll-margin`. `scrollIntoView` would also scroll what VS Code has around the page, by some
 * pixels.
 */
export function scrollToElement(element: Element, block: 'start' | 'center' | 'end'): void {
	const { top, bottom } = element.getBoundingClientRect();
	const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element);
	const start = top - Number.parseFloat(scrollMarginTop);
	const end = bottom + Number.parseFloat(scrollMarginBottom) - innerHeight;
	scrollBy(0, { start, center: (start + end) / 2, end }[block]);
}

const intervalMs = 100;
const measuredMs = 100;

function currentPosition(): ScrollPosition {
	const middle = document.elementFromPoint(innerWidth / 3, innerHeight / 2);
	const part = middle?.closest<HTMLElement>('[data-part]');
	return {
		y: window.scrollY,
		part: part?.dataset.part ?? '',
		top: part ? part.getBoundingClientRect().top : 0,
	};
}

/** Reports the scroll position: at intervals while the user scrolls, and before the page unloads. */
export function watchScroll(didScroll: (to: ScrollPosition) => void): void {
	let isWaiting = false;
	const report = () => {
		isWaiting = false;
		didScroll(currentPosition());
	};
	addEventListener('pagehide', report);
	addEventListener('scroll', () => {
		if (isWaiting) return;
		isWaiting = true;
		setTimeout(report, intervalMs);
	});
}

/** Scrolls to a position that was reported. */
export function restoreScroll({ y, part, top }: ScrollPosition): void {
	const element =
		part === '' ? null : document.querySelector<HTMLElement>(`[data-part="${CSS.escape(part)}"]`);
	if (y === 0 || !element) {
		window.scrollTo(0, y);
		return;
	}
	// Because of `content-visibility`, the height of a part that is out of view is an estimate.
	element.classList.add('measured');
	window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - top);
	setTimeout(() => element.classList.remove('measured'), measuredMs);
}

/** Reads a position that was stored. */
export function readPosition(stored: unknown): ScrollPosition {
	const [y, part, top] = ['y', 'part', 'top'].map((name) => fieldOf(stored, name));
	if (typeof y !== 'number' || typeof part !== 'string' || typeof top !== 'number') return atStart;
	return { y, part, top };
}
