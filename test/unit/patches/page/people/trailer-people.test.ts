import assert from 'node:assert/strict';
import { linksVersion } from '../../../../../src/patches/page/people/text-pieces.ts';
import { peopleInTrailers } from '../../../../../src/patches/page/people/trailer-people.ts';
import { patchText, sentMail } from '../../../../kit/pages/readings.ts';

const ana = ['ana@example.org', '~ana'] as const;
const bob = ['bob@example.org', '~bob'] as const;
const carol = ['carol@example.org', '~carol'] as const;
const reply = (text: string) => sentMail({ id: 2, subject: 'Re: [PATCH] a', re: 1, text });

describe('The people whom texts of the page name', () => {
	for (const [where, mail] of [
		['a trailer', reply('Fine.\n\nReviewed-by: Ana <Ana@example.org>\n')],
		['a quote', reply('> > Cc: "Duarte, Ana" <ana@example.org>\n')],
		[
			'the message of a patch',
			sentMail({ id: 1, subject: '[PATCH] a', text: `Acked-by: A <${ana[0]}>\n${patchText('a')}` }),
		],
	] as const)
		it(`are those in ${where}`, () =>
			assert.deepEqual(peopleInTrailers(new Map([ana, carol]), [mail]).get(ana[0]), '~ana'));

	it('are not the other senders of the list, who do not change the version of the links', () => {
		const mails = [
			sentMail({ id: 1, subject: '[PATCH] a', text: patchText('a') }),
			reply('See <ana@example.org>.\n'),
		];
		const version = (people: readonly (readonly [string, string])[]) =>
			linksVersion({ instances: [], tracker: undefined, people: peopleInTrailers(new Map(people), mails) });
		assert.deepEqual([...peopleInTrailers(new Map([ana, bob]), mails)], [bob]);
		assert.equal(version([bob, ana, carol]), version([bob]));
		assert.notEqual(version([bob]), version([]));
		assert.notEqual(version([bob]), version([[bob[0], '~robert']]));
	});

	it('are those in the first 2,000 trailers of a mail, in whatever text', () => {
		const lines = (count: number) =>
			`${'Cc: B <bob@example.org>\n'.repeat(count)}Cc: Ana <ana@example.org>\n`;
		const named = (count: number) => [...peopleInTrailers(new Map([ana, bob]), [reply(lines(count))]).keys()];
		assert.deepEqual(named(1999), [bob[0], ana[0]]);
		assert.deepEqual(named(2000), [bob[0]]);
	});

	it('are found beside a line of ten megabytes', () => {
		const mail = reply(`${'a-'.repeat(5_000_000)}a\nCc: Ana <ana@example.org>\n`);
		assert.deepEqual([...peopleInTrailers(new Map([ana]), [mail])], [ana]);
	});

	for (const part of ['a-', ' ', '> ', 'Cc: a ', 'Cc: a <', '\n\t', '\rcc:a', '\u2028cc:a'])
		it(`are found in linear time if ${JSON.stringify(part)} is repeated`, () => {
			const people = new Map([ana]);
			const mail = reply(`Acked-by:${part.repeat(250_000 / part.length)}`);
			assert.equal(peopleInTrailers(people, [mail]).size, 0);
		});
});
