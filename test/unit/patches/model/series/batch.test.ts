import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchOf } from '../../../../../src/patches/model/series/batch.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail } from './mails.ts';

const batch = (mails: readonly SeriesMail[]) => batchOf(mails, new Ancestors(mails));

describe('A batch', () => {
	it('has the trailers of any of its mails', () => {
		const { changeId, baseCommit } = batch([
			mail('a', '[PATCH 0/1] A', { changeId: 'x' }),
			mail('b', '[PATCH 1/1] B', { baseCommit: 'y' }),
		]);
		assert.deepEqual([changeId, baseCommit], ['x', 'y']);
	});
});
