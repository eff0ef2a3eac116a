/** The styles that determine where a field breaks its lines. */
const lineBreakStyles = [
	'box-sizing',
	'width',
	'padding',
	'border-width',
	'border-style',
	'font',
	'letter-spacing',
	'word-spacing',
	'text-indent',
	'text-transform',
	'tab-size',
	'line-height',
	'direction',
	'overflow-y',
	'scrollbar-gutter',
];

interface Caret {
	readonly left: number;
	readonly top: number;
	readonly bottom: number;
}

/**
 * The position of the caret in the window. The browser has no API for it, so it is measured in a copy of the field with the same line
 * breaks.
 */
export function caretOf(field: HTMLTextAreaElement): Caret {
	const copy = document.createElement('div');
	const style = getComputedStyle(field);
	for (const name of lineBreakStyles) copy.style.setProperty(name, style.getPropertyValue(name));
	// Fixed, so that the page does not get longer for a moment, which would scroll it at its end.
	copy.style.cssText +=
		'position: fixed; top: 0; visibility: hidden; white-space: pre-wrap; overflow-wrap: break-word';
	copy.style.height = `${field.offsetHeight}px`;
	const marker = document.createElement('span');
	const { value, selectionStart } = field;
	// Without the space at the end, which has no width, an empty last line would be left out.
	copy.append(value.slice(0, selectionStart), marker, value.slice(selectionStart), '\u200b');
	document.body.append(copy);
	const { left, top } = field.getBoundingClientRect();
	const caret = {
		left: left + marker.offsetLeft,
		top: top + marker.offsetTop - field.scrollTop,
		bottom: top + marker.offsetTop + marker.offsetHeight - field.scrollTop,
	};
	copy.remove();
	return caret;
}

const gap = 4;

/**
 * Puts a list below the caret, or above it if it does not fit below and there is more room above. Shortens it to fit into the window.
 */
export function putAtCaret(list: HTMLElement, field: HTMLTextAreaElement): void {
	const caret = caretOf(field);
	const box = (list.offsetParent ?? document.body).getBoundingClientRect();
	list.style.maxHeight = '';
	const fullHeight = list.offsetHeight;
	const below = innerHeight - caret.bottom - 2 * gap;
	const above = caret.top - 2 * gap;
	const isBelow = fullHeight <= below || below >= above;
	const height = Math.min(fullHeight, isBelow ? below : above);
	list.style.maxHeight = `${height}px`;
	list.style.top = `${(isBelow ? caret.bottom + gap : caret.top - gap - height) - box.top}px`;
	list.style.left = `${Math.max(0, Math.min(caret.left - box.left, box.width - list.offsetWidth))}px`;
}
