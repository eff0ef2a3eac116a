import assert from 'node:assert/strict';
import { blocksOf } from '../../../../../src/patches/page/parts/mail-parts.ts';
import { textOf } from '../../../../../src/platform/page/snapshot-parts.ts';
import { mailed } from '../../../../kit/mails/mailed.ts';
import { mutatedMail } from '../../../../kit/mails/mutated-mails.ts';
import { Random } from '../../../../kit/mails/random.ts';
import { links } from '../../../../kit/pages/a-series.ts';

describe('The parts of a mail on a page', () => {
	it('know where their lines are in the mail', () => {
		const random = new Random(5);
		let known = 0;
		for (let left = 200; left > 0; left -= 1) {
			const fullMail = mailed({ id: 1, lines: ['> a', '>', '', ...mutatedMail(random).split('\n')] });
			const lines = fullMail.mail.text.split('\n');
			for (const block of blocksOf(fullMail, links, new Set())) {
				const text =
					block.kind === 'diff' ? block.runs.map((run) => run.text).join('\n') : textOf(block.pieces);
				for (const [nth, line] of text.split('\n').entries()) {
					// What the page shows may be without marks, and with other characters for those that cannot be seen.
					const words = line.trim();
					if (words === '' || !/^[ -~\t]+$/.test(words)) continue;
					const inMail = lines[block.line + nth];
					assert.ok(inMail?.includes(words), `${block.kind} ${block.line} + ${nth}: ${words} | ${inMail}`);
					known += 1;
				}
			}
		}
		assert.ok(known > 1000);
	});
});
