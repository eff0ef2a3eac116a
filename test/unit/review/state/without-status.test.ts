import assert from 'node:assert/strict';
import type { MailEntry } from '../../../../src/review/state/outbox-mail.ts';
import { outgoingMail } from '../../../../src/review/state/outgoing-mail.ts';
import { withoutStatus } from '../../../../src/review/state/without-status.ts';
import { aMail } from '../commands/a-mail.ts';

const account = { name: 'Ana', email: 'ana@example.org' };
const date = new Date('2026-11-01T10:00:00Z');
const outgoing = (status?: 'approved') => {
	const { from, to, raw } = outgoingMail(aMail(1), account, date, status);
	return { from, to: [...to], raw };
};

describe('A mail in the outbox that no longer sets a status', () => {
	const mail = { subject: 'Re: A', series: '', answered: 1, comments: [] };
	const entry: MailEntry = {
		...{ id: 'one', due: 0, origin: 'here', state: { kind: 'pending' } },
		key: { account: 'ana', owner: '~ana', list: 'devel', messageId: '<a@x>' },
		steps: [{ group: 'a', at: 0, change: { ...mail, outgoing: outgoing() } }],
	};

	it('is the same otherwise', () => {
		const status = { patchset: 12, change: { status: 'approved' } } as const;
		const change = { ...mail, outgoing: outgoing('approved'), status };
		assert.deepEqual(withoutStatus({ ...entry, steps: [{ group: 'a', at: 0, change }] }), entry);
	});
});
