import assert from 'node:assert/strict';
import { filesOfDocument, patchesOfDocument } from '../../../../src/review/model/document-patches.ts';

describe('The patches of a document of a diff editor', () => {
	it('are those whose lines it shows', () => {
		const list = { account: 'one', owner: '~ana', list: 'devel' };
		const file = (mail: number) => ({ ...list, mail, patch: 0, file: 0 });
		const [one, two] = [file(1), file(2)];
		for (const [document, files] of [
			[{ kind: 'file', side: 'old', file: one } as const, [one]],
			[{ kind: 'net', side: 'new', changes: [one, two] } as const, [one, two]],
			[{ kind: 'version', side: 'old', old: one, new: two } as const, [one]],
			[{ kind: 'version', side: 'new', old: one, new: undefined } as const, [one]],
		] as const) {
			assert.deepEqual(filesOfDocument(document), files);
			assert.deepEqual(patchesOfDocument(document), files);
		}
		assert.deepEqual(filesOfDocument({ kind: 'message', patch: one }), []);
		assert.deepEqual(patchesOfDocument({ kind: 'message', patch: one }), [one]);
	});
});
