import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import { findEarlierInThreads } from '../../../../../src/patches/model/series/find-earlier-versions.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { versionsOf } from '../../../../../src/patches/model/series/versions.ts';
import { mail, sent } from './mails.ts';

const first = sent('a', 'PATCH', ['A', 'One', 'Two', 'Three'], { baseCommit: 'c0ffee' });

function versions(mails: readonly SeriesMail[]) {
	const ancestors = new Ancestors(mails);
	const batches = batchesOf(mails, ancestors);
	return {
		ancestors,
		batches,
		found: versionsOf(batches, findEarlierInThreads(batches, ancestors), ancestors).versions,
	};
}

describe('A version', () => {
	it('is partial for the first hundred of them', () => {
		const again = Array.from({ length: 101 }, (_, at) =>
			mail(`b${at}`, `[PATCH v${at + 2} 2/3] Two`, { re: 'a.2', day: at + 2 }),
		);
		const { found } = versions([...first, ...again]);
		assert.deepEqual([found.length, found.filter(({ isPartial }) => isPartial).length], [102, 100]);
	});
});
