import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sentMail } from '../../../kit/pages/readings.ts';
import {
	answerWith,
	documents,
	enter,
	FakeDocument,
	passTurns,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const { Uri } = await import('vscode');
const { goToFile } = await import('../../../../src/patches/commands/go-to-file.ts');

describe('Going from a patch to the local file', () => {
	/** A folder with these files, as a clone. Null is a file that is not text. */
	function folderWith(files: Readonly<Record<string, string | null>>): string {
		const folder = temporaryFolder('clone');
		for (const [path, content] of Object.entries(files)) {
			const file = join(folder, path);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, content ?? '');
			if (content !== null) documents.push(new FakeDocument(Uri.file(file), content, assert.fail));
		}
		return folder;
	}

	/** The changes of a patch to a file, whose 52nd line is new. */
	function versionOf(path: string, old = path) {
		const text = [
			...['Why.', '---', `diff --git a/${old} b/${path}`],
			...(old === path ? [] : ['similarity index 90%', `rename from ${old}`, `rename to ${path}`]),
			...['index 1111111..2222222 100644', `--- a/${old}`, `+++ b/${path}`, '@@ -50,4 +50,4 @@'],
			...[' int depth;', ' int before;', '-int old;', '+int new;', ' int after;', '-- ', '2.43.0', ''],
		].join('\n');
		const [patch = assert.fail()] = sentMail({ id: 1, subject: '[PATCH] One', text }).patches;
		const [file = assert.fail()] = patch.files;
		return { source: patch.source, file };
	}

	const above = 'other\n'.repeat(200);
	const moved = `${above}int depth;\nint before;\nint old;\n`;
	const opened = (folder: string, path: string, options = {}) =>
		`command: vscode.open: "${Uri.file(join(folder, path))}": ${JSON.stringify(options)}`;
	const at = (line: number) => ({
		selection: { start: { line, character: 0 }, end: { line, character: 0 } },
	});

	it('opens the file of the folder that fits best, or of the first, at the line, even if it has moved', async () => {
		const place = { ...versionOf('undo.c'), line: 52 };
		const [other, first, second] = [above, moved, moved].map((content) => folderWith({ 'undo.c': content }));
		assert.ok(other && first && second);
		await goToFile({ ...place, roots: [other, first, second] });
		assert.deepEqual(takeCalls(), [opened(first, 'undo.c', at(202))]);
		setSetting('folders', [{ uri: Uri.file(second) }]);
		await goToFile({ ...place, roots: [other], keepsPreview: true });
		assert.deepEqual(takeCalls(), [opened(second, 'undo.c', { ...at(202), preview: false })]);
	});

	it('opens the file with the new name, or with the old one where there is no other', async () => {
		const place = { ...versionOf('new.c', 'old.c'), line: null };
		const applied = folderWith({ 'new.c': moved, 'old.c': moved });
		const before = folderWith({ 'old.c': moved, 'new.c/a': '' });
		await goToFile({ ...place, roots: [before, applied] });
		await goToFile({ ...place, roots: [before] });
		assert.deepEqual(takeCalls(), [opened(applied, 'new.c'), opened(before, 'old.c')]);
	});

	it('opens nothing outside of a folder, and offers to open one', async () => {
		const root = folderWith({ 'clone/a.c': '', 'secret.c': '' });
		for (const name of ['../secret.c', 'gone.c', 'a.c/..']) {
			answerWith(enter(name === 'gone.c' ? 'Open Folder…' : ''));
			await goToFile({ ...versionOf(name), line: 3, roots: [join(root, 'clone')] });
			await passTurns();
			assert.deepEqual(takeCalls(), [
				`information: No open folder contains ${name}. To edit it, open a folder with a clone of its repository.: Open Folder…`,
				...(name === 'gone.c' ? ['command: vscode.openFolder'] : []),
			]);
		}
	});
});
