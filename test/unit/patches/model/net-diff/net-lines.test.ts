import assert from 'node:assert/strict';
import { NetLines, sideOf } from '../../../../../src/patches/model/net-diff/net-lines.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

function changeOf(...lines: readonly string[]) {
	const { source, files } = parsed(edited() + text(...lines));
	const [file] = files;
	assert.ok(file);
	return { source, file };
}

/** The first change adds `new` and `gone`, and removes `old`; the second one removes `gone`; the third one adds two lines far above. */
const first = changeOf('@@ -10,3 +10,4 @@', ' a', '-old', '+new', '+gone', ' c');
const second = changeOf('@@ -10,4 +10,3 @@', ' a', ' new', '-gone', ' c');
const third = changeOf('@@ -1,0 +2,2 @@', '+top', '+top');
const lines = new NetLines([first, second, third]);
const names = new Map([
	[first, 'first'],
	[second, 'second'],
	[third, 'third'],
]);

describe('A line of one of several changes', () => {
	it('has the number in the combined diff that further changes give it, unless they remove it', () => {
		const cases = [
			[0, { newLine: 11 }, { side: 'newLine', line: 13 }],
			[0, { oldLine: 11 }, { side: 'oldLine', line: 11 }],
			[0, { oldLine: 10, newLine: 10 }, { side: 'newLine', line: 12 }],
			[0, { newLine: 12 }, undefined],
			[1, { oldLine: 12 }, undefined],
			[2, { newLine: 2 }, { side: 'newLine', line: 2 }],
			[0, {}, undefined],
		] as const;
		for (const [index, numbers, place] of cases)
			assert.deepEqual(lines.netLineOf(index, numbers), place, JSON.stringify([index, numbers]));
	});

	it('is found by its number in the combined diff: where it changes, else where it is shown', () => {
		const cases = [
			['newLine', 13, ['first', 11]],
			['newLine', 12, ['first', 10]],
			['newLine', 3, ['third', 3]],
			['oldLine', 11, ['first', 11]],
			['oldLine', 12, ['second', 13]],
			['newLine', 500, undefined],
		] as const;
		for (const [side, line, expected] of cases) {
			const found = lines.changedLineOf({ side, line });
			assert.deepEqual(found && [names.get(found.change), found.line.line], expected, `${side} ${line}`);
		}
	});

	it('is looked for on the old side only if it is removed', () => {
		assert.deepEqual(sideOf({ oldLine: 1, newLine: 2 }), { side: 'newLine', line: 2 });
		assert.deepEqual(sideOf({ oldLine: 1 }), { side: 'oldLine', line: 1 });
		assert.equal(sideOf({}), undefined);
	});
});
