import assert from 'node:assert/strict';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { openRepository, startRepository } from '../../../kit/forge/remote-repository.ts';
import { answerWith, choose, made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { type Step, writeCommits } from '../write-commits.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');
const { searchLog } = await import('../../../../src/repositories/commands/search-log.ts');

const key = { account: 'ana', owner: '~ana', repository: 'editor' };

/** Of a branch `c119`. Commits 7 and 100 write `src/a.txt`. */
const steps = Array.from(
	{ length: 120 },
	(_, nth): Step => (nth === 7 || nth === 100 ? { write: { 'src/a.txt': `${nth}` } } : {}),
);

describe('The box that searches a log', () => {
	let world: Awaited<ReturnType<typeof startRepository>>;
	// Each test has another connection: reads that were stopped too often wait.
	beforeEach(async () => {
		world = await startRepository();
		writeCommits(world.folder, [...steps, { write: { b: '120' } }, { write: { b: '121' } }]);
	});
	afterEach(() => {
		world.release();
		return world.stop();
	});

	/** Opens the box for a branch, and waits until it has read something. */
	async function start(step?: number, branch = 'c119', shown?: number) {
		const { cache } = openRepository(world);
		made.boxes.length = 0;
		takeCalls();
		const revision = { kind: 'ref', name: `refs/heads/${branch}` } as const;
		const chosen = searchLog(cache, revision, {
			...(step !== undefined && { step }),
			...(shown !== undefined && { shown }),
		});
		const box = made.boxes[0] ?? assert.fail();
		const settled = () => until(() => !box.busy);
		const type = async (text: string) => {
			box.type(text);
			await settled();
		};
		const choose = async (words: string) => {
			box.choose(words);
			await settled();
		};
		await settled();
		const labels = () => box.items.map(({ label }) => label);
		const last = () => {
			const { label, description = '' } = box.items.at(-1) ?? assert.fail();
			return `${label}: ${description}`;
		};
		return { cache, box, labels, last, type, choose, chosen: chosen.finally(() => cache.dispose()) };
	}

	it('shows so many commits and then more, until the user has seen all', async () => {
		const { box, labels, last, type, choose, chosen } = await start(undefined, 'c119', 50);
		await type('step');
		assert.equal(labels()[49], 'Step 70');
		assert.equal(last(), 'Show More: showing 50 of 120 commits');
		await choose('Show More');
		assert.equal(last(), 'Show More: showing 100 of 120 commits');
		assert.equal(labels().length, 101);
		assert.deepEqual(box.activeItems, [box.items[50]]);
		await choose('Show More');
		assert.deepEqual([labels().length, last().replace(/:.*/, '')], [120, 'Step 0']);
		await type('step 1');
		assert.equal(labels().length, 39, 'a new search begins with the first ones');
		await type('step');
		assert.equal(labels().length, 51);
		box.hide();
		await chosen;
	});

	it('goes on to earlier commits once all that were found are shown, and makes the first of them active', async () => {
		const { box, labels, last, type, choose, chosen } = await start(20, 'c119', 10);
		await type('step');
		const found = Number(/^Show More: showing 10 of at least (\d+) commits$/.exec(last())?.[1]);
		assert.ok(found > 10 && found < 60, last());
		for (let page = 0; labels().at(-1) === 'Show More' && page < 9; page++) await choose('Show More');
		assert.deepEqual([labels().length, labels().at(-1)], [found + 1, 'Search Earlier Commits']);
		box.activeItems = box.items.slice(-1);
		await choose('Search Earlier Commits');
		assert.equal(labels()[found], `Step ${119 - found}`);
		assert.deepEqual(box.activeItems, [box.items[found]]);
		box.hide();
		await chosen;
	});

	it('can be stopped while it reads, and continues where it has stopped', async () => {
		const { box, labels, last, choose, chosen } = await start();
		world.line.held = /log/;
		box.type('nothing');
		await until(() => labels().length === 1);
		assert.match(last(), /^Stop: searched \d+ commits, back to /);
		await choose('Stop');
		assert.deepEqual(labels(), ['Search Earlier Commits']);
		world.release();
		await choose('Search Earlier Commits');
		assert.equal(last(), 'No commits found: searched all 120 commits');
		box.hide();
		await chosen;
	});

	it('lets the user move to Stop while more is found', async () => {
		const { box, last, chosen } = await start();
		world.line.held = /log/;
		box.type('"step 11"');
		await until(() => last().startsWith('Stop: '));
		const before = last();
		box.activeItems = box.items.slice(-1);
		await until(() => world.line.waiting.length === 1);
		world.line.waiting.shift()?.();
		await until(() => last() !== before);
		assert.match(last(), /^Stop: /);
		assert.deepEqual(box.activeItems, box.items.slice(-1));
		box.hide();
		await chosen;
	});

	it('keeps what was found if the forge fails, and tries again', async () => {
		const { box, labels, last, type, choose, chosen } = await start();
		world.line.isCut = true;
		await type('"step 11"');
		const found = Array.from({ length: 9 }, (_, nth) => `Step ${119 - nth}`);
		assert.deepEqual(labels().slice(0, 9), found);
		assert.match(last(), /^Try Again: .*(?:connect|reach)/i);
		world.line.isCut = false;
		await choose('Try Again');
		assert.deepEqual(labels(), [...found, 'Step 110', 'Step 11']);
		box.hide();
		await chosen;
	});

	it('says that a branch is gone', async () => {
		const { box, last, chosen } = await start(20, 'gone');
		assert.equal(last(), 'Try Again: ~alice/demo has no commits at gone. It may have been removed.');
		box.hide();
		await chosen;
	});
});

describe('The commands that show logs', () => {
	const { open } = demoRepositories();

	async function start(run: 'showLog' | 'searchLog' | 'loadMoreCommits', about: object) {
		const window = await open();
		made.boxes.length = 0;
		takeCalls();
		const commands = new RepositoryCommands(window.repositories, async () => assert.fail());
		return { ...window, done: commands[run]([{ about: { key, ...about } }]) };
	}

	it('ask for a branch or tag, the default branch or the selected one first', async () => {
		for (const [about, first] of [
			[{ kind: 'repository' }, '$(git-branch) master (default) | $(git-branch) feature'],
			[{ kind: 'reference', name: 'refs/tags/2.4.0' }, '$(tag) 2.4.0 | $(git-branch) master (default)'],
		] as const) {
			answerWith(choose('release/2.4'));
			const { done } = await start('showLog', about);
			await until(() => made.boxes[0]?.isShown);
			const [loading, asked = ''] = takeCalls();
			assert.equal(loading, 'loading: Show Log of ~ana/editor');
			assert.ok(asked.startsWith(`pick: Show Log of ~ana/editor: Branch or tag: ${first}`), asked);
			assert.equal(made.boxes[0]?.title, 'Log of ~ana/editor (release/2.4)');
			made.boxes[0]?.hide();
			await done;
		}
	});
});
