import assert from 'node:assert/strict';
import { mailBlocks as blocksOf, structureOf } from '../../../../src/mail/quotes/mail-blocks.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { mutatedMail } from '../../../kit/mails/mutated-mails.ts';
import { Random } from '../../../kit/mails/random.ts';

const mailBlocks = (text: string, patches: Parameters<typeof structureOf>[1]) =>
	blocksOf(text, structureOf(text, patches));

const drawn = (text: string, patches: Parameters<typeof mailBlocks>[1] = []) =>
	mailBlocks(text, patches).map(({ kind, level, text }) => `${kind}${level === 0 ? '' : level}: ${text}`);

const diff = ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '--- ', '+b'];
const stat = [' x | 2 +-', ' 1 file changed, 1 insertion(+), 1 deletion(-)'];

describe('The blocks of a mail', () => {
	for (const lineBreak of ['\n', '\r\n']) {
		const join = (...lines: readonly string[]) => lines.map((line) => line + lineBreak).join('');

		it(`have the text without quotation marks and empty ends (${JSON.stringify(lineBreak)})`, () => {
			const text = join(
				'Hi',
				'',
				'On Monday, Ana',
				'wrote:',
				'> > a',
				'>',
				'>  b',
				'',
				'  c',
				'',
				'-- ',
				'Bob',
			);
			assert.deepEqual(drawn(text), [
				'text: Hi',
				'attribution: On Monday, Ana\nwrote:',
				'quote2: a',
				'quote1:  b',
				'text:   c',
				'signature: -- \nBob',
			]);
		});

		it(`of a patch have its diffstat and diff in one (${JSON.stringify(lineBreak)})`, () => {
			const { mail, patches } = mailed({
				id: 1,
				lines: ['Why.', '---', 'v2: better', '', ...stat, '', ...diff, '-- ', '2.43.0'],
				lineBreak,
			});
			assert.deepEqual(drawn(mail.text, patches), [
				'text: Why.\n---\nv2: better',
				`diff: ${[...stat, '', ...diff].join('\n')}`,
				'signature: -- \n2.43.0',
			]);
		});

		it(`of a cover letter have its diffstat (${JSON.stringify(lineBreak)})`, () => {
			const text = join(
				'Why.',
				'',
				'Ana (1):',
				'  Open files',
				'',
				...stat,
				' create mode 100644 x',
				'',
				'-- ',
				'x',
			);
			assert.deepEqual(drawn(text), [
				'text: Why.\n\nAna (1):\n  Open files',
				`diff: ${[...stat, ' create mode 100644 x'].join('\n')}`,
				'signature: -- \nx',
			]);
		});
	}

	it('of a reply have a suggested diff', () => {
		const { mail, patches } = mailed({ id: 2, to: 1, lines: ['> a', 'Rather:', '', ...diff, '', 'Ana'] });
		assert.deepEqual(drawn(mail.text, patches), [
			'quote1: a',
			'text: Rather:',
			`diff: ${diff.join('\n')}`,
			'text: Ana',
		]);
	});

	it('of a reply have the mail below it in one, also its diff', () => {
		const original = ['-----Original Message-----', 'From: Ana', '', 'Why.', '---', ...stat, '', ...diff];
		const lines = ['Nack.', '', ...diff, '', 'Bob', '', ...original, '-- ', '2.43.0'];
		const { mail, patches } = mailed({ id: 2, to: 1, lines });
		assert.deepEqual(drawn(mail.text, patches), [
			'text: Nack.',
			`diff: ${diff.join('\n')}`,
			'text: Bob',
			`original: ${[...original, '-- ', '2.43.0'].join('\n')}`,
		]);
	});

	it('have no names of quoted people', () => {
		const lines = ['Ana wrote:', 'Ana> > a', 'Ana>', 'Ana>   b', 'Ana> > c'];
		assert.deepEqual(drawn(lines.join('\n')), [
			'attribution: Ana wrote:',
			'quote2: a',
			'quote1:   b',
			'quote2: c',
		]);
	});

	it('may have a diff of nothing but empty lines', () => {
		const empty = 200_000;
		const lines = [...diff.slice(0, 3), `@@ -1,${empty} +1,${empty + 1} @@`, '\n'.repeat(empty - 1), '+b'];
		const { mail, patches } = mailed({ id: 2, to: 1, lines: ['Rather:', '', ...lines, '', 'Ana'] });
		const blocks = mailBlocks(mail.text, patches);
		assert.deepEqual(
			blocks.map(({ kind }) => kind),
			['text', 'diff', 'text'],
		);
		assert.ok(blocks[1]?.text.endsWith('\n\n+b'));
	});

	it('are few, whatever the mail is like', () => {
		const blocks = mailBlocks('a\n> b\n'.repeat(1_000_000), []);
		assert.ok(blocks.length < 3000);
		assert.ok(blocks.at(-1)?.text.endsWith('\n…'));
	});

	it('are cut if they are longer than what a page shows, and say so', () => {
		const text = 'some words\n'.repeat(900_000);
		const shown = mailBlocks(text, []).map(({ text }) => text);
		assert.deepEqual(
			shown.map((block) => block.slice(-2)),
			['\n…', '\n…'],
		);
		assert.ok(text.startsWith(shown[0]?.slice(0, -2) ?? '?'));
		assert.deepEqual(
			shown.map(({ length }) => length > 400_000 && length < 410_000),
			[true, true],
		);
	});

	for (const [what, text, expected] of [
		['spaces before a text', `${' '.repeat(400_001)}Hi`, [`${' '.repeat(1000)}Hi`]],
		['empty lines before a text', `${'\n'.repeat(460_000)}  Hi`, ['  Hi']],
		['blanks after a text', `Hi${'\n'.repeat(49_000)}${' '.repeat(400_000)}`, ['Hi']],
		['empty lines after a text', `Hi${'\r\n'.repeat(300_000)}`, ['Hi']],
		['marks of a quote', '> > > ab\n'.repeat(45_000), ['ab\n'.repeat(45_000).trimEnd()]],
		['an emoji at the cut', `${'a'.repeat(399_999)}${'\u{1f600}'.repeat(10)}`, [`${'a'.repeat(399_999)}\n…`]],
		[
			'an emoji before the cut',
			`${'a'.repeat(399_998)}${'\u{1f600}'.repeat(10)}`,
			[`${'a'.repeat(399_998)}\u{1f600}\n…`],
		],
	] as const)
		it(`are cut after blanks and marks are left out, between two characters: ${what}`, () => {
			const shown = mailBlocks(text, []).map((block) => block.text);
			assert.ok(
				shown.length === expected.length && shown.every((block, at) => block === expected[at]),
				JSON.stringify(shown.map((block) => [block.length, block.trim().slice(0, 20), block.slice(-20)])),
			);
		});

	it('have all words of any mail', () => {
		const random = new Random(3);
		const words = (text: string) => text.replace(/[\s>]+/g, '');
		for (let left = 300; left > 0; left -= 1) {
			const { mail, patches } = mailed({ id: 1, lines: mutatedMail(random).split('\n') });
			const shown = mailBlocks(mail.text, patches).map(({ text }) => text);
			assert.equal(words(shown.join('\n')), words(mail.text));
		}
	});
});
