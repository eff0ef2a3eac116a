import assert from 'node:assert/strict';

/** Fails if a text is empty, or shows a value that is missing. */
export function assertWords(text: string): void {
	assert.notEqual(text.trim(), '');
	assert.doesNotMatch(text, /undefined|NaN|Infinity|null/);
}
