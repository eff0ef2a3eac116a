import type { Suggestion } from '../../src/protocol/ticket.ts';

/** What is being typed before the caret that can be completed: `#12`, `~an`. */
interface Begun {
	readonly prefix: '#' | '~';
	readonly word: string;
	readonly start: number;
}

export function begun({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Begun | undefined {
	if (selectionStart !== selectionEnd) return undefined;
	const before = value.slice(Math.max(0, selectionStart - 100), selectionStart);
	const [all, sign, word = ''] = /(?<![\p{L}\p{N}_/#~.-])([#~])([\p{L}\p{N}_.-]{0,60})$/u.exec(before) ?? [];
	if (all === undefined) return undefined;
	return { prefix: sign === '#' ? '#' : '~', word, start: selectionStart - all.length };
}

/** Writes as a person would, so that the field's own undo takes it back. */
export function write(
	field: HTMLTextAreaElement | HTMLInputElement,
	words: string,
	start: number,
	end: number,
) {
	field.focus();
	field.setSelectionRange(start, end);
	if (document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) return;
	field.setRangeText(words, start, end, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}

export function take(field: HTMLTextAreaElement, { insert }: Suggestion): void {
	const open = begun(field);
	if (open) write(field, `${insert} `, open.start, field.selectionStart);
}
