import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ForgeObjects } from '../../../../src/repositories/state/forge-objects.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { addReferences } from '../../../kit/forge/demo-repositories.ts';
import {
	answerWith,
	choose,
	made,
	setSetting,
	TabInputWebview,
	tabChanges,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { chooseInBox } from '../../../kit/window/item-box.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { until } from '../../../tools/until.ts';

/** The user leaves a message as it is. */
const staysOpen = () => new Promise<never>(() => {});

const uri = (commit: string, path: string, repository: string) =>
	`tildeforge://forge.test/${repository} (${commit})/${path}`;
/** The same file in a comparison. */
const compared = (commit: string, path: string, repository: string) =>
	`tildeforge://forge.test/${repository}/${path}?commit=${commit}`;
const dotfiles = '~bob/dotfiles';
const messageOf = (commit: string) => [
	`${uri(commit, 'Commit Message', dotfiles)}?message`,
	null,
	`${compared(commit, 'Commit Message', dotfiles)}&message`,
];

/** The title and the files of the changes that a call shows. */
function shownIn(call: string | undefined) {
	const [, title, files = ''] = /^command: vscode\.changes: (.*?): (\[.*)$/s.exec(call ?? '') ?? [];
	const parsed: unknown = JSON.parse(files);
	return { title, files: parsed };
}

describe('The changes of a commit', () => {
	const { open } = repositoryCommands();
	const commit = (id: string) => row('bob', 'dotfiles', { kind: 'commit', commit: id });

	/** A window, and the commits of bob's repository, the newest first. */
	async function openWithLog() {
		const window = await open('ana');
		const remote = { client: window.account('ana').client, owner: '~bob', repository: 'dotfiles' };
		const log = new LogReader(new ForgeObjects(remote), 'HEAD');
		await log.readMore();
		const [last = assert.fail(), first = assert.fail()] = log.commits.map(({ id }) => id);
		return { ...window, first, last };
	}

	/** Each commit is read only after `wait`. */
	function readLate(
		cacheOf: Awaited<ReturnType<typeof open>>['cacheOf'],
		wait: (id: string) => Promise<unknown>,
	) {
		const { objects } = cacheOf('bob', 'dotfiles');
		const read = objects.commit.bind(objects);
		objects.commit = async (id, options) => {
			await wait(id);
			return read(id, options);
		};
	}

	it('are those to its first parent', async () => {
		const { commands, first, last } = await openWithLog();
		await commands.openCommit([commit(last)]);
		const [progress, changes, ...rest] = takeCalls();
		assert.deepEqual([progress, rest], ['progress: Loading commit', []]);
		const { title, files } = shownIn(changes);
		assert.match(title ?? '', new RegExp(`^${last.slice(0, 7)} install`));
		const sides = [first, last].map((id) => compared(id, 'install', dotfiles));
		assert.deepEqual(files, [messageOf(last), [uri(last, 'install', dotfiles), ...sides]]);
	});

	it('have the name of the deleted branch or tag in their title', async () => {
		const { commands, last } = await openWithLog();
		const deleted = (deletedRef: string, id = last) =>
			commands.openCommit([row('bob', 'dotfiles', { kind: 'commit', commit: id, deletedRef })]);
		for (const [ref, name] of [
			['refs/heads/fix', 'branch fix'],
			['refs/tags/v1', 'tag v1'],
		] as const) {
			await deleted(ref);
			const { title } = shownIn(takeCalls()[1]);
			assert.match(title ?? '', new RegExp(`^${last.slice(0, 7)} .* \\(last commit of deleted ${name}\\)$`));
			await deleted(ref, '0123456789'.repeat(4));
			assert.equal(
				takeCalls().at(-1),
				`error: ~bob/dotfiles no longer has ${name}, and its last commit 0123456 was removed.`,
			);
		}
	});

	it('are those of all commits of a push at once, below their messages, which then count as seen', async () => {
		const { commands, seen: looks, first, last } = await openWithLog();
		const seen: unknown[] = [];
		looks.onDidSee((what) => 'commits' in what && seen.push(what.commits, what.targets));
		const name = 'refs/heads/master';
		const push = { kind: 'reference', name, leadsTo: last, since: first } as const;
		await commands.openCommit([row('bob', 'dotfiles', push)]);
		const [progress, changes] = takeCalls();
		assert.equal(progress, 'progress: Loading commits');
		const { title, files } = shownIn(changes);
		assert.equal(title, `1 commit to master: ${first.slice(0, 7)}..${last.slice(0, 7)}`);
		const sides = [first, last].map((id) => compared(id, 'install', dotfiles));
		assert.deepEqual(files, [messageOf(last), [uri(last, 'install', dotfiles), ...sides]]);
		assert.deepEqual(seen, [[last], { [name]: last }]);
	});

	it('of a push say that there are more commits than were read', async () => {
		const { commands, cacheOf, first, last } = await openWithLog();
		const { objects } = cacheOf('bob', 'dotfiles');
		const log = objects.log.bind(objects);
		objects.log = async (id, options) => (id === first ? [] : log(id, options));
		const push = { kind: 'reference', name: 'refs/heads/master', leadsTo: last, since: first } as const;
		await commands.openCommit([row('bob', 'dotfiles', push)]);
		assert.match(shownIn(takeCalls()[1]).title ?? '', /^At least 2 commits to master: /);
	});

	it('count as seen, also those of a branch, but not if they cannot be shown', async () => {
		const { commands, seen: looks, last } = await openWithLog();
		const seen: unknown[] = [];
		looks.onDidSee((what) => {
			if ('upTo' in what) return;
			const { repository, ...one } = what;
			seen.push([repository.repository, one]);
		});
		await commands.openCommit([commit(last)]);
		await commands.openCommit([row('bob', 'dotfiles', { kind: 'reference', name: 'refs/heads/master' })]);
		await commands.openCommit([commit('0123456789'.repeat(4))]);
		assert.equal(
			takeCalls().at(-1),
			'error: 0123456 was not found in the repository. It may have been removed.',
		);
		assert.deepEqual(seen, [
			['dotfiles', { commits: [last], targets: {} }],
			['dotfiles', { commits: [last], targets: { 'refs/heads/master': last } }],
		]);
	});

	it('are those of the commit that an update tells of, whatever is known of the branch or tag', async () => {
		const { commands, seen: looks, first, last } = await openWithLog();
		const seen: unknown[] = [];
		looks.onDidSee((what) => 'targets' in what && seen.push(what.targets));
		for (const [name, target] of [
			['refs/heads/master', first],
			['refs/tags/new', last],
		] as const) {
			await commands.openCommit([row('bob', 'dotfiles', { kind: 'reference', name, leadsTo: target })]);
			assert.match(shownIn(takeCalls()[1]).title ?? '', new RegExp(`^${target.slice(0, 7)} `));
			assert.deepEqual(seen.splice(0), [{ [name]: target }]);
		}
	});

	it('are not there if the forge no longer has the commit that an update tells of: the update counts as shown', async () => {
		const { commands } = await open('ana');
		const update = { kind: 'reference', name: 'refs/heads/master', leadsTo: '0123456789'.repeat(4) };
		for (const isClicked of [false, true]) {
			const about = { ...row('bob', 'dotfiles', update).about, isClicked };
			assert.equal(await commands.openCommit([about]), true);
			assert.deepEqual(takeCalls(), [
				'error: The commit of master was not found. It may have been removed, or master leads to none.',
			]);
		}
	});

	it('leave the focus in the view after a click or Space, but not after Enter, a double click or from a menu', async () => {
		const { commands, first, last } = await openWithLog();
		const clicked = (id: string) => ({ ...commit(id).about, isClicked: true });
		let calls: readonly string[] = [];
		const focuses = async (...args: Parameters<typeof commands.openCommit>) => {
			await commands.openCommit(...args);
			calls = takeCalls();
			return calls.includes('command: tildeforge.repositories.focus');
		};
		assert.equal(await focuses([clicked(last)]), true);
		assert.equal(await focuses([clicked(last)]), false, 'a double click');
		assert.equal(calls.at(-1), 'command: workbench.action.keepEditor');
		commands.pressRowKey('space');
		assert.equal(await focuses([clicked(last)]), true);
		commands.pressRowKey('enter');
		assert.equal(await focuses([clicked(last)]), false);
		commands.pressRowKey('nonsense');
		assert.equal(await focuses([clicked(first)]), true);
		assert.equal(await focuses([commit(first)]), false, 'from a menu');
	});

	it('keep the focus if a double click opens them while the first click still does', async () => {
		const { commands, last } = await openWithLog();
		const clicked = { ...commit(last).about, isClicked: true };
		await Promise.all([commands.openCommit([clicked]), commands.openCommit([clicked])]);
		assert.equal(takeCalls().includes('command: tildeforge.repositories.focus'), false);
	});

	it('do not appear above those of a commit that was clicked later, unless the user went to them', async () => {
		const { commands, cacheOf, seen: looks, first, last } = await openWithLog();
		let slow = Promise.withResolvers<void>();
		readLate(cacheOf, async (id) => id === first && slow.promise);
		const seen: unknown[] = [];
		looks.onDidSee((what) => 'commits' in what && seen.push(...what.commits));
		for (const [isClicked, shown] of [
			[true, [last]],
			[false, [last, first]],
		] as const) {
			slow = Promise.withResolvers();
			const earlier = commands.openCommit([{ ...commit(first).about, isClicked }]);
			assert.equal(await commands.openCommit([{ ...commit(last).about, isClicked: true }]), true);
			slow.resolve();
			assert.equal(await earlier, shown.includes(first));
			const titles = takeCalls().flatMap((call) =>
				call.includes('vscode.changes') ? shownIn(call).title : [],
			);
			assert.deepEqual(
				titles.map((title) => title?.slice(0, 7)),
				shown.map((id) => id.slice(0, 7)),
			);
			assert.deepEqual(seen.splice(0), shown);
		}
	});

	it('do not appear above a file or page that was opened after the click', async () => {
		const { commands, cacheOf, last } = await openWithLog();
		const slow = Promise.withResolvers<void>();
		readLate(cacheOf, () => slow.promise);
		const clicked = commands.openCommit([{ ...commit(last).about, isClicked: true }]);
		setSetting('active tab', { input: new TabInputWebview('mainThreadWebview-tildeforge-ticket') });
		tabChanges.fire({ opened: [] });
		slow.resolve();
		assert.equal(await clicked, false);
		assert.deepEqual(takeCalls(), ['progress: Loading commit']);
	});

	it('are its message alone if it changes no file', async () => {
		const { commands, cacheOf, first } = await openWithLog();
		const { objects } = cacheOf('bob', 'dotfiles');
		Object.assign(objects, { commit: async () => ({ id: first, parents: [first], message: 'Empty\n' }) });
		await commands.openCommit([commit(first)]);
		const [, changes, ...rest] = takeCalls();
		assert.deepEqual(shownIn(changes).files, [messageOf(first)]);
		assert.deepEqual(rest, []);
	});

	it('are the first thousand of more files, which a message says without keeping the command running', async () => {
		const { commands, cacheOf } = await open('ana');
		const { objects } = cacheOf('ana', 'editor');
		const id = '1'.repeat(40);
		const entries = Array.from({ length: 1001 }, (_, nth) => ({
			name: `${nth}`,
			kind: 'file',
			id,
			mode: 0o100644,
		}));
		Object.assign(objects, {
			commit: async () => ({ id, parents: [], message: 'Many\n' }),
			rootTree: async () => ({ id, entries, isComplete: true }),
		});
		answerWith(staysOpen);
		await commands.openCommit([row('ana', 'editor', { kind: 'commit', commit: id })]);
		const [, changes, note] = takeCalls();
		const { files } = shownIn(changes);
		assert.equal(Array.isArray(files) && files.length, 1001);
		assert.equal(note, 'information: Only the first 1,000 of 1,001 changed files are shown.');
	});
});

describe('Comparing in a repository', () => {
	const { open } = repositoryCommands();
	const from = 'pick: Compare in ~ana/editor: Branch or tag to compare from: ';
	const tag = (name: string) => ({ kind: 'reference', name: `refs/tags/${name}` });
	const progressOfNames = 'progress: Loading branches and tags';

	it('asks for two branches or tags', async () => {
		const { commands } = await open('ana');
		answerWith(choose('2.4.0'), choose('2.4.1'));
		await chooseInBox(commands.compare([row('ana', 'editor')]), 'All differences');
		const [first = '', second = '', loading, progress, changes] = takeCalls().filter(
			(call) => call !== progressOfNames && !call.startsWith('loading: '),
		);
		assert.ok(
			first.startsWith(`${from}$(git-branch) master (default) | $(git-branch) feature/undo-file`),
			first,
		);
		assert.match(first, /\$\(tag\) 2\.4\.0/);
		assert.match(second, /^pick: Compare in ~ana\/editor: Branch or tag to compare 2\.4\.0 with: /);
		assert.doesNotMatch(second, /\$\(tag\) 2\.4\.0/);
		assert.deepEqual([loading, progress], ['progress: Loading commits', 'progress: Comparing']);
		const { title, files } = shownIn(changes);
		assert.equal(title, '2.4.0 ↔ 2.4.1');
		assert.ok(Array.isArray(files) && files.length > 0);
	});

	/** The box that compares two branches or tags, once it has read their logs. */
	async function openBox(before: string, after: string) {
		const window = await open('ana');
		made.boxes.length = 0;
		answerWith(choose(before), choose(after));
		const running = window.commands.compare([row('ana', 'editor')]);
		await until(() => made.boxes[0]?.isShown && !made.boxes[0].busy);
		const box = made.boxes[0] ?? assert.fail();
		takeCalls();
		const texts = () => box.items.map(({ label, description }) => `${label}: ${description ?? ''}`);
		return { ...window, box, texts, running };
	}

	it('names the merge base, lists the commits of each side, and opens one of them', async () => {
		const { box, texts, running } = await openBox('master', 'feature/undo-file');
		assert.equal(box.title, '~ana/editor: master ↔ feature/undo-file');
		const [added = '', changes, swap, ...rest] = texts();
		assert.deepEqual(
			[changes, swap],
			['All differences from master to feature/undo-file: ', 'Swap: what master adds to feature/undo-file'],
		);
		assert.match(added, /^What feature\/undo-file adds to master: 3 commits since [0-9a-f]{7} .+ · \d+\w+$/);
		const groups = rest.filter((one) => one.startsWith('Only in '));
		assert.equal(groups.length, 2);
		assert.match(groups[0] ?? '', /^Only in feature\/undo-file: [1-9]\d* commits?: $/);
		assert.match(groups[1] ?? '', /^Only in master: \d+ commits?: $/);
		assert.match(rest[1] ?? '', /: [0-9a-f]{7} · .+ · \d+\w+$/);
		const [subject = ''] = (rest[1] ?? '').split(': ').slice(-2);
		box.selectedItems = box.items.slice(4, 5);
		box.accept();
		await running;
		const [, opened = ''] = takeCalls();
		assert.match(opened, /^command: vscode\.changes: [0-9a-f]{7} /);
		assert.ok(opened.includes(subject), opened);
	});

	it('shows the changes since the merge base, also with the two swapped', async () => {
		const { box, texts, running } = await openBox('master', 'feature/undo-file');
		const before = texts();
		box.choose('Swap');
		assert.equal(box.title, '~ana/editor: feature/undo-file ↔ master');
		assert.deepEqual(
			texts().filter((one) => one.startsWith('Only in ')),
			before.filter((one) => one.startsWith('Only in ')).toReversed(),
		);
		box.choose('Swap');
		assert.deepEqual(texts(), before);
		box.choose('What feature/undo-file adds');
		await running;
		const { title, files } = shownIn(takeCalls()[1]);
		assert.match(title ?? '', /^feature\/undo-file since its merge base [0-9a-f]{7} with master$/);
		assert.ok(Array.isArray(files) && files.length > 0);
	});

	it('begins with what a branch adds if it was called on that branch', async () => {
		const { commands } = await open('ana');
		answerWith(choose('master'));
		const branch = row('ana', 'editor', { kind: 'reference', name: 'refs/heads/feature/undo-file' });
		await chooseInBox(commands.compare([branch]), 'What feature/undo-file adds to master');
		const { title, files } = shownIn(takeCalls().at(-1));
		assert.match(title ?? '', /^feature\/undo-file since its merge base [0-9a-f]{7} with master$/);
		assert.ok(Array.isArray(files) && files.length > 0);
	});

	describe('whose logs are still being read', () => {
		/** The box, once the user has pressed Enter on its first row. */
		async function waitForBase() {
			const window = await open('ana');
			const { objects } = window.cacheOf('ana', 'editor');
			const log = objects.log.bind(objects);
			const released = Promise.withResolvers<void>();
			objects.log = async (of, ...options) => {
				// Not the log of HEAD, which opening the repository waits for.
				if (/^[0-9a-f]{40}$/.test(of)) await released.promise;
				return log(of, ...options);
			};
			made.boxes.length = 0;
			answerWith(choose('master'), choose('feature/undo-file'));
			const running = window.commands.compare([row('ana', 'editor')]);
			await until(() => made.boxes[0]?.isShown && made.boxes[0].items.length > 0);
			const box = made.boxes[0] ?? assert.fail();
			takeCalls();
			const base = () => box.items[0]?.description;
			assert.equal(base(), 'Reading the logs…');
			box.activeItems = box.items.slice(0, 1);
			box.choose('What feature/undo-file adds');
			assert.equal(base(), 'Reading the logs… Opens when they have been read');
			assert.deepEqual(box.activeItems, box.items.slice(0, 1));
			return { box, base, running, released, objects, log };
		}

		it('opens nothing if the user has moved on or left', async () => {
			for (const leaves of [false, true]) {
				const { box, base, running, released } = await waitForBase();
				if (leaves) box.hide();
				else box.activeItems = box.items.slice(2, 3);
				released.resolve();
				if (!leaves) {
					await until(() => !box.busy);
					assert.match(base() ?? '', /^3 commits since [0-9a-f]{7} /);
					box.hide();
				}
				await running;
				assert.deepEqual(takeCalls(), []);
			}
		});

		it('says why nothing opens if they cannot be read, and tries again', async () => {
			const { box, base, running, released, objects, log } = await waitForBase();
			objects.log = () => Promise.reject(new ForgeError('offline', 'There is no connection.'));
			released.reject(new ForgeError('offline', 'There is no connection.'));
			await until(() => !box.busy);
			assert.equal(base(), 'The logs could not be read');
			objects.log = log;
			box.choose('What feature/undo-file adds');
			await running;
			assert.match(shownIn(takeCalls()[1]).title ?? '', / since its merge base /);
		});
	});

	it('says so if no files differ, and ends while the message is shown', async () => {
		const { commands, cacheOf } = await open('ana');
		const cache = cacheOf('ana', 'editor');
		const commit = await cache.commitOf({ kind: 'ref', name: 'HEAD' });
		Object.assign(cache.objects, { peel: async () => commit });
		answerWith(choose('2.4.0'), choose('2.4.1'), staysOpen);
		await chooseInBox(commands.compare([row('ana', 'editor')]), 'All differences');
		assert.equal(takeCalls().at(-1), 'information: 2.4.0 ↔ 2.4.1: no files differ.');
	});

	for (const [what, answers] of [
		['the first', []],
		['the second', [choose('master')]],
	] as const) {
		it(`is cancelled with ${what} choice`, async () => {
			const { commands } = await open('ana');
			answerWith(...answers);
			await commands.compare([row('ana', 'editor')]);
			const [progress, loading, ...others] = takeCalls();
			assert.deepEqual([progress, loading], [progressOfNames, 'loading: Compare in ~ana/editor']);
			assert.equal(others.filter((call) => call.startsWith('pick: ')).length, answers.length + 1);
		});
	}

	it('fails for a tag that leads to no commit, such as that of a file', async () => {
		const { account, commands } = await open('ana');
		addReferences(account('ana').client, ({ name }) =>
			name === 'refs/heads/master' ? [{ name: 'refs/tags/key', target: 'f'.repeat(40) }] : [],
		);
		answerWith(choose('master'));
		await assert.rejects(commands.compare([row('ana', 'editor', tag('key'))]), {
			kind: 'missing',
			message: 'The commit of key was not found. It may have been removed, or key leads to none.',
		});
	});
});

describe('The log of a repository', () => {
	const { open } = repositoryCommands();

	it('is read on by its last row', async () => {
		const { asked, commands, forget, cacheOf } = await open('ana');
		const { history } = cacheOf('ana', 'editor');
		forget();
		await commands.loadMoreCommits([row('ana', 'editor', { kind: 'log' })]);
		assert.match(asked().join(' '), /\/log\/HEAD/);
		assert.ok((history.all?.length ?? 0) > 1);
	});
});

describe('A command on a repository without a row', () => {
	const { open } = repositoryCommands();

	it('offers only own repositories for a command on these, those of the workspace first', async () => {
		const { commands, setProject } = await open('ana');
		setProject('~bob/dotfiles', '~ana/notes');
		await commands.edit([]);
		assert.equal(
			takeCalls().at(-1),
			'pick: Edit Repository: Select a repository: $(repo) ~ana/notes (forge.test · this project) | $(repo) ~ana/editor (forge.test)',
		);
	});

	it('takes the only one', async () => {
		const { commands } = await open('bob');
		await assert.rejects(commands.showReadme([]), { message: '~bob/dotfiles has no README.' });
	});
});
