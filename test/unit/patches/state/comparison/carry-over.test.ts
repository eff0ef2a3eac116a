import assert from 'node:assert/strict';
import type { Pair } from '../../../../../src/mail/range-diff/range-diff.ts';
import { createCarrier } from '../../../../../src/patches/state/comparison/carry-over.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

/** A version whose mails have the ids from `from` on: the cover letter, two patches and a reply. */
const version = (from: number, mark: string, added: string) =>
	readingOf([
		sentMail({ id: from, subject: `[PATCH${mark} 0/2] Words`, text: 'All words.\nEach one.\n' }),
		sentMail({
			id: from + 1,
			subject: `[PATCH${mark} 1/2] First`,
			re: from,
			text: patchText('a.c', ['x'], [added]),
		}),
		sentMail({ id: from + 2, subject: `[PATCH${mark} 2/2] Second`, re: from, text: patchText('b.c') }),
		sentMail({ id: from + 3, subject: `Re: [PATCH${mark} 1/2] First`, re: from + 1, text: 'Good.\n' }),
	]);
const old = version(1, '', 'y');
const current = version(11, ' v2', 'z');
const pairs: readonly Pair[] = [
	{ kind: 'dropped', old: 1 },
	{ kind: 'unchanged', old: 0, new: 0 },
];

const carrier = createCarrier(old, current, pairs);
const carry = (mail: number, lines: Parameters<typeof carrier>[0]['lines']) => carrier({ mail, lines });

describe('A comment on an older version', () => {
	it('is about the same lines of the patch that belongs to it', () => {
		const lines = { kind: 'diff', patch: 0, file: 0, hunk: 0, first: 0, last: 0 } as const;
		assert.deepEqual(carry(2, lines), { mail: 12, lines, isChanged: false });
		assert.equal(carry(2, { ...lines, first: 2, last: 2 })?.isChanged, true);
		assert.deepEqual(carry(2, { kind: 'whole' }), { mail: 12, lines: { kind: 'whole' }, isChanged: false });
	});

	it('is about the cover letter of the newer one', () => {
		const lines = { kind: 'mail', first: 1, last: 1 } as const;
		assert.deepEqual(carry(1, lines), { mail: 11, lines, isChanged: false });
	});

	it('is not carried over from a patch that was dropped, or from a reply', () => {
		assert.equal(carry(3, { kind: 'whole' }), undefined);
		assert.equal(carry(4, { kind: 'whole' }), undefined);
	});
});
