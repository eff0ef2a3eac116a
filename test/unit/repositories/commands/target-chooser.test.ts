import assert from 'node:assert/strict';
import type { Row } from '../../../../src/platform/view/row.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { changeEditor, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/repositories-window.ts';

const { SelectionSource } = await import('../../../../src/platform/view/tree/selection-source.ts');
const { TargetChooser } = await import('../../../../src/repositories/commands/target-chooser.ts');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const head = { kind: 'ref', name: 'HEAD' } as const;
const uriOf = (path: string, instance = 'forge.test') =>
	fileUri({ instance, owner: '~ana', repository: 'editor', revision: head, path });
const messageUri = fileUri({
	instance: 'forge.test',
	owner: '~ana',
	repository: 'editor',
	revision: { kind: 'commit', id: 'a'.repeat(40) },
	path: 'Commit Message',
	form: 'message',
});
const entry = (path: string, isFolder = false) =>
	row('ana', 'editor', { kind: 'entry', revision: head, path, isFolder });
const isFile = ({ kind }: { readonly kind: string }) => kind === 'entry';

describe('A command on repositories that is called on nothing', () => {
	const { open } = demoRepositories();
	afterEach(() => setSetting('editor', undefined));

	/** A window with these rows selected, and a file in front. */
	async function chooser(...rows: readonly Row[]) {
		const { repositories } = await open();
		const selectionSource = new SelectionSource(() => rows);
		const tree = { selectionSource, selectedRows: async () => rows };
		const targets = new TargetChooser(repositories, undefined, tree);
		takeCalls();
		const showFile = (path: string) => {
			changeEditor({ document: { uri: uriOf(path) } });
			selectionSource.didChooseEditor();
		};
		const chosen = async (isFor?: typeof isFile) => {
			const { target, file } = (await targets.choose([], 'Test', isFor)) ?? assert.fail();
			const { key, ...more } = target;
			return { repository: key.repository, ...more, file: file?.path };
		};
		const selectAgain = () => {
			for (const selection of [[], rows]) selectionSource.didSelect(selection);
		};
		return { chosen, showFile, selectAgain };
	}

	it('applies to the selected row or the file in the editor, whichever the user chose last', async () => {
		const { chosen, showFile, selectAgain } = await chooser(row('ana', 'notes'));
		const selected = { repository: 'notes', kind: 'repository', file: undefined };
		assert.deepEqual(await chosen(), selected);
		showFile('README.md');
		const { path } = uriOf('README.md');
		const shown = { kind: 'entry', revision: head, path: 'README.md', isFolder: false };
		assert.deepEqual(await chosen(), { repository: 'editor', ...shown, file: path });
		selectAgain();
		assert.deepEqual(await chosen(), selected);
		assert.deepEqual(takeCalls(), []);
	});

	it('is refused if the account of the file in the editor is signed out', async () => {
		const { chosen, showFile } = await chooser(row('ana', 'notes'));
		showFile('README.md');
		changeEditor({ document: { uri: uriOf('README.md', 'elsewhere.test') } });
		await assert.rejects(chosen(), { kind: 'signed-out' });
	});

	it('applies to the one of them that it is for', async () => {
		const { chosen, showFile, selectAgain } = await chooser(row('ana', 'notes'));
		showFile('README.md');
		selectAgain();
		assert.equal((await chosen(isFile)).kind, 'entry');
		const other = await chooser(entry('README.md'));
		other.showFile('README.md');
		changeEditor({ document: { uri: messageUri } });
		assert.equal((await other.chosen()).kind, 'commit');
		const { kind, file } = await other.chosen(isFile);
		assert.deepEqual([kind, file], ['entry', undefined]);
	});
});
