import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerWith, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const revision = { kind: 'ref', name: 'refs/heads/master' } as const;
const file = (path: string) => row('ana', 'editor', { kind: 'entry', path, isFolder: false, revision });
const branchRow = (name: string) => row('ana', 'editor', { kind: 'reference', name: `refs/heads/${name}` });
const branch = branchRow('feature/undo');

describe('A local clone of a repository', () => {
	const { open } = repositoryCommands();

	it('has the file that a row shows, or it is said which it lacks', async () => {
		const { commands, roots } = await open('ana');
		const root = temporaryFolder('clone');
		mkdirSync(join(root, 'src'));
		writeFileSync(join(root, 'src', 'main.c'), '');
		roots.push(root);
		await commands.openLocalCopy([file('src/main.c')]);
		assert.deepEqual(takeCalls(), [`command: vscode.open: "file:${root}/src/main.c": {}`]);
		await assert.rejects(commands.openLocalCopy([file('src/none.c')]), {
			message: 'src/none.c is not in your clone of ~ana/editor.',
		});
	});

	it('can be made if there is none', async () => {
		const { commands } = await open('ana');
		answerWith(() => 'Clone…');
		await commands.openLocalCopy([file('src/main.c')]);
		const [asked, picked] = takeCalls();
		assert.equal(asked, 'information: No folder of this workspace is a clone of ~ana/editor.: Clone…');
		assert.match(picked ?? '', /^pick: Clone Repository: Address of ~ana\/editor/);
	});

	it('checks out a branch after it was fetched, also without a connection, or says why not', async () => {
		const { commands, roots, account } = await open('ana');
		const done: string[] = [];
		const failures: Record<string, unknown> = {};
		const run = async (what: string, name: string) => {
			done.push(name);
			if (failures[what]) throw failures[what];
		};
		const base = account('ana').instance.repositories?.replace(/\/$/, '');
		const repository = {
			state: {
				remotes: [
					{ name: 'fork', fetchUrl: `${base}/~bob/editor` },
					{ name: 'origin', fetchUrl: `${base}/~ana/editor` },
				],
			},
			fetch: (remote: string, ref: string) => run('fetch', `fetch ${remote} ${ref}`),
			checkout: (name: string) => run('checkout', `checkout ${name}`),
		};
		setSetting('git', repository);
		await assert.rejects(commands.checkOut([branch]), /VS Code has opened no clone of ~ana\/editor/);
		roots.push('/closed', '/clone');
		const getRepository = ({ path }: { readonly path: string }) => (path === '/clone' ? repository : null);
		setSetting('git extension', { getAPI: () => ({ getRepository }) });
		failures.fetch = { stderr: 'No connection.' };
		await commands.checkOut([branch]);
		assert.deepEqual(done, ['fetch origin feature/undo', 'checkout feature/undo']);
		assert.equal(takeCalls().at(-1), 'status bar: Checked out feature/undo');
		failures.checkout = new Error('Your changes would be overwritten.');
		await assert.rejects(commands.checkOut([branch]), {
			message: 'Git could not check out feature/undo: No connection.',
		});
		failures.fetch = undefined;
		await assert.rejects(commands.checkOut([branch]), /Your changes would be overwritten/);
		await assert.rejects(commands.checkOut([file('a')]), /Select a branch/);
	});

	it('gives git no branch whose name git would take for an option', async () => {
		const { commands, roots, account } = await open('ana');
		const done: string[] = [];
		const fetchUrl = `${account('ana').instance.repositories}/~ana/editor`;
		const repository = {
			state: { remotes: [{ name: 'origin', fetchUrl }] },
			fetch: async (_remote: string, ref: string) => done.push(ref),
			checkout: async (name: string) => done.push(name),
		};
		setSetting('git extension', { getAPI: () => ({ getRepository: () => repository }) });
		roots.push('/clone');
		for (const name of ['-f', '--upload-pack=evil'])
			await assert.rejects(commands.checkOut([branchRow(name)]), { kind: 'refused', message: /an option/ });
		assert.deepEqual(done, []);
	});
});
