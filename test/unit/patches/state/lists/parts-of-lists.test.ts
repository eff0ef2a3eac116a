import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/errors.ts';
import { PartsOfLists } from '../../../../../src/patches/state/lists/parts-of-lists.ts';
import { cloneOf, openWorkspace } from '../../../platform/git/open-workspace.ts';
import { readable } from '../../../tickets/state/forge.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

function open(folders: readonly string[] = []) {
	const { projects, dispose } = openWorkspace({ folders });
	const existing = new Set(['tracker editor', 'repository notes']);
	const asked: string[] = [];
	const line = { isCut: false };
	const { log, lines } = readable();
	const parts = new PartsOfLists({
		projects: async () => projects,
		instanceOf: () => 'forge',
		existing: async (kind, account) => ({
			has: async ({ owner, name }, signal) => {
				signal?.throwIfAborted();
				if (line.isCut) throw new ForgeError('offline', 'No connection.');
				asked.push(`${account} ${kind} ${owner}/${name}`);
				return existing.has(`${kind} ${name}`);
			},
			known: async ({ name }) => (name === 'unknown' ? undefined : existing.has(`${kind} ${name}`)),
		}),
		log,
	});
	return { parts, asked, line, lines, dispose };
}

describe('The repositories and trackers of lists', () => {
	it('are found by the prefix of a patch, and else by the name of the list, and are known from then on', async () => {
		const { parts, asked, dispose } = open();
		assert.equal(parts.known('tracker', list, ''), undefined);
		const editor = { owner: '~ana', name: 'editor' };
		assert.deepEqual(await parts.find('tracker', list, ''), editor);
		assert.deepEqual(await parts.find('tracker', list, 'RFC notes'), editor);
		assert.deepEqual(await parts.find('repository', list, 'notes'), { ...editor, name: 'notes' });
		assert.equal(await parts.find('repository', list, ''), undefined);
		assert.deepEqual(asked, [
			...['one tracker ~ana/editor', 'one tracker ~ana/notes', 'one tracker ~ana/editor'],
			...['one repository ~ana/notes', 'one repository ~ana/editor'],
		]);
		assert.deepEqual(parts.known('tracker', list, 'notes RFC'), editor);
		assert.equal(parts.known('tracker', { ...list, list: 'other' }, ''), undefined);
		dispose();
	});

	it('are those of the project of the workspace that names the list', async () => {
		const files = { '.hut.scfg': 'tracker ~ana/bugs\ndevelopment-mailing-list ~ana/editor-devel\n' };
		const { parts, asked, dispose } = open([cloneOf('git@git.forge.test:~bob/fork', files)]);
		assert.deepEqual(await parts.find('tracker', list, 'notes'), { owner: '~ana', name: 'bugs' });
		assert.deepEqual(await parts.find('repository', list, 'notes'), { owner: '~bob', name: 'fork' });
		assert.deepEqual(asked, []);
		dispose();
	});

	it('are found without requests if it is known what exists', async () => {
		const { parts, asked, dispose } = open();
		assert.equal((await parts.findKnown('tracker', list, 'notes'))?.name, 'editor');
		assert.equal(await parts.findKnown('tracker', list, 'unknown'), undefined);
		assert.equal(await parts.findKnown('repository', list, ''), undefined);
		assert.deepEqual(asked, []);
		dispose();
	});

	it('stay as they were known while the forge does not answer, and the log has the reason', async () => {
		const { parts, line, lines, dispose } = open();
		line.isCut = true;
		assert.equal(await parts.find('tracker', list, ''), undefined);
		assert.match(
			lines.map(({ line }) => line).join('\n'),
			/tracker of ~ana\/editor-devel could not be found/,
		);
		line.isCut = false;
		await parts.find('tracker', list, '');
		line.isCut = true;
		assert.equal((await parts.find('tracker', list, ''))?.name, 'editor');
		await assert.rejects(parts.find('tracker', list, '', AbortSignal.abort()));
		dispose();
	});
});
