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

describe('What is known of a file after several patches', () => {
	it('is nothing if a hunk is for other lines, for a place above the last one, or for one below the end', () => {
		const known = add(unknownFile, '@@ -1,2 +1,2 @@', ' a', '-b', '+c') ?? [];
		assert.equal(add(known, '@@ -1,2 +1,2 @@', ' a', '-b', '+d'), undefined);
		assert.equal(add(known, '@@ -9 +9 @@', '-a', '+b', '@@ -2 +2 @@', '-c', '+d'), undefined);
		assert.equal(add([], '@@ -5 +5 @@', '-a', '+b'), undefined);
	});
});
