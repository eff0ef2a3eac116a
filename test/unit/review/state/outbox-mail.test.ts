import assert from 'node:assert/strict';
import { withAdded } from '../../../../src/platform/state/outbox/queue.ts';
import { mailOutboxFormat, type OutboxMail } from '../../../../src/review/state/outbox-mail.ts';

const key = { account: 'ana', owner: '~ana', list: 'devel', messageId: '<1@x>' };
const mail: OutboxMail = {
	...{ subject: 'Re: a', series: '[]', answered: 1, comments: [] },
	outgoing: { from: 'ana@example.org', to: ['~ana/devel@lists.example.org'], raw: 'Subject: Re: a\n\nb\n' },
};
let count = 0;
const adding = { group: 'g', now: 0, due: 0, origin: 'o', createId: () => `${++count}` };

describe('A mail in the outbox', () => {
	it('is there once, and does not replace another mail to its list', () => {
		const one = withAdded(mailOutboxFormat, [], [{ key, change: mail }], adding);
		const same = withAdded(mailOutboxFormat, one, [{ key, change: mail }], adding);
		assert.equal(same.length, 1);
		const other = { key: { ...key, messageId: '<2@x>' }, change: mail };
		assert.equal(withAdded(mailOutboxFormat, same, [other], adding).length, 2);
	});
});
