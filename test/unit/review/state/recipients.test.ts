import assert from 'node:assert/strict';
import { copiedTo, missingCopies, withoutRecipients } from '../../../../src/review/state/recipients.ts';
import { aMail } from '../commands/a-mail.ts';

const [ana, bob, kim] = ['Ana', 'Bob', 'Kim'].map((name) => ({ name, email: `${name}@Example.org` }));
const mailTo = (number: number, ...cc: readonly (typeof ana)[]) => {
	const prepared = aMail(number);
	return { ...prepared, mail: { ...prepared.mail, cc: cc.filter((one) => one !== undefined) } };
};

describe('The recipients of mails', () => {
	it('are listed once, whatever the case of their addresses', () => {
		const other = { name: 'A.', email: 'ana@example.org' };
		assert.deepEqual(copiedTo([mailTo(1, ana, bob), mailTo(2, other, kim)]), [ana, bob, kim]);
	});

	it('are named if mail servers do not accept their addresses', () => {
		assert.equal(missingCopies(mailTo(1, ana)), '');
		assert.equal(
			missingCopies({ ...mailTo(1, ana), unreachable: ['a..b@x.org', 'é@x.org'] }),
			'no copy to a..b@x.org, é@x.org (not accepted by mail servers)',
		);
	});

	it('are left out of a mail', () => {
		const mails = [mailTo(1, ana, bob), mailTo(2, bob), mailTo(3, kim)];
		assert.deepEqual(
			mails.map((one) => withoutRecipients(one, new Set(['bob@example.org', 'kim@example.org'])).mail.cc),
			[[ana], [], []],
		);
	});
});
