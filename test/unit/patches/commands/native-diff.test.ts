import assert from 'node:assert/strict';
import type { KeyedPatch } from '../../../../src/patches/model/side-texts/diff-rows.ts';
import { sentMail } from '../../../kit/pages/readings.ts';
import { passTurns, takeCalls } from '../../../kit/window/editor.ts';

const { openInDiffEditor, openNetDiffInEditor, openVersionsInDiffEditor } = await import(
	'../../../../src/patches/commands/native-diff.ts'
);

/** A patch that changes this many files. */
function patchOf(id: number, files: number): KeyedPatch {
	const diff = Array.from({ length: files }, (_, nth) =>
		[`diff --git a/${nth} b/${nth}`, `--- a/${nth}`, `+++ b/${nth}`, '@@ -1 +1 @@', '-a', '+b'].join('\n'),
	);
	const text = ['Message.', '', '---', '', ...diff, '-- ', '2.43.0', ''].join('\n');
	const [patch] = sentMail({ id, subject: `[PATCH ${id}/2] Change files ${id}`, text }).patches;
	if (!patch) return assert.fail();
	return { key: { account: 'one', owner: '~ana', list: 'editor-devel', mail: id, patch: 0 }, patch };
}

describe('The title of a diff editor', () => {
	const titleOf = async (patches: readonly KeyedPatch[], file?: number) => {
		const documents = { remember: () => {} } as never;
		await openInDiffEditor(documents, { title: 'Undo', patches, ...(file !== undefined && { file }) });
		const [call = ''] = takeCalls();
		return /^command: vscode\.changes: (.*?): \[/.exec(call)?.[1];
	};

	it('names the version and the series, the patch, or the file and its patch', async () => {
		const patches = [patchOf(1, 2), patchOf(2, 2)];
		assert.equal(await titleOf(patches), 'v1 Undo');
		assert.equal(await titleOf(patches.slice(1)), 'v1 2/2 Change files 2');
		assert.equal(await titleOf(patches.slice(1), 1), '1 (v1 2/2 Change files 2)');
	});
});

describe('The diff of a whole series', () => {
	it('has each file once, and one whose changes cannot be combined in the folder of each patch', async () => {
		const remembered: number[] = [];
		const documents = { remember: ({ mail }: KeyedPatch['key']) => remembered.push(mail) } as never;
		const patches = [patchOf(1, 2), patchOf(2, 2)];
		const [file = assert.fail(), other = assert.fail()] = patches[0]?.patch.files ?? [];
		const keys = patches.map(({ key }) => key);
		await openNetDiffInEditor(documents, {
			title: 'v1 Undo (all changes)',
			patches,
			files: [
				{ changes: keys.map((key) => ({ ...key, file: 0 })), file, folder: '' },
				...keys.map((key, nth) => ({
					...{ changes: [{ ...key, file: 1 }], file: other, folder: `Patch ${nth + 1} of 2` },
				})),
			],
		});
		const [call = ''] = takeCalls();
		assert.match(call, /^command: vscode\.changes: v1 Undo \(all changes\): /);
		const addresses = [...call.matchAll(/tildeforge-patch:([^?]+)\?\[\\"(\w+)\\",\\"(\w+)/g)];
		assert.deepEqual(
			addresses.flatMap(([, path, kind, side], nth) => (nth % 3 === 0 ? [] : [`${path} ${kind} ${side}`])),
			[
				...['/0 net old', '/0 net new'],
				...['/Patch 1 of 2/1 file old', '/Patch 1 of 2/1 file new'],
				...['/Patch 2 of 2/1 file old', '/Patch 2 of 2/1 file new'],
			],
		);
		assert.deepEqual(remembered, [1, 2]);
	});
});

describe('More files than VS Code shows in one diff editor', () => {
	for (const [sizes, part] of [
		[[1001], 'file'],
		[[600, 600], 'patch'],
	] as const) {
		it(`are in the message, which names what the user can open instead: a ${part}`, async () => {
			const documents = { remember: () => {} } as never;
			const patches = sizes.map((size, nth) => patchOf(nth + 1, size));
			await openInDiffEditor(documents, { title: 'Series', patches });
			await passTurns();
			const said = takeCalls().filter((call) => call.startsWith('information'));
			assert.match(
				said.join(),
				new RegExp(`^information: Only the first 1,000 of .* open each ${part} separately`),
			);
		});
	}
});

describe('What differs between versions', () => {
	it('is in a folder for each of several patches, and is not opened as an empty editor', async () => {
		const remembered: number[] = [];
		const documents = { remember: ({ mail }: KeyedPatch['key']) => remembered.push(mail) } as never;
		const [one, other] = [patchOf(1, 1), patchOf(2, 1)];
		const pathsOf = async (...pairs: Parameters<typeof openVersionsInDiffEditor>[1]['pairs']) => {
			await openVersionsInDiffEditor(documents, { title: 'v1 ↔ v2 Undo', pairs });
			const [call = ''] = takeCalls();
			const paths = [...call.matchAll(/tildeforge-patch:([^?]+)\?/g)].map(([, path]) => path);
			return paths.length > 0 ? [...new Set(paths)] : call;
		};
		const [first, second] = [
			{ old: one, new: undefined },
			{ old: undefined, new: other },
		];
		assert.deepEqual(await pathsOf(first, second), [
			...['/Patch 1 of 2/Commit Message', '/Patch 1 of 2/0'],
			...['/Patch 2 of 2/Commit Message', '/Patch 2 of 2/0'],
		]);
		assert.deepEqual(await pathsOf(second), ['/Commit Message', '/0']);
		assert.deepEqual(remembered, [1, 2, 2]);
		assert.equal(await pathsOf({ old: one, new: one }), 'information: v1 ↔ v2 Undo: no files differ.');
	});
});

describe('The changes of a series that leaves all files as they were', () => {
	it('are not opened as an empty editor', async () => {
		const documents = { remember: () => {} } as never;
		await openNetDiffInEditor(documents, { title: 'v1 Undo', patches: [patchOf(1, 1)], files: [] });
		assert.deepEqual(takeCalls(), ['information: v1 Undo: the patches change no files.']);
	});
});
