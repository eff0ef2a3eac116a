import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');
const { openRepository } = await import('../../../../src/repositories/commands/open-repository.ts');
const { showFileHistory } = await import('../../../../src/repositories/commands/file-history.ts');

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const head = { kind: 'ref', name: 'HEAD' } as const;
const row = (path: string, isFolder = false) => ({
	about: { kind: 'entry', key, path, isFolder, revision: head },
});

describe('The command that shows the history of a file', () => {
	const { open } = demoRepositories();

	/** Runs the command until the search has stopped. */
	async function start(path = 'README.md', step?: number) {
		const window = await open();
		const { repositories } = window;
		made.boxes.length = 0;
		takeCalls();
		const lifetime = new Lifetime();
		const done =
			step === undefined
				? new RepositoryCommands(repositories, async () => assert.fail()).showFileHistory([row(path)])
				: showFileHistory(openRepository(repositories, key, lifetime), { revision: head, path }, step);
		await until(() => made.boxes.length > 0);
		const box = made.boxes[0] ?? assert.fail();
		const searched = () => until(() => !box.busy);
		await searched();
		const labels = () => box.items.map(({ label }) => label.replace(/^\$\(git-commit\) /, ''));
		return { ...window, box, labels, searched, done: done.finally(() => lifetime.dispose()) };
	}
	const commits = [
		'README: where the mails go',
		'README: say what Ctrl-Z takes back',
		'Begin again: read a file and show it',
	];

	it('lists the commits that changed it, the newest first', async () => {
		const { box, labels, done } = await start();
		assert.equal(box.title, 'History of README.md');
		assert.deepEqual(labels(), commits);
		assert.match(box.items[0]?.description ?? '', /^[0-9a-f]{7} · Ana Duarte · \d+\w+$/);
		assert.match(box.placeholder, /^Select a commit \(searched \d+ commits\)$/);
		box.hide();
		await done;
		assert.deepEqual(takeCalls(), []);
	});

	it('opens what the chosen commit changed', async () => {
		const { box, done } = await start();
		box.choose('where the mails go');
		await done;
		const [call = '', ...others] = takeCalls();
		assert.match(
			call,
			/^command: vscode\.diff: "[^"]*\/~ana\/editor\/README\.md\?commit=[0-9a-f]{40}": "[^"]*\/~ana\/editor\/README\.md\?commit=[0-9a-f]{40}": README\.md \([0-9a-f]{7} README: where the mails go\)$/,
		);
		assert.deepEqual(others, []);
	});

	it('keeps what was found if the forge fails, and tries again', async () => {
		const { box, labels, searched, cut, done } = await start('README.md', 10);
		cut(true);
		box.choose('Search Earlier Commits');
		await searched();
		assert.deepEqual(labels(), [...commits.slice(0, 2), 'Try Again']);
		cut(false);
		for (let step = 0; labels().some((label) => /Try|Earlier/.test(label)) && step < 9; step++) {
			box.choose(labels().at(-1) ?? '');
			await searched();
		}
		assert.deepEqual(labels(), commits);
		box.hide();
		await done;
	});
});
