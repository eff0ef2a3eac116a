import assert from 'node:assert/strict';
import type { DiffDocument } from '../../../../../src/patches/model/side-texts/document-address.ts';
import { newestMail, repliesIn } from '../../../../../src/review/page/diff-editor/document-replies.ts';
import { aSeries } from '../../../../kit/pages/a-series.ts';

const file = (mail: number, patch = 0) => ({
	...{ account: 'one', owner: '~ana', list: 'editor-devel', mail, patch, file: 0 },
});
const fileDocument = (mail: number, patch?: number): DiffDocument => ({
	...{ kind: 'file', side: 'new', file: file(mail, patch) },
});

describe('The replies to the patches of a series', () => {
	it('are found by the files and patches that a document shows', () => {
		const replies = repliesIn(aSeries().reading);
		assert.deepEqual(
			replies.ofFile(file(2)).map(({ parts }) => parts.map(({ mail }) => mail)),
			[[4, 5]],
		);
		assert.deepEqual(replies.ofPatch(file(2)), []);
		const documents: readonly [DiffDocument, boolean][] = [
			[fileDocument(2), true],
			[fileDocument(2, 1), false],
			[fileDocument(3), false],
			[{ kind: 'net', side: 'old', changes: [file(3), file(2)] }, true],
			[{ kind: 'version', side: 'old', old: file(2), new: file(3) }, true],
			[{ kind: 'version', side: 'new', old: file(2), new: file(3) }, false],
			[{ kind: 'message', patch: file(2) }, false],
		];
		for (const [document, isAbout] of documents) assert.equal(replies.isAbout(document), isAbout);
	});
});

describe('The mail whose version a document shows', () => {
	it('is the newest of those that it shows', () => {
		const documents: readonly [DiffDocument, number][] = [
			[fileDocument(2), 2],
			[{ kind: 'message', patch: file(5) }, 5],
			[{ kind: 'net', side: 'old', changes: [file(3), file(9), file(2)] }, 9],
			[{ kind: 'version', side: 'old', old: file(2), new: file(3) }, 2],
			[{ kind: 'version', side: 'new', old: file(2), new: undefined }, 2],
		];
		for (const [document, mail] of documents) assert.equal(newestMail(document).mail, mail);
	});
});
