import assert from 'node:assert/strict';
import { linesAboveDiff, linesOfCover } from '../../../../src/mail/replies/quotable-text.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

const drawn = (lines: ReturnType<typeof linesAboveDiff>) =>
	lines.map(({ content, place: { text, line, isTrailer } }) => [text, line, isTrailer, content.trim()]);

describe('The lines that a reply can quote outside of diffs', () => {
	it('are those of the message, the notes and the diffstat, without empty lines', () => {
		const stat = [' x.c | 1 +', ' 1 file changed, 1 insertion(+)', ' create mode 100644 x.c'];
		const lines = ['Why.', '', 'Cc: Ana <ana@example.org>', '---', 'v2: shorter', '', ...stat, ''];
		const { patches } = mailed({ id: 1, lines: [...lines, ...diffOf('x.c', ['+a']).split('\n')] });
		const [patch = assert.fail()] = patches;
		assert.deepEqual(drawn(linesAboveDiff(patch, 3)), [
			['message', 0, false, 'Why.'],
			['message', 2, true, 'Cc: Ana <ana@example.org>'],
			['notes', 0, false, 'v2: shorter'],
			['diffstat', 0, false, 'x.c | 1 +'],
			['diffstat', 1, false, '1 file changed, 1 insertion(+)'],
			['diffstat', 1, false, 'create mode 100644 x.c'],
		]);
		assert.deepEqual([...new Set(linesAboveDiff(patch, 3).map(({ place }) => place.patch))], [3]);
	});

	it('are those of a cover letter', () => {
		assert.deepEqual(drawn(linesOfCover('One.\r\n\r\nTwo.\r\n')), [
			['cover', 0, false, 'One.'],
			['cover', 2, false, 'Two.'],
		]);
	});
});
