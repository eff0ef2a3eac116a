import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type AnsweredTicket,
	type PushFacts,
	pushAnswer,
} from '../../../../../src/repositories/model/commits/push-answer.ts';

const facts = (more: Partial<PushFacts> = {}): PushFacts => ({
	...{ by: '~ana', branches: ['master'], commits: 3, isComplete: true, tickets: [], patchsets: [], ...more },
});
const ticket = (number: number, title = 'It stops'): AnsweredTicket => ({
	...{ verb: 'fixes', ref: `~ana/editor#${number}`, shown: { title, state: 'Resolved as fixed' } },
});
const patchset = (landed = 3, version = 2) => ({
	...{
		ref: '~ana/editor-devel#7',
		title: 'Wrap long lines',
		version,
		status: 'proposed',
		landed,
		patches: 3,
	},
});

describe('The answer to a push', () => {
	it('names tickets and patchsets', () => {
		const tickets = [ticket(12), { verb: 'mentions', ref: '~ana/secret#4', shown: undefined } as const];
		assert.equal(
			pushAnswer(facts({ tickets, patchsets: [patchset(), patchset(2, 1)] })),
			[
				'Tildeforge (~ana): 3 commits to master',
				'  fixes ~ana/editor#12: It stops (Resolved as fixed)',
				'  mentions ~ana/secret#4',
				'  contains all 3 patches of ~ana/editor-devel#7 v2: Wrap long lines (proposed)',
				'  contains 2 of 3 patches of ~ana/editor-devel#7: Wrap long lines (proposed)',
				'',
			].join('\n'),
		);
	});

	it('says if there may be more commits', () => {
		const answer = pushAnswer(facts({ tickets: [ticket(1)], commits: 1, isComplete: false }));
		assert.match(answer, /^Tildeforge \(~ana\): at least 1 commit to master\n/);
	});

	it('is empty if there is nothing to tell', () => {
		assert.equal(pushAnswer(facts()), '');
	});

	it('has at most ten lines, and counts the rest', () => {
		const tickets = Array.from({ length: 20 }, (_, index) => ticket(index + 1));
		const patchsets = Array.from({ length: 4 }, () => ({ ...patchset(1), patches: 1 }));
		const branches = ['one', 'two', 'three', 'four', 'five'];
		const lines = pushAnswer(facts({ tickets, patchsets, branches, commits: 1 })).split('\n');
		assert.equal(lines[0], 'Tildeforge (~ana): 1 commit to one, two, three, 2 more');
		assert.equal(lines[8], '  contains the patch of ~ana/editor-devel#7 v2: Wrap long lines (proposed)');
		assert.deepEqual(lines.slice(9), ['  and 15 tickets and 1 patchset more', '']);
	});

	it('cuts long titles', () => {
		const [, line = ''] = pushAnswer(facts({ tickets: [ticket(1, 'long '.repeat(100))] })).split('\n');
		assert.match(line, /: (?:long ){11}long\.\.\. \(Resolved as fixed\)$/);
	});

	it('cannot move the cursor, change colors or begin a line, whatever others have written', () => {
		const hostile = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 300 }),
			fc.constantFrom(
				'\u001b[2J\u001b[1;1Hremote: error: rejected',
				'\u009b31mred',
				'one\r\nremote: two\u2028three\u0085four',
				'\u001b]0;title\u0007\u001b]8;;http://evil.example\u0007click',
				'\u202edesrever\u2066',
				'\u0008\u0008\u0008\u007f',
			),
		);
		fc.assert(
			fc.property(fc.array(hostile, { minLength: 6, maxLength: 6 }), (texts) => {
				const [ref = '', title = '', state = '', by = '', branch = '', status = ''] = texts;
				const answer = pushAnswer({
					...{ by, branches: [branch], commits: 1, isComplete: true },
					tickets: [{ verb: 'mentions', ref, shown: { title, state } }],
					patchsets: [{ ...patchset(), ref, title, status }],
				});
				const lines = answer.split('\n');
				assert.equal(lines.length, 4);
				for (const line of lines) {
					assert.doesNotMatch(line, /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
					assert.ok([...line].length < 400);
				}
				assert.ok(lines[0]?.startsWith('Tildeforge ('));
				assert.ok(lines.slice(1, 3).every((line) => line.startsWith('  ')));
			}),
		);
	});
});
