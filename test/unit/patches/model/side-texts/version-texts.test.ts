import assert from 'node:assert/strict';
import { versionTexts } from '../../../../../src/patches/model/side-texts/version-texts.ts';
import { parsed, text } from '../../../../kit/mails/diff-text.ts';

function versionOf(source: string) {
	const [file] = parsed(source).files;
	assert.ok(file);
	return { source, file };
}

const changed = (oldId: string, ...lines: readonly string[]) =>
	versionOf(text('diff --git a/x b/x', `index ${oldId}..2222222 100644`, '--- a/x', '+++ b/x', ...lines));
const first = ['@@ -2,3 +2,3 @@', ' b', '-c', '+C', ' d'];
const second = ['@@ -11,3 +11,3 @@', ' k', '-l', '+L', ' m'];

describe('A file in two versions of a patch', () => {
	it('is compared as each version leaves it, with the lines that only one of them contains on both sides', () => {
		const texts = versionTexts(changed('1111111', ...first), changed('11111112', ...first, ...second));
		const above = [
			'1 line is not in this mail',
			'b',
			'C',
			'd',
			'6 lines are not in this mail',
			'',
			'',
			'',
			'',
			'',
			'k',
		];
		const rest = ['m', 'Further lines, if any, are not in this mail'];
		assert.deepEqual(texts.old?.split('\n'), [...above, 'l', ...rest]);
		assert.deepEqual(texts.new?.split('\n'), [...above, 'L', ...rest]);
	});

	it('shows the lines below the last hunk of the older version', () => {
		const texts = versionTexts(changed('1111111', ...first, ...second), changed('1111111', ...first));
		assert.deepEqual(texts.new?.split('\n').slice(10), [
			'k',
			'l',
			'm',
			'Further lines, if any, are not in this mail',
		]);
	});

	it('is compared with the file before the patch if a version does not change it', () => {
		const only = changed('1111111', ...first);
		const before = [
			'1 line is not in this mail',
			'b',
			'c',
			'd',
			'Further lines, if any, are not in this mail',
		];
		const after = before.map((line) => (line === 'c' ? 'C' : line));
		const joined = (lines: readonly string[]) => lines.join('\n');
		assert.deepEqual(versionTexts(undefined, only), { old: joined(before), new: joined(after) });
		assert.deepEqual(versionTexts(only, undefined), { old: joined(after), new: joined(before) });
	});

	it('is compared whole if both versions create it', () => {
		const created = (word: string) =>
			versionOf(
				text(
					'diff --git a/x b/x',
					'new file mode 100644',
					'--- /dev/null',
					'+++ b/x',
					'@@ -0,0 +1 @@',
					`+${word}`,
				),
			);
		assert.deepEqual(versionTexts(created('a'), created('b')), { old: 'a\n', new: 'b\n' });
	});

	it('shows both diffs, without line numbers, if the versions change different files', () => {
		const moved = ['@@ -20,3 +20,3 @@ int main', ' b', '-c', '+CC', ' d'];
		const texts = versionTexts(changed('1111111', ...first), changed('3333333', ...moved));
		const header = ['diff --git a/x b/x', '--- a/x', '+++ b/x'];
		assert.deepEqual(texts.old?.split('\n'), [...header, '@@', ' b', '-c', '+C', ' d', '']);
		assert.deepEqual(texts.new?.split('\n'), [...header, '@@ int main', ' b', '-c', '+CC', ' d', '']);
	});
});
