import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import '../../../kit/window/editor.ts';

const { encodingLenses } = await import('../../../../src/repositories/files/encoding-lenses.ts');

describe('A file that is not in the encoding of the editor', () => {
	/** The lenses above a file with these bytes, whose text VS Code has read as UTF-8. */
	async function lensesOf(bytes: Uint8Array | undefined, text = new TextDecoder().decode(bytes)) {
		let reads = 0;
		const provider = encodingLenses(async () => {
			reads += 1;
			return bytes;
		});
		const document = {
			getText: () => text,
			positionAt: (offset: number) => {
				const before = text.slice(0, offset).split('\n');
				return { line: before.length - 1, character: before.at(-1)?.length };
			},
		};
		const lenses = await Reflect.apply(provider.provideCodeLenses, provider, [document]);
		return { lenses: (lenses ?? []) as readonly vscode.CodeLens[], reads };
	}

	it('offers another encoding above the first character that cannot be read', async () => {
		const { lenses } = await lensesOf(Buffer.from('# Names\nJosé\nZoë\n', 'latin1'));
		assert.deepEqual(
			lenses.map(({ range, command }) => [range.start.line, command?.command]),
			[[1, 'workbench.action.editor.changeEncoding']],
		);
		assert.match(lenses[0]?.command?.title ?? '', /Reopen with Encoding…$/);
	});

	for (const [what, bytes, text] of [
		['it is in UTF-8 and has that character itself', Buffer.from('a \ufffd b'), undefined],
		['it is binary', Buffer.from([0, 1, 255]), undefined],
		['it cannot be read now', undefined, 'a \ufffd b'],
		['the user has reopened it with its encoding', Buffer.from('José', 'latin1'), 'José'],
	] as const) {
		it(`offers nothing if ${what}`, async () => {
			assert.deepEqual((await lensesOf(bytes, text)).lenses, []);
		});
	}

	it('is read again only if it has such a character', async () => {
		assert.equal((await lensesOf(Buffer.from('plain'))).reads, 0);
	});
});
