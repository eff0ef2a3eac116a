import assert from 'node:assert/strict';
import '../../../kit/window/editor.ts';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';

const vscode = await import('vscode');
const { ReadOnlyFiles } = await import('../../../../src/platform/editor/files/read-only-files.ts');
const { TextFiles } = await import('../../../../src/platform/editor/files/text-files.ts');

const uri = vscode.Uri.from({ scheme: 'forge', path: '/~ana/bread.md' });

describe('A file system of a forge', () => {
	function open(error: Error) {
		const fail = () => Promise.reject(error);
		const source = { stat: fail, list: fail, read: fail, write: fail };
		const onDidChange = () => ({ dispose: () => {} });
		return {
			readOnly: new ReadOnlyFiles(async () => ({ ...source, onDidChange })),
			texts: new TextFiles(async () => source),
		};
	}
	const bytes = new Uint8Array();
	const messages = async (...asked: readonly Promise<unknown>[]) =>
		(await Promise.allSettled(asked)).map((one) =>
			one.status === 'rejected' ? String(one.reason) : 'succeeded',
		);

	for (const kind of ['offline', 'forbidden', 'refused'] satisfies readonly ForgeErrorKind[]) {
		it(`that fails because of an error "${kind}" shows only its message, without a link`, async () => {
			const { readOnly, texts } = open(new ForgeError(kind, 'Nobody [is](command:x) there.'));
			const asked = [readOnly.stat(uri), readOnly.readDirectory(uri), readOnly.readFile(uri)];
			const shown = await messages(...asked, texts.readFile(uri), texts.writeFile(uri, bytes));
			assert.deepEqual([...new Set(shown)], ['Nobody [is] (command:x) there.']);
			assert.equal(shown.length, 5);
		});
	}

	it('tells VS Code that a file is missing, but shows why a text cannot be read or saved', async () => {
		const { readOnly, texts } = open(new ForgeError('missing', 'The tracker is gone.'));
		const notFound = 'Error: not found: forge:/~ana/bread.md';
		assert.deepEqual(
			await messages(readOnly.stat(uri), readOnly.readDirectory(uri), readOnly.readFile(uri)),
			[notFound, notFound, notFound],
		);
		const gone = 'The tracker is gone.';
		assert.deepEqual(await messages(texts.readFile(uri), texts.writeFile(uri, bytes)), [gone, gone]);
		const [encoding] = await messages(texts.writeFile(uri, Uint8Array.of(0xe9)));
		assert.match(encoding ?? '', /^The text is not UTF-8\. Select Change File Encoding/);
	});

	it('does not hide a bug behind an error of a file system', async () => {
		const bug = new TypeError('x is undefined');
		const { readOnly, texts } = open(bug);
		await assert.rejects(readOnly.readFile(uri), bug);
		await assert.rejects(texts.readFile(uri), bug);
	});

	it('permits nothing but what it is for', () => {
		const { readOnly, texts } = open(new Error('not asked'));
		const permitted = { message: 'not permitted: forge:/~ana/bread.md' };
		for (const files of [readOnly, texts]) {
			assert.throws(() => files.createDirectory(uri), permitted);
			assert.throws(() => files.delete(uri), permitted);
			assert.throws(() => files.rename(uri), permitted);
		}
		assert.throws(() => readOnly.writeFile(uri), permitted);
	});
});
