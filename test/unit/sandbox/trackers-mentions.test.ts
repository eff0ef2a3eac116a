import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mentionsIn } from '../../../src/sandbox/trackers/mentions.ts';

describe('a text', () => {
	const cases: readonly [string, readonly string[]][] = [
		['#17', ['#17']],
		['(see #17, #18.)', ['#17', '#18']],
		['editor#17', ['editor#17']],
		['a.b-c_d#17', ['a.b-c_d#17']],
		['~ann/editor#17', ['~ann/editor#17']],
		['https://todo.example.org/~ann/editor/17', ['~ann/editor#17']],
		['<http://127.0.0.1:5000/~ann/editor/17>', ['~ann/editor#17']],
		['https://todo.example.org/~ann/editor/17#comment-4', ['~ann/editor#17']],
		['~ann, ~bob_1: ~c-d.', ['~ann', '~bob_1', '~c-d']],
		["~ann's", ['~ann']],
		['~ann ~ann #1 #1 #01', ['~ann', '#1']],
		['Fixes: https://todo.example.org/~ann/editor/17\n~bob', ['~bob', '~ann/editor#17']],
		['## A heading', []],
		['C#7 and issue#x', ['C#7']],
		['~ann/editor', []],
		['https://git.example.org/~ann/repository', []],
		['https://example.org/page#17', []],
		['file.c~bak a~b 1~2', []],
		['~A ~9', []],
		['#17th #x17 #', []],
		['#0', ['#0']],
	];
	for (const [text, wanted] of cases) {
		it(`${JSON.stringify(text)} mentions ${wanted.join(', ') || 'nothing'}`, () => {
			const { users, tickets } = mentionsIn(text);
			const named = tickets.map(
				({ owner, tracker, number }) => `${owner ? `${owner}/` : ''}${tracker ?? ''}#${number}`,
			);
			assert.deepEqual([...users, ...named], wanted);
		});
	}

	it('mentions a reference between spaces, whatever else it contains', () => {
		const word = fc.constantFrom('#7', 'editor#7', '~ann/editor#7', 'https://h.example/~ann/editor/7');
		fc.assert(
			fc.property(fc.string(), word, fc.string(), (before, mention, after) => {
				const [wanted] = mentionsIn(mention).tickets;
				assert.ok(wanted);
				const { tickets } = mentionsIn(`${before} ${mention} ${after}`);
				assert.ok(tickets.some((found) => JSON.stringify(found) === JSON.stringify(wanted)));
			}),
		);
	});

	it('of maximum length is searched in linear time', () => {
		for (const hostile of ['~', '~a', 'a-', 'https://', '~a/', '~a/b', '#', '1', 'http://h/~a/']) {
			assert.equal(mentionsIn(hostile.repeat(100_000)).tickets.length, 0);
		}
	});
});
