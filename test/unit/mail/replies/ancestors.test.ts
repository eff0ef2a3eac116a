import assert from 'node:assert/strict';
import { inThreadOrder } from '../../../../src/mail/replies/ancestors.ts';
import { mailed } from '../../../kit/mails/mailed.ts';

const reply = (id: number, to?: number) => mailed({ id, ...(to !== undefined && { to }), lines: ['x'] });
const drawn = (mails: Parameters<typeof inThreadOrder>[0]) =>
	inThreadOrder(mails).map(({ mail, ancestors }) => [mail.id, ...ancestors.map(({ id }) => id)].join(' < '));

describe('Mails in the order of threads', () => {
	it('come after those that they answer, which are known', () => {
		const mails = [reply(4, 2), reply(3, 2), reply(2, 1), reply(5, 1), reply(1)];
		assert.deepEqual(drawn(mails), ['1', '2 < 1', '3 < 2 < 1', '4 < 2 < 1', '5 < 1']);
	});

	it('may answer each other in a loop', () => {
		assert.deepEqual(drawn([reply(1, 2), reply(2, 1)]), ['1', '2 < 1']);
	});

	it('may be a long chain', () => {
		const mails = Array.from({ length: 5000 }, (_, at) => reply(at + 1, at === 0 ? undefined : at));
		assert.equal(inThreadOrder(mails).length, 5000);
	});
});
