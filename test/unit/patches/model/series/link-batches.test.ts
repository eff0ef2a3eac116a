import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import { findEarlierInThreads } from '../../../../../src/patches/model/series/find-earlier-versions.ts';
import { linkBatches } from '../../../../../src/patches/model/series/link-batches.ts';
import { mail } from './mails.ts';

describe('Batches', () => {
	it('are linked by change-id, title, thread and patches, each only with what belongs to it', () => {
		const mails = [
			mail('change1', '[PATCH] A', { changeId: 'x' }),
			mail('change2', '[PATCH v2] B', { changeId: 'x' }),
			mail('title1', '[PATCH] C'),
			mail('title2', '[PATCH v2] C', { re: 'other' }),
			mail('thread1', '[PATCH] D'),
			mail('thread2', '[PATCH v2] E', { re: 'thread1' }),
			mail('patch1', '[PATCH] F'),
			mail('patch2', '[PATCH v2 1/1] F', { re: 'cover2' }),
			mail('cover2', '[PATCH v2 0/1] G'),
			mail('other', '[PATCH] H'),
		];
		const ancestors = new Ancestors(mails);
		const batches = batchesOf(mails, ancestors);
		const groups = linkBatches(batches, [], findEarlierInThreads(batches, ancestors));
		assert.deepEqual(
			groups.map((group) => group.map(({ lead }) => lead?.messageId).join(' ')),
			['<change1> <change2>', '<title1> <title2>', '<thread1> <thread2>', '<patch1> <cover2>', '<other>'],
		);
	});
});
