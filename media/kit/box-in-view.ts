import { caretOf } from './caret.ts';
import { watchUser } from './user-activity.ts';

/** The space below the line in which the user writes, in pixels. */
const gap = 4;

const bar = (): HTMLElement | null => document.querySelector('.bottom-bar');

const buttonsOf = (field: Element): Element | null =>
	field.closest('.composer, .edit')?.querySelector('.send-row') ?? null;

const measured = new WeakSet<Element>();

/** Whether the user has done nothing since the caret was shown. */
let isIdle = () => false;

/**
 * Observes what may hide a line by its size: the field, the buttons below it, and the bar at the bottom of the window; and the page, parts of
 * which may load.
 */
const sizes = new ResizeObserver((entries) => {
	// The user may have scrolled away from the field on purpose. One that gets the focus reports a size that has not changed.
	const isOfCaret = ({ target }: ResizeObserverEntry) =>
		target === bar() ? isCaretInView() : target !== document.body && measured.has(target);
	const mayScroll = isIdle() || entries.some(isOfCaret);
	keepRoomForBar();
	if (mayScroll) showCaret();
	for (const { target } of entries) measured.add(target);
});

/** The style sheet keeps what is scrolled into view above the bar. Each new value makes the browser lay out the page again, so without a bar there is none. */
function keepRoomForBar(): void {
	const { style } = document.body;
	const shown = bar();
	if (shown) style.setProperty('--bottom', `${shown.offsetHeight}px`);
	else style.removeProperty('--bottom');
}

function observe(): void {
	const field = document.activeElement?.matches('textarea') ? document.activeElement : null;
	for (const one of [bar(), ...(field ? [document.body, field, buttonsOf(field)] : [])])
		if (one) sizes.observe(one);
}

/**
 * Keeps the line in which the user writes, and the buttons of its box, between the strips at the top and the bar at the bottom of the window.
 * Returns a function to call after each drawing.
 */
export function keepBoxInView(): () => void {
	addEventListener('focusin', observe);
	addEventListener('resize', showCaret);
	// With the mouse, only after its button is released: if the page scrolled, the user would select something else.
	addEventListener('pointerup', () => setTimeout(showCaret));
	document.addEventListener('selectionchange', showCaret);
	return observe;
}

/** Whether the caret was between the strips and the bar, as high as that was when its size was last reported. */
function isCaretInView(): boolean {
	const field = document.activeElement;
	if (!(field instanceof HTMLTextAreaElement)) return false;
	const { top, bottom } = caretOf(field);
	const barHeight = Number.parseFloat(document.body.style.getPropertyValue('--bottom')) || 0;
	return bottom > topOf(field) && top < innerHeight - barHeight;
}

const topOf = (field: Element): number => Number.parseFloat(getComputedStyle(field).scrollMarginTop);

/** Scrolls to the caret of the field that has the focus. */
export function showCaret(): void {
	const field = document.activeElement;
	if (!(field instanceof HTMLTextAreaElement) || field.matches(':active')) return;
	isIdle = watchUser();
	const top = topOf(field);
	const bottom = innerHeight - (bar()?.offsetHeight ?? 0);
	const box = field.getBoundingClientRect();
	const buttons = buttonsOf(field)?.getBoundingClientRect() ?? new DOMRect(box.left, box.bottom);
	const isWhole = field.scrollHeight <= field.clientHeight;
	if (isWhole && box.top >= top && box.bottom <= buttons.top && buttons.bottom <= bottom) return;
	const caret = caretOf(field);
	const hidden = Math.max(caret.bottom + gap - box.bottom, Math.min(0, caret.top - gap - box.top));
	field.scrollTop += hidden;
	// Buttons that stick to the bottom of the window do so only once enough of their box is in view.
	const shownTo = Math.min(buttons.top, bottom - buttons.height);
	const covered = Math.max(0, buttons.bottom - bottom, caret.bottom - hidden + gap - shownTo);
	scrollBy(0, Math.min(covered, caret.top - hidden - top));
}
