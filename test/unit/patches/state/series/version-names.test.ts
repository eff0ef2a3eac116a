import assert from 'node:assert/strict';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { versionNames } from '../../../../../src/patches/state/series/version-names.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail } from '../lists/listed-mails.ts';

const sender = { canonical_name: '~bob', name: 'bob' };
const submitter = 'Bob <bob@mail.test>';
const patch = (id: number, version: number, patchset?: number) =>
	listedMail(id, {
		...{ subject: `[PATCH v${version}] Undo`, sender },
		patchset: patchset === undefined ? null : { id: patchset, submitter },
	});

const namesOf = (mails: readonly MailSummary[], patchsets: readonly number[]) => {
	const { series } = findThreads(
		new Map(mails.map((one) => [one.id, one])),
		new Map(patchsets.map((id) => [id, patchsetOf(id, { subject: 'Undo', version: id })])),
	);
	return series.map(({ chain }) => versionNames(chain));
};

describe('The names of the versions of a series', () => {
	it('are those of patchsets and first mails, so that one of them stays when more becomes known', () => {
		const before = namesOf([patch(10, 1)], []);
		const after = namesOf([patch(10, 1, 1), patch(20, 2, 2)], [1, 2]);
		assert.deepEqual(before, [['mail 10']]);
		assert.deepEqual(after, [['patchset 1', 'mail 10', 'patchset 2', 'mail 20']]);
	});

	it('of many versions are those of the first one and of the last nine', () => {
		const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
		const [names = []] = namesOf(
			numbers.map((nth) => patch(nth * 10, nth, nth)),
			numbers,
		);
		assert.deepEqual(
			names.filter((name) => name.startsWith('patchset')),
			[1, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((nth) => `patchset ${nth}`),
		);
	});
});
