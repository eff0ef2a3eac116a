import assert from 'node:assert/strict';
import type { TextEditor } from 'vscode';
import { setSetting } from '../../../../kit/window/editor.ts';

const { prefillFromCode } = await import('../../../../../src/tickets/commands/code/prefill-from-code.ts');
const { Range, Uri } = await import('vscode');

const lines = ['one', '// TODO: mend this', 'three', 'four'];
const code = `${lines.join('\n')}\n`;
const forge = { name: 'forge.test', repositories: 'https://git.forge.test' };

/** The places where a selection begins and ends, each a line and a character. */
type Selected = readonly [number, number, number, number];

/** The editor of a file in which this is selected. */
function editorOf(selected: Selected): TextEditor {
	const selection = new Range(...selected);
	const [{ line, character }, end] = [selection.start, selection.end];
	return {
		selection: Object.assign(selection, {
			isEmpty: line === end.line && character === end.character,
			isSingleLine: line === end.line,
		}),
		document: {
			uri: Uri.file('/project/src/a.ts'),
			languageId: 'ts',
			getText: (range?: InstanceType<typeof Range>) => {
				if (!range) return code;
				const [first = '', ...more] = code.split('\n').slice(range.start.line, range.end.line + 1);
				const last = more.at(-1);
				if (last === undefined) return first.slice(range.start.character, range.end.character);
				return [
					first.slice(range.start.character),
					...more.slice(0, -1),
					last.slice(0, range.end.character),
				].join('\n');
			},
		},
	} as never;
}

describe('A ticket about code', () => {
	beforeEach(() => setSetting('tildeforge.todoWords', ['TODO']));

	const cases: readonly (readonly [
		what: string,
		selected: Selected,
		line: number | undefined,
		where: string,
		text: string,
	])[] = [
		['has the line of the caret', [2, 3, 2, 3], undefined, 'src/a.ts:3', 'three'],
		['has a part of a line', [2, 0, 2, 2], undefined, 'src/a.ts:3', 'th'],
		['has whole lines', [0, 2, 2, 1], undefined, 'src/a.ts:1-3', lines.slice(0, 3).join('\n')],
		[
			'lacks a last line of which nothing is selected',
			[0, 0, 2, 0],
			undefined,
			'src/a.ts:1-2',
			lines.slice(0, 2).join('\n'),
		],
		['has the first line, at the start of which the caret is', [0, 0, 0, 0], undefined, 'src/a.ts:1', 'one'],
		['has the line that is named', [0, 0, 2, 0], 3, 'src/a.ts:4', 'four'],
		['has the named line instead of the part that is selected', [2, 0, 2, 2], 0, 'src/a.ts:1', 'one'],
	];
	for (const [what, selected, line, where, text] of cases) {
		it(what, async () => {
			const prefill = await prefillFromCode(editorOf(selected), [], line);
			assert.equal(prefill.text, `\`${where}\`\n\n\`\`\`ts\n${text}\n\`\`\`\n\n`);
			assert.equal(prefill.title, text.includes('TODO') ? 'Mend this' : '');
		});
	}

	it('has a link if the same code is published', async () => {
		setSetting('git', {
			rootUri: Uri.file('/project'),
			state: { HEAD: {}, remotes: [{ name: 'origin', fetchUrl: 'https://git.forge.test/~ana/a' }] },
			getCommit: async () => ({ hash: 'c0ffee' }),
			show: async () => code,
		});
		const selected = editorOf([0, 2, 2, 1]);
		const { text } = await prefillFromCode(selected, [forge]);
		assert.match(
			text,
			/^\[`src\/a\.ts:1-3`\]\(https:\/\/git\.forge\.test\/~ana\/a\/tree\/c0ffee\/item\/src\/a\.ts#L1-3\)/,
		);
		const { text: elsewhere } = await prefillFromCode(selected, []);
		assert.match(elsewhere, /^`src/);
	});
});
