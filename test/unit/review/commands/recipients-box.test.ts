import assert from 'node:assert/strict';
import { answerWith, choose, made } from '../../../kit/window/editor.ts';
import { aMail } from './a-mail.ts';

const { askForRecipients, copiedTo, withoutRecipients } = await import(
	'../../../../src/review/commands/recipients-box.ts'
);

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

	it('are named and get nothing if mail servers do not accept their addresses', async () => {
		const mail = { ...mailTo(1, ana), unreachable: ['a..b@x.org'] };
		let offered: unknown;
		answerWith((items) => {
			offered = items;
			return items;
		});
		assert.deepEqual([...(await askForRecipients([mail], new Set()))], []);
		assert.deepEqual(offered, [{ label: 'Ana <Ana@Example.org>', picked: true, email: 'ana@example.org' }]);
		assert.match(
			made.boxes.at(-1)?.placeholder ?? '',
			/Choose who gets a copy\. No copy to a\.\.b@x\.org \(not accepted by mail servers\)$/,
		);
		assert.deepEqual(withoutRecipients([mail], new Set())[0]?.mail.cc, [ana]);
	});

	it('are left out of all mails, and stay left out while their mail is not shown', async () => {
		const mails = [mailTo(1, ana, bob), mailTo(2, bob)];
		answerWith(choose('Ana'));
		const leftOut = await askForRecipients(mails, new Set(['kim@example.org']));
		assert.deepEqual([...leftOut].sort(), ['bob@example.org', 'kim@example.org']);
		assert.deepEqual(
			withoutRecipients([...mails, mailTo(3, kim)], leftOut).map(({ mail }) => mail.cc),
			[[ana], [], []],
		);
	});
});
