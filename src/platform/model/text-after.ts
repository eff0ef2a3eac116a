/**
 * The text that was added after `sent`; empty if it is blank. Returns `now` unchanged if the sent part was edited, or its last word
 * continued.
 */
export function textAfter(sent: string, now: string): string {
	if (now.trim() === '') return '';
	const before = sent.trimEnd();
	const added = now.slice(before.length);
	const isWordContinued = /[\p{Script=Latin}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(added);
	if (before === '' || !now.startsWith(before) || isWordContinued) return now;
	// Drop the blank lines or the spaces that follow the sent text. The first new line keeps its indentation.
	return /^\s*$/.test(added) ? '' : added.replace(/^(?:[^\S\n]*\n)+|^[^\S\n]+/, '');
}
