import assert from 'node:assert/strict';
import { seriesMailsOf } from '../../../../../src/patches/model/series/mails/from-mail-summary.ts';
import { ChainIndex } from '../../../../../src/patches/state/lists/chain-index.ts';
import { listedMail } from './listed-mails.ts';

describe('The series of a list that changes', () => {
	const mails = [
		listedMail(1, { subject: '[PATCH] One' }),
		listedMail(2, { subject: '[PATCH] Two' }),
		listedMail(3, { subject: '[PATCH v2] One', parent: 1, thread: 1 }),
	];
	const [one = assert.fail(), two = assert.fail(), later = assert.fail()] = seriesMailsOf(
		new Map(mails.map((mail) => [mail.id, mail])),
	);

	it('are returned if they are gone or found again, and the others stay', () => {
		const index = new ChainIndex();
		index.update([], [one, two]);
		const before = [...index.chains];
		const ofTwo = index.byMessageId.get('<2@example.org>');
		const changed = index.update([], [later]);
		assert.deepEqual(
			[...changed].map(({ title }) => title),
			['One'],
		);
		assert.equal(before.length, 2);
		assert.equal(index.byMessageId.get('<2@example.org>'), ofTwo);
		assert.equal(index.byMessageId.get('<3@example.org>'), index.byMessageId.get('<1@example.org>'));
	});

	it('are gone with their mails', () => {
		const index = new ChainIndex();
		index.update([], [one, two, later]);
		index.update([one, later], []);
		assert.deepEqual(
			[...index.chains].map(({ title }) => title),
			['Two'],
		);
		assert.deepEqual([...index.byMessageId.keys()], ['<2@example.org>']);
	});
});
