import assert from 'node:assert/strict';
import { plainWordsProblems } from './plain-words.ts';
import { productSources, source } from './sources.ts';

const problems = (line: string) => plainWordsProblems(source('src/base/a.ts', line));

describe('The words of the product', () => {
	it('are plain', () => {
		assert.deepEqual(productSources().flatMap(plainWordsProblems), []);
	});

	for (const line of [
		'// Nobody is signed in.',
		"const words = 'It is not there any more.';",
		'/** Reads the list anew. */',
		'const somebody = 1;',
		'const door = session.door;',
		'/** The wishes of a caller. */',
		'export function happenings(): void {}',
		'const text = worded(error);',
		'export class TicketActs {}',
		'await tellDiscarded(draft);',
		'await sleep(patience);',
		'lifetime.timeout(() => this.end(), regret);',
		'const tell = coalesce(lifetime, pace, run);',
		'const signal = AbortSignal.timeout(this.#limit);',
	])
		it(`may not include: ${line}`, () => assert.equal(problems(line).length, 1, problems(line).join('\n')));

	for (const line of [
		'// No account is signed in.',
		'const facts = readFacts();',
		'await teller.close();',
		'await sleep(20);',
		'await sleep(pauseMs, signal);',
		'lifetime.timeout(() => this.end(), undoMs);',
		'const tell = coalesce(lifetime, 16, run);',
		'const signal = AbortSignal.timeout(options.timeoutMs);',
	])
		it(`may include: ${line}`, () => assert.deepEqual(problems(line), []));
});
