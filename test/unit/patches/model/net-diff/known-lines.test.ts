import assert from 'node:assert/strict';
import {
	addHunks,
	type KnownLines,
	unknownFile,
} from '../../../../../src/patches/model/net-diff/known-lines.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

const add = (known: KnownLines, ...lines: readonly string[]) => {
	const { source, files } = parsed(edited() + text(...lines));
	return addHunks(known, source, files[0]?.hunks ?? []);
};
const signs = { old: '-', new: '+', both: ' ' };
const shown = (known: KnownLines | undefined) =>
	known?.map((part) => ('unknown' in part ? part.unknown : signs[part.side] + part.text));

describe('What is known of a file after several patches', () => {
	it('are the lines of the hunks, and how many lines are between them', () => {
		const once = add(unknownFile, '@@ -3,2 +3,3 @@', ' c', '+new', ' d');
		assert.deepEqual(shown(once), [2, ' c', '+new', ' d', Number.POSITIVE_INFINITY]);
		const twice = add(once ?? [], '@@ -1,2 +1 @@', '-a', ' b', '@@ -4,2 +3,2 @@', '-new', '+newer', ' d');
		assert.deepEqual(shown(twice), ['-a', ' b', ' c', '+newer', ' d', Number.POSITIVE_INFINITY]);
	});

	it('is nothing if a hunk is for other lines, for a place above the last one, or for one below the end', () => {
		const known = add(unknownFile, '@@ -1,2 +1,2 @@', ' a', '-b', '+c') ?? [];
		assert.equal(add(known, '@@ -1,2 +1,2 @@', ' a', '-b', '+d'), undefined);
		assert.equal(add(known, '@@ -9 +9 @@', '-a', '+b', '@@ -2 +2 @@', '-c', '+d'), undefined);
		assert.equal(add([], '@@ -5 +5 @@', '-a', '+b'), undefined);
	});
});
