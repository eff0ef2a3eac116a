import assert from 'node:assert/strict';
import { anchorOf, type CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';

describe('The place of a reply to commented lines', () => {
	const cases: readonly [what: string, lines: CommentedLines, place: ReturnType<typeof anchorOf>][] = [
		[
			'is in the same hunk',
			{ kind: 'diff', patch: 1, file: 2, hunk: 3, first: 4, last: 5 },
			{ patch: 8, file: 2, hunk: 3, first: 4, last: 5 },
		],
		[
			'is the file as a whole if its header is commented',
			{ kind: 'file', patch: 0, file: 2 },
			{ patch: 7, file: 2, hunk: 0, first: -1, last: -1 },
		],
		[
			'is in the same text above a diff',
			{ kind: 'text', text: 'message', patch: 0, first: 1, last: 2 },
			{ text: 'message', patch: 7, first: 1, last: 2 },
		],
		[
			'is in the cover letter',
			{ kind: 'mail', first: 1, last: 2 },
			{ text: 'cover', patch: -1, first: 1, last: 2 },
		],
		['is nowhere for a whole mail', { kind: 'whole' }, undefined],
	];
	for (const [what, lines, place] of cases)
		it(what, () => {
			assert.deepEqual(anchorOf(lines, 7), place);
		});
});
