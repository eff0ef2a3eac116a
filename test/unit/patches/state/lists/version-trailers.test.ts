import assert from 'node:assert/strict';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { trailersOfVersion } from '../../../../../src/patches/state/lists/version-trailers.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { listedMail } from './listed-mails.ts';

type Trailers = NonNullable<MailSummary['trailers']>;
const by = (name: string, key: Trailers[number]['key'] = 'Reviewed-by'): Trailers => [
	{ key, name, email: `${name.toLowerCase()}@example.org` },
];
const to = (parent: number) => ({ parent, thread: 1 });
const version = [
	listedMail(1, { subject: '[PATCH 0/2] Undo' }),
	listedMail(2, { subject: '[PATCH 1/2] one', ...to(1) }),
	listedMail(3, { subject: '[PATCH 2/2] two', ...to(1) }),
];

function drawn(...more: readonly MailSummary[]) {
	const mails = new Map([...version, ...more].map((mail) => [mail.id, mail]));
	const [series = assert.fail()] = findThreads(mails, new Map()).series;
	assert.deepEqual(trailersOfVersion(series.newest, [...mails.values()]), series.trailers);
	return series.trailers.map(
		({ key, person, patches }) => `${key}: ${person.name} for ${patches.join(', ') || 'all'}`,
	);
}

describe('The trailers of a listed series', () => {
	it('are none if no mail was read', () => {
		assert.deepEqual(drawn(listedMail(4, { subject: 'Re: [PATCH 1/2] one', ...to(2) })), []);
	});

	it('are for the patch that is answered, or for all if that is the cover letter', () => {
		assert.deepEqual(
			drawn(
				listedMail(4, { subject: 'Re: [PATCH 2/2] two', ...to(3), trailers: by('Bob') }),
				listedMail(5, { subject: 'Re: [PATCH 0/2] Undo', ...to(1) }),
				listedMail(6, { subject: 'Re: [PATCH 0/2] Undo', ...to(5), trailers: by('Cid', 'Acked-by') }),
			),
			['Reviewed-by: Bob for 2', 'Acked-by: Cid for all'],
		);
	});

	it('are those of one person together, with those in the messages of patches', () => {
		const [, patch = assert.fail()] = version;
		assert.deepEqual(
			drawn(
				{ ...patch, trailers: [...by('Bob'), ...by('Cid')] },
				listedMail(4, { subject: 'Re: [PATCH 2/2] two', ...to(3), trailers: by('Bob') }),
			),
			['Reviewed-by: Bob for all', 'Reviewed-by: Cid for 1'],
		);
	});

	it('are not those that an earlier version was given', () => {
		const second = { subject: '[PATCH v2] Undo', parent: null, thread: null };
		assert.deepEqual(
			drawn(
				listedMail(4, { subject: 'Re: [PATCH 0/2] Undo', ...to(1), trailers: by('Bob') }),
				listedMail(5, second),
				listedMail(6, { subject: 'Re: [PATCH v2] Undo', parent: 5, thread: 5, trailers: by('Cid') }),
			),
			['Reviewed-by: Cid for all'],
		);
	});
});
