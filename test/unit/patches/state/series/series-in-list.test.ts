import assert from 'node:assert/strict';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import type { FullMail } from '../../../../../src/patches/model/series/mails/full-mail.ts';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { seriesInList } from '../../../../../src/patches/state/series/series-in-list.ts';
import type { SeriesKey } from '../../../../../src/platform/model/keys.ts';
import { listedMail } from '../lists/listed-mails.ts';

const list = { account: 'ana', owner: '~ana', list: 'devel' };
const ofMail = (mail: number): SeriesKey => ({ ...list, mail });
const sender = { canonical_name: '~ana', name: 'Ana' };

/** Finds a series in mails. */
function knownIn(
	key: SeriesKey,
	mails: readonly MailSummary[],
	{
		texts = [],
		patchsets = [],
	}: { readonly texts?: readonly FullMail[]; readonly patchsets?: readonly Patchset[] } = {},
) {
	const known = {
		mails: new Map(mails.map((mail) => [mail.id, mail])),
		patchsets: new Map(patchsets.map((patchset) => [patchset.id, patchset])),
	};
	const threads = findThreads(known.mails, known.patchsets);
	return seriesInList(key, { ...known, threads }, new Map(texts.map((text) => [text.id, text])));
}

/** What is found, in short. */
function find(...input: Parameters<typeof knownIn>) {
	const found = knownIn(...input);
	return (
		found && {
			title: found.chain?.title,
			version: found.version?.version,
			patches: found.version?.patches.map(({ mail }) => mail.id),
			mails: found.mails.map(({ id }) => id),
			roots: found.roots,
		}
	);
}

const mail = (id: number, subject: string, parent: number | null = null, thread = parent) =>
	listedMail(id, { subject, parent, thread, sender });

describe('The series of a key', () => {
	it('has the mails of its version only, and those that a partial version inherits', () => {
		const mails = [
			mail(1, '[PATCH 0/2] Both'),
			mail(2, '[PATCH 1/2] One', 1),
			mail(3, '[PATCH 2/2] Two', 1),
			mail(4, 'Re: [PATCH 1/2] One', 2, 1),
			mail(5, 'Re: [PATCH 2/2] Two', 3, 1),
			mail(6, '[PATCH v2 2/2] Two', 5, 1),
			mail(7, 'Re: [PATCH v2 2/2] Two', 6, 1),
		];
		assert.deepEqual(find(ofMail(4), mails)?.mails, [1, 2, 3, 4, 5]);
		const { version, patches, mails: shown } = find(ofMail(7), mails) ?? {};
		assert.deepEqual([version, patches, shown], [2, [2, 6], [1, 2, 4, 6, 7]]);
	});

	it('names newer patches of its thread whose sender is not known and may be that of the series', () => {
		const inThread = { parent: 1, thread: 1 };
		const patchset = { id: 7, submitter: 'Ana <ana@example.org>' };
		const others = { id: 8, submitter: 'Eve <eve@example.org>' };
		const mails = [
			listedMail(1, { subject: '[PATCH 1/2] One', patchset }),
			listedMail(2, { subject: '[PATCH 2/2] Two', patchset, ...inThread }),
			// With a patchset of another person, the thread does not tell who has sent the others.
			listedMail(3, { subject: '[PATCH] Two, otherwise', patchset: others, ...inThread }),
			listedMail(4, { subject: '[PATCH v2 2/2] Two', ...inThread }),
			listedMail(5, { subject: '[PATCH v2 2/3] Two', ...inThread }),
			listedMail(6, { subject: '[PATCH 2/2] Two', ...inThread }),
			listedMail(7, { subject: '[PATCH v2 2/2] Two' }),
		];
		const newer = (known: readonly MailSummary[]) => knownIn(ofMail(1), known)?.newerPatches;
		assert.deepEqual(newer(mails), ['2/2']);
		const from = { name: 'Eve', email: 'eve@example.org' };
		assert.deepEqual(newer(mails.map((one) => (one.id === 4 ? { ...one, from } : one))), []);
		const own = { name: 'Ana', email: 'ana@example.org' };
		assert.deepEqual(newer(mails.map((one) => (one.id === 4 ? { ...one, from: own } : one))), []);
	});

	it('has a mail that was received twice once', () => {
		const copy = { ...mail(2, '[PATCH] One', null, 1), messageId: '<1@example.org>' };
		assert.deepEqual(find(ofMail(1), [mail(1, '[PATCH] One'), copy])?.mails, [1]);
	});

	it('ends in a thread whose mails reply to each other in a circle', () => {
		const mails = [mail(1, 'Re: a', 2, 9), mail(2, 'Re: b', 1, 9), mail(3, 'Re: c', 3, 3)];
		assert.deepEqual(find(ofMail(1), mails)?.mails, [1, 2]);
		assert.deepEqual(find(ofMail(3), mails)?.mails, [3]);
	});

	it('is found in time however deep and large its thread is', () => {
		const mails = Array.from({ length: 5000 }, (_, index) =>
			index === 0 ? mail(1, '[PATCH] One') : mail(index + 1, 'Re: [PATCH] One', index, 1),
		);
		assert.equal(find(ofMail(5000), mails)?.mails.length, 5000);
	});
});
