import assert from 'node:assert/strict';
import { mailText, structureOfMail } from '../../../../../src/patches/page/parts/mail-parts.ts';
import { suggestedDiff } from '../../../../../src/patches/page/parts/suggested-diffs.ts';
import { links } from '../../../../kit/pages/a-series.ts';
import { sentMail } from '../../../../kit/pages/readings.ts';

const diff = [
	'diff --git a/src/words.c b/src/words.c',
	'--- a/src/words.c',
	'+++ b/src/words.c',
	'@@ -4,3 +4,4 @@ int words(void)',
	' a',
	' b',
	'+c',
	' d',
];
const reply = (...lines: readonly string[]) =>
	sentMail({ id: 2, subject: 'Re: [PATCH] Words', re: 1, text: `${lines.join('\n')}\n` });
const paths = new Set(['src/words.c']);

function blocksOf(mail: ReturnType<typeof reply>) {
	return mailText(mail, links, paths).blocks.flatMap((block) => (block.kind === 'diff' ? [block] : []));
}

describe('A diff that a reply suggests', () => {
	it('is copied and shown without the indentation that keeps programs from reading a patch', () => {
		for (const lineBreak of ['\n', '\r\n']) {
			const lines = ['Rather:', '', ...diff.slice(1).map((line) => `    ${line}`), '', '    code', 'Ana', ''];
			const mail = sentMail({ id: 2, subject: 'Re: [PATCH] Words', re: 1, text: lines.join(lineBreak) });
			const [block = assert.fail()] = blocksOf(mail);
			assert.deepEqual(block.suggestion?.places, [{ path: 'src/words.c', line: '6', text: 'words.c:6' }]);
			assert.equal(block.runs.map(({ text }) => text).join('\n'), diff.slice(1).join('\n'));
			assert.equal(
				suggestedDiff(structureOfMail(mail), block.suggestion?.at ?? -1),
				`${diff.slice(1).join('\n')}\n`,
			);
			assert.equal(mailText(mail, links, paths).blocks.length, 3);
		}
	});

	it('names the first line that it changes, also if lines are broken, added without context or in a new file', () => {
		const cases: readonly [hunk: readonly string[], old: string, text: string][] = [
			[['@@ -4,2 +4,3 @@', ' a line that was', 'broken', ' b', '+c'], 'a/src/words.c', 'words.c:6'],
			[['@@ -5,0 +6 @@', '+c'], 'a/src/words.c', 'words.c:6'],
			[['@@ -0,0 +1 @@', '+c'], '/dev/null', 'words.c'],
		];
		for (const [hunk, old, text] of cases) {
			const [block] = blocksOf(reply('Rather:', '', `--- ${old}`, '+++ b/src/words.c', ...hunk));
			assert.equal(block?.suggestion?.places[0]?.text, text);
		}
	});

	it('has few places', () => {
		const many = Array.from({ length: 9 }, (_, nth) =>
			diff.map((line) => line.replaceAll('words.c', `${nth}.c`)),
		);
		const [block] = blocksOf(reply('Rather:', '', ...many.flat()));
		assert.equal(block?.suggestion?.places.length, 3);
	});

	it('is cut at its end if it is long', () => {
		const long = diff.map((line) => line.replace('+4,4', '+4,70003'));
		const [block] = blocksOf(reply('Rather:', '', ...long.slice(0, -1), ...Array(69_999).fill('+c')));
		const text = block?.runs.map((run) => run.text).join('\n') ?? '';
		assert.ok(
			text.startsWith(`${long.slice(0, -1).join('\n')}\n`) && text.endsWith('\n…'),
			text.slice(0, 300),
		);
	});
});
