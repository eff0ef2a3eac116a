import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { ThreadIndex } from '../../../../../src/patches/state/lists/thread-index.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { patchsetOf } from '../a-patchset.ts';
import { anEmail } from '../an-email.ts';
import { listedMail } from './listed-mails.ts';

const bob = { canonical_name: '~bob', name: 'bob' };
const ana = { canonical_name: '~ana', name: 'Ana' };
const submitter = fc.constantFrom(
	null,
	'Bob <bob@example.org>',
	'Bob <bob@work.test>',
	'Ana <ana@example.org>',
);
const title = fc.constantFrom('Add a', 'add A', 'Add b', 'Add c (was: Add b)', 'Add c', '');
const anyId = fc.integer({ min: 1, max: 12 });
const maybeId = fc.option(anyId);
const prefixes = [
	'[PATCH] ',
	'[PATCH v2] ',
	'[PATCH 0/2] ',
	'[PATCH 1/2] ',
	'[PATCH 2/2] ',
	'[PATCH v2 1/2] ',
];
const anyMail = fc
	.record({
		id: anyId,
		date: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-05T00:00:00Z', '2026-03-01T00:00:00Z'),
		subject: fc.tuple(
			fc.constantFrom(...prefixes, '[PATCH v2 2/2] ', '[RFC PATCH] ', '[PATCH x 1/3] ', '', 'Re: [PATCH] '),
			title,
		),
		named: anyId,
		...{ parent: maybeId, thread: maybeId },
		sender: fc.constantFrom(null, bob, ana),
		submitter: fc.option(submitter),
		from: fc.constantFrom({}, {}, { from: { name: 'Bob', email: 'bob@example.org' } }),
		isPull: fc.constantFrom(false, false, false, true),
	})
	.map(({ id, date, subject, named, parent, thread, sender, submitter, from, isPull }) =>
		listedMail(id, {
			...from,
			...{ created: date, subject: subject.join(''), parent, thread, sender, isPull },
			messageId: `<${named === 12 ? 1 : id}@example.org>`,
			patchset: submitter === null ? null : { id, submitter },
		}),
	);
const anyPatchset = fc
	.record({
		id: anyId,
		subject: title,
		version: fc.constantFrom(1, 2),
		...{ submitter, mail: maybeId, cover: maybeId, next: maybeId },
	})
	.map(({ id, subject, version, submitter, mail, cover, next }) =>
		patchsetOf(id, {
			...{ subject, version, submitter, message_id: mail === null ? null : `<${mail}@example.org>` },
			cover_letter: cover === null ? null : anEmail(cover, { message_id: `<${cover}@example.org>` }),
			superseded_by: next === null ? null : patchsetOf(next),
		}),
	);
const anyChange = fc.oneof(
	fc.record({ mail: anyMail }),
	fc.record({ patchset: anyPatchset }),
	fc.record({ goneMail: anyId }),
	fc.record({ gonePatchset: anyId }),
);

describe('The series and discussions in a list', () => {
	function found() {
		const mails = new Map<number, MailSummary>();
		const patchsets = new Map(
			[1, 2].map((id) => [id, patchsetOf(id, { message_id: `<${id}@example.org>` })]),
		);
		for (const mail of [
			listedMail(1, { subject: '[PATCH] Change 1' }),
			listedMail(2, { subject: '[PATCH] Change 2' }),
			listedMail(3, { subject: 'Re: [PATCH] Change 1', parent: 1, thread: 1 }),
			listedMail(4, { subject: 'Plans' }),
		])
			mails.set(mail.id, mail);
		const threads = new ThreadIndex();
		return { mails, patchsets, threads: () => threads.of(mails, patchsets) };
	}
	const seriesNamed = ({ series }: ReturnType<ReturnType<typeof found>['threads']>, title: string) =>
		series.find(({ chain }) => chain.title === title) ?? assert.fail(title);

	it('are listed again only where a status or a trailer has changed', () => {
		const { mails, patchsets, threads } = found();
		const before = threads();
		patchsets.set(1, patchsetOf(1, { message_id: '<1@example.org>', status: 'applied' }));
		assert.equal(seriesNamed(threads(), 'Change 1').status, 'applied');
		const trailers = [{ key: 'Acked-by', name: 'Bob', email: 'bob@example.org' }] as const;
		mails.set(3, { ...(mails.get(3) ?? assert.fail()), trailers: [...trailers] });
		const after = threads();
		assert.deepEqual(after, findThreads(mails, patchsets));
		assert.equal(seriesNamed(after, 'Change 1').trailers.length, 1);
		assert.equal(seriesNamed(after, 'Change 1').chain, seriesNamed(before, 'Change 1').chain);
		assert.equal(seriesNamed(after, 'Change 2'), seriesNamed(before, 'Change 2'));
	});

	it('are those of all mails and patchsets, whatever has changed one after the other', () => {
		// By chance, a list seldom begins with a single mail that has only its Message-ID in common with others.
		const reply = listedMail(1, { subject: 'Re: [PATCH] Add a' });
		const ofBob = (id: number) => ({ patchset: { id, submitter: 'Bob <bob@work.test>' } });
		const patch = listedMail(2, { subject: '[PATCH] Add a', thread: 1, ...ofBob(2) });
		const copy = listedMail(3, { subject: '[RFC PATCH] Add c', messageId: reply.messageId, ...ofBob(3) });
		fc.assert(
			fc.property(
				fc.array(fc.array(anyChange, { minLength: 1, maxLength: 8 }), { maxLength: 12 }),
				(steps) => {
					const mails = new Map<number, MailSummary>();
					const patchsets = new Map<number, Patchset>();
					const threads = new ThreadIndex();
					for (const changes of steps) {
						for (const change of changes) {
							if ('mail' in change) mails.set(change.mail.id, change.mail);
							else if ('patchset' in change) patchsets.set(change.patchset.id, change.patchset);
							else if ('goneMail' in change) mails.delete(change.goneMail);
							else patchsets.delete(change.gonePatchset);
						}
						assert.deepEqual(threads.of(mails, patchsets), findThreads(mails, patchsets));
					}
				},
			),
			{ examples: [[[[{ mail: reply }], [{ mail: patch }, { mail: copy }]]]] },
		);
	});
});
