import assert from 'node:assert/strict';
import { peopleInTrailers } from '../../../../../src/patches/page/people/trailer-people.ts';
import { sentMail } from '../../../../kit/pages/readings.ts';

const ana = ['ana@example.org', '~ana'] as const;
const bob = ['bob@example.org', '~bob'] as const;
const reply = (text: string) => sentMail({ id: 2, subject: 'Re: [PATCH] a', re: 1, text });

describe('The people whom texts of the page name', () => {
	it('are those in the first 2,000 trailers of a mail, in whatever text', () => {
		const lines = (count: number) =>
			`${'Cc: B <bob@example.org>\n'.repeat(count)}Cc: Ana <ana@example.org>\n`;
		const named = (count: number) => [...peopleInTrailers(new Map([ana, bob]), [reply(lines(count))]).keys()];
		assert.deepEqual(named(1999), [bob[0], ana[0]]);
		assert.deepEqual(named(2000), [bob[0]]);
	});

	for (const part of ['a-', ' ', '> ', 'Cc: a ', 'Cc: a <', '\n\t', '\rcc:a', '\u2028cc:a'])
		it(`are found in linear time if ${JSON.stringify(part)} is repeated`, () => {
			const people = new Map([ana]);
			const mail = reply(`Acked-by:${part.repeat(250_000 / part.length)}`);
			assert.equal(peopleInTrailers(people, [mail]).size, 0);
		});
});
