import assert from 'node:assert/strict';
import { reviewTrailersOf, sentTrailers } from '../../../../src/patches/model/person-trailers.ts';
import { edited } from '../../../kit/mails/diff-text.ts';
import { mailed } from '../../../kit/mails/mailed.ts';

const bob = 'Bob <bob@example.org>';
const drawn = (mail: Parameters<typeof reviewTrailersOf>[0]) =>
	reviewTrailersOf(mail).map(({ key, person: { name, email } }) => `${key}: ${name} <${email}>`);

describe('The trailers in a mail that count for a review', () => {
	it('are those that its sender gives in a reply, each once', () => {
		const lines = [
			'> Tested-by: Bob <bob@example.org>',
			`reviewed-by: ${bob}`,
			'Reviewed-by: BOB@example.org',
			'Acked-by: Eve <eve@example.org>',
			`Signed-off-by: ${bob}`,
			`Acked-by: ${bob}`,
		];
		assert.deepEqual(drawn(mailed({ id: 2, to: 1, from: bob, lines })), [
			'Reviewed-by:  <BOB@example.org>',
			'Acked-by: Bob <bob@example.org>',
		]);
	});

	it('are those below the quote of a whole patch, however long it is', () => {
		const quote = Array.from({ length: 9000 }, (_, at) => `> +\tint line_${at} = ${at};`);
		const reply = mailed({ id: 2, to: 1, from: bob, lines: [...quote, '', `Reviewed-by: ${bob}`] });
		assert.deepEqual(drawn(reply), ['Reviewed-by: Bob <bob@example.org>']);
	});

	it('are not those of the original mail, of a suggested patch or of a sentence', () => {
		const given = (...lines: readonly string[]) => {
			const { mail } = mailed({ id: 2, to: 1, from: bob, lines });
			return sentTrailers(mail).map(({ key, person: { name } }) => `${key}: ${name}`);
		};
		const ana = 'Signed-off-by: Ana <ana@example.org>';
		const original = ['From: Ana <ana@example.org>', 'Sent: Monday', 'Subject: [PATCH] Open files', '', ana];
		assert.deepEqual(given('Nack.', '', ...original), []);
		assert.deepEqual(given('Rather:', '-- >8 --', ana), []);
		assert.deepEqual(given('I cannot give my', 'Reviewed-by: tag yet.'), []);
		assert.deepEqual(given('Acked-by: Bob', ana), ['Acked-by: Bob', 'Signed-off-by: Ana']);
	});

	it('are those below the headers of an original that is quoted, and below a suggested patch', () => {
		const above = [
			[
				'-----Original Message-----',
				'From: Ana <ana@example.org>',
				'Sent: Monday',
				'Subject: [PATCH] x',
				'',
				'> +a',
			],
			['-- >8 --', 'Acked-by: Zed <zed@example.org>', '-- 8< --'],
		];
		for (const lines of above)
			assert.deepEqual(drawn(mailed({ id: 2, to: 1, from: bob, lines: [...lines, `Reviewed-by: ${bob}`] })), [
				'Reviewed-by: Bob <bob@example.org>',
			]);
	});

	it('are those in the message of a patch, of any person', () => {
		const people = [`Tested-by: ${bob}`, 'Acked-by: Lee, Kim (they/them) [:kl] <kim@x>', 'Cc: Eve <eve@x>'];
		assert.deepEqual(drawn(mailed({ id: 1, lines: ['Why.', '', ...people, '---', edited()] })), [
			'Tested-by: Bob <bob@example.org>',
			'Acked-by: Lee, Kim (they/them) [:kl] <kim@x>',
		]);
	});

	it('leave out names that are too long, and more than a hundred', () => {
		const people = Array.from({ length: 300 }, (_, nth) => `Acked-by: P${nth} <p${nth}@example.org>`);
		const lines = ['Why.', '', `Acked-by: ${'x'.repeat(400)} <x@example.org>`, ...people, '---', edited()];
		const found = drawn(mailed({ id: 1, lines }));
		assert.deepEqual([found.length, found[0]], [100, 'Acked-by: P0 <p0@example.org>']);
	});
});
