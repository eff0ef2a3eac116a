import assert from 'node:assert/strict';
import { peopleByAddress } from '../../../../../src/patches/page/people/people-by-address.ts';
import { sentMail } from '../../../../kit/pages/readings.ts';

const listed = (
	more: Partial<Parameters<typeof peopleByAddress>[0] extends Iterable<infer T> ? T : never>,
) => ({
	subject: '[PATCH] Read ahead',
	sender: { canonical_name: '~bob', name: 'bob' },
	patchset: null,
	...more,
});
const trailers = [{ key: 'Reviewed-by' as const, name: 'Bob', email: 'Bob@work.example' }];
const mallory = { canonical_name: '~mallory', name: 'mallory' };
const patchset = { id: 7, submitter: 'Bob <BOB@example.org>' };

describe('The people that a page knows', () => {
	for (const [what, mails, read, expected] of [
		['the senders of patchsets', [listed({ patchset })], [], [['bob@example.org', '~bob']]],
		[
			'who has replied with a trailer',
			[listed({ subject: 'Re: [PATCH] Read ahead', trailers })],
			[],
			[['bob@work.example', '~bob']],
		],
		['not whom a patch names', [listed({ trailers })], [], []],
		[
			'no one if the sender has no account',
			[listed({ sender: null, patchset })],
			[sentMail({ id: 1, subject: 'A' })],
			[],
		],
		[
			'the senders of mails that were read',
			[],
			[sentMail({ id: 1, subject: 'A', account: '~ana', from: 'Ana <Ana@example.org>' })],
			[['ana@example.org', '~ana']],
		],
		[
			'not the address of a list that sends in the name of others',
			[],
			[sentMail({ id: 1, subject: 'A', account: '~ana', from: '"Ana via editor" <editor@example.org>' })],
			[],
		],
		[
			'not the address of a list in whose name a patchset was sent',
			[listed({ patchset: { id: 7, submitter: '"Bob via editor" <editor@example.org>' } })],
			[],
			[],
		],
		['no one if the sender has no address', [listed({ patchset: { id: 7, submitter: 'Bob' } })], [], []],
		[
			'no one if several accounts have the same address',
			[listed({ patchset }), listed({ patchset, sender: mallory }), listed({ patchset })],
			[],
			[],
		],
		[
			'no one if a mail that was read gives the address to another account',
			[listed({ patchset })],
			[sentMail({ id: 1, subject: 'A', account: '~mallory', from: 'Bob <bob@example.org>' })],
			[],
		],
	] as const)
		it(`are ${what}`, () => assert.deepEqual([...peopleByAddress(mails, read)], expected));
});
