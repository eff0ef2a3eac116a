import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { SeenCommits } from '../../../../src/platform/model/forge-events.ts';
import { type Row, spokenText } from '../../../../src/platform/view/row.ts';
import { createRepositoriesView } from '../../../../src/repositories/view/repositories-view.ts';
import { addReferences, demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { below, drawnViews, named, texts } from '../../../kit/window/drawn-view.ts';
import { until } from '../../../tools/until.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoRepositories>['open']>>;

describe('The Repositories view', () => {
	const { open } = demoRepositories();
	const showView = drawnViews();
	stopTheDate(Date.parse('2026-02-01T00:00:00Z'));
	const show = ({ repositories, accounts }: Window) =>
		showView(accounts, (changed) =>
			createRepositoriesView({
				...{ source: repositories, changed, isVisible: () => true },
				submodules: noSubmodules,
			}),
		);

	it('lists own repositories by name, then pinned ones, with visibility and the first line of the description', async () => {
		const window = await open();
		await window.repositories.accounts[0]?.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
		const { draw } = show(window);
		await until(async () => texts(await draw()).every(([, description]) => description !== undefined), {
			what: 'all repositories are read',
		});
		const rows = await draw();
		assert.deepEqual(texts(rows), [
			['~ana/editor', 'A small text editor for terminals'],
			['~ana/notes', 'private · For myself'],
			['~bob/dotfiles', 'What I put on every machine'],
		]);
		assert.deepEqual(
			rows.map(({ context }) => context),
			['own', 'own', 'pinned'].map((which) => `repository ${which} noCodeSearch`),
		);
		const { tooltip } = rows[0] ?? {};
		assert.match(
			typeof tooltip === 'object' ? tooltip.markdown() : '',
			/public · created 17 Feb 2024.*One window/s,
		);
	});

	it('shows a pinned repository by its name at once, and the rest when the forge has answered', async () => {
		const window = await open();
		const [{ client, repositories } = assert.fail()] = window.repositories.accounts;
		await repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
		const { repository } = client;
		const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
		let requests = 0;
		Object.assign(client, {
			repository: async (...args: Parameters<typeof repository>) => {
				requests += 1;
				await answering;
				return repository(...args);
			},
		});
		const { draw, changes } = show(window);
		const rows = await draw();
		assert.deepEqual(texts(rows).at(-1), ['~bob/dotfiles', undefined]);
		assert.deepEqual(texts(await draw()), texts(rows));
		changes.length = 0;
		answer();
		const dotfiles = named(rows, '~bob/dotfiles');
		await until(() => changes.includes(dotfiles.id) && dotfiles.current?.().description !== undefined, {
			what: 'the row has changed',
		});
		assert.equal(dotfiles.current?.().description, 'What I put on every machine');
		assert.equal(requests, 1);
	});

	it('counts the commits of the history as seen when the user expands it, not when it is drawn again', async () => {
		const window = await open();
		const { draw } = show(window);
		const seen: SeenCommits[] = [];
		window.seen.onDidSee((one) => 'commits' in one && seen.push(one));
		const rows = await draw();
		const log = named(await below(rows, '~ana/editor'), 'Log');
		const commits = await below(rows, '~ana/editor', 'Log');
		assert.deepEqual(seen, []);
		log.didExpand?.();
		await until(() => seen.length > 0, { what: 'the commits are seen' });
		const ids = commits.flatMap(({ about }) => (about?.kind === 'commit' ? [about.commit] : []));
		const targets = { 'refs/heads/master': ids[0] };
		assert.deepEqual(seen, [
			{ repository: { account: 'ana', owner: '~ana', repository: 'editor' }, commits: ids, targets },
		]);
	});

	it('reads the references and the history once, in two requests, and a folder in one, also that of a link', async () => {
		const window = await open();
		const { draw } = show(window);
		const rows = await draw();
		window.forget();
		await below(rows, '~ana/editor', 'Branches');
		await below(rows, '~ana/editor', 'Log');
		assert.deepEqual(window.asked().toSorted(), ['/log/HEAD', '/refs']);
		window.forget();
		await below(rows, '~ana/editor', 'Files', 'src');
		// The files, `doc` for the link to a file in it, and `src`.
		assert.deepEqual(window.asked().filter((one) => one.startsWith('/tree/')).length, 3);
	});

	it('does not repeat a read that has failed when rows are drawn again, but when the user refreshes', async () => {
		const window = await open();
		const [{ line } = assert.fail()] = window.connections;
		line.edit = (what) => (what.includes('/refs') ? { status: 403, text: '{}' } : undefined);
		const { view, draw } = show(window);
		const rows = await draw();
		await below(rows, '~ana/editor');
		window.forget();
		for (let times = 0; times < 3; times += 1) await below(rows, '~ana/editor');
		assert.deepEqual(window.asked(), []);
		line.edit = undefined;
		view.refresh();
		await until(async () => (await below(rows, '~ana/editor')).some(({ label }) => label === 'Branches'));
	});

	it('does not repeat the read of a log that has failed either', async () => {
		const window = await open();
		const { objects } = window.cacheOf('ana', 'editor');
		const readLog = objects.log.bind(objects);
		let reads = 0;
		objects.log = async () => {
			reads += 1;
			throw new ForgeError('forbidden', 'No permission.');
		};
		const { view, draw } = show(window);
		const rows = await draw();
		for (let times = 0; times < 3; times += 1)
			assert.deepEqual(texts(await below(rows, '~ana/editor', 'Log')), [['Search…', undefined]]);
		assert.equal(reads, 1);
		objects.log = readLog;
		view.refresh();
		await until(async () => (await below(rows, '~ana/editor', 'Log')).length > 1);
	});

	it('shows folders first, where symbolic links lead, and submodules without opening them', async () => {
		const { draw } = show(await open());
		const files = await below(await draw(), '~ana/editor', 'Files');
		assert.deepEqual(
			files.slice(0, 4).map(({ label }) => label),
			['doc', 'src', 'tests', 'vendor'],
		);
		assert.equal(named(files, 'NEWS').description, '→ doc/NEWS');
		const [submodule] = await below(files, 'vendor');
		assert.match(submodule?.description ?? '', /^submodule at [0-9a-f]{7}$/);
		assert.equal(typeof submodule?.children, 'function');
		assert.deepEqual(named(files, 'README.md').file, {
			scheme: 'tildeforge',
			authority: 'forge.test',
			path: '/~ana/editor (master)/README.md',
		});
	});

	it('has below each branch and tag its log, with rows of its own, which count as seen when the user expands it', async () => {
		const window = await open();
		const { draw } = show(window);
		const seen: SeenCommits[] = [];
		window.seen.onDidSee((one) => 'commits' in one && seen.push(one));
		const rows = await draw();
		const ids = (all: readonly Row[]) =>
			all.flatMap(({ about }) => (about?.kind === 'commit' ? [about.commit] : []));
		const all: Row[] = [...(await below(rows, '~ana/editor', 'Log'))];
		for (const [kind, name, ref] of [
			['Branches', 'release/2.4', 'refs/heads/release/2.4'],
			['Tags', '2.4.0', 'refs/tags/2.4.0'],
		] as const) {
			const inside = await below(rows, '~ana/editor', kind, name);
			const log = inside[0] ?? assert.fail();
			assert.deepEqual(
				[log.label, log.context, spokenText(log)],
				['Log', 'log', `Log of ${kind === 'Tags' ? 'tag' : 'branch'} ${name}`],
			);
			const inLog = await below(inside, 'Log');
			assert.equal(inLog[0]?.label, 'Search…');
			assert.deepEqual(inLog[0]?.command?.arguments, [{ ...log.about, ref }]);
			assert.ok(ids(inLog).length > 1);
			all.push(...inside, ...inLog);
			seen.length = 0;
			log.didExpand?.();
			await until(() => seen.length > 0, { what: 'the commits are seen' });
			assert.deepEqual(seen[0]?.commits, ids(inLog));
			assert.deepEqual(Object.keys(seen[0]?.targets ?? {}), [ref]);
		}
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
	});

	it('says in the log of a branch that its commit is gone', async () => {
		const other = await open();
		addReferences(other.repositories.accounts[0]?.client ?? assert.fail(), ({ name }) =>
			name === 'refs/heads/master' ? [{ name: 'refs/heads/removed', target: '0123456789'.repeat(4) }] : [],
		);
		const { draw } = show(other);
		const removed = named(await below(await draw(), '~ana/editor', 'Branches'), 'removed');
		const logRow = named((await removed.children?.()) ?? [], 'Log');
		assert.deepEqual(texts((await logRow.children?.()) ?? []), [['Not found', 'refresh the view']]);
	});

	it('tells annotated tags from others once it has looked them up', async () => {
		const { draw, changes } = show(await open());
		const rows = await draw();
		const isLookedUp = async () =>
			(await below(rows, '~ana/editor', 'Tags')).filter(({ description }) => description === 'annotated')
				.length === 3;
		await until(isLookedUp, { what: 'the tags are looked up' });
		assert.ok(changes.includes('ana/~ana/editor'));
		const tags = await below(rows, '~ana/editor', 'Tags');
		assert.deepEqual(
			tags.map(({ label, description }) => [label, description]),
			[
				['nightly', undefined],
				['2.4.1', 'annotated'],
				['2.4.0', 'annotated'],
				['2.3.0', 'annotated'],
			],
		);
	});

	it('shows what it has read without a connection, and says above the rows that there is none', async () => {
		const window = await open();
		const before = show(window);
		const rows = await before.draw();
		const files = texts(await below(rows, '~ana/editor', 'Files', 'src'));
		const commits = (await below(rows, '~ana/editor', 'Log')).map(({ label }) => label);
		await window.repositories.accounts[0]?.repositories.own.settled();
		await window.cacheOf('ana', 'editor').settled();
		const later = await open({ folder: window.folder });
		later.cut(true);
		const { view, draw, changes } = show(later);
		const offline = await draw();
		assert.deepEqual(texts(offline), texts(rows));
		// A window writes what it reads in the background. What is not on the disk yet cannot be read without a connection.
		const isKept = async () => {
			const kept = (await below(offline, '~ana/editor', 'Log')).map(({ label }) => label);
			const keptFiles = texts(await below(offline, '~ana/editor', 'Files', 'src'));
			return isDeepStrictEqual([keptFiles, kept.slice(0, 10)], [files, commits.slice(0, 10)]);
		};
		const unlessOffline = (error: unknown) => {
			if (error instanceof ForgeError && error.kind === 'offline') return false;
			throw error;
		};
		await until(() => isKept().catch(unlessOffline), { what: 'the files and commits are there' });
		await until(() => /^No connection\. .* Last updated /.test(view.message ?? ''), { what: 'the message' });

		later.cut(false);
		changes.length = 0;
		view.didAnswer(later.accounts()[0] ?? assert.fail(), 'repositories');
		assert.equal(view.message, undefined);
		assert.deepEqual(changes, ['head']);
	});

	it('has different IDs for the rows of branches that no repository of git has together', async () => {
		const window = await open();
		const { client } = window.repositories.accounts[0] ?? assert.fail();
		addReferences(client, ({ name, target }) =>
			name === 'refs/heads/master' ? [{ name: `${name}/src`, target }] : [],
		);
		const rows = await show(window).draw();
		const branches = await below(rows, '~ana/editor', 'Branches');
		const files = await below(branches, 'master');
		const all = [
			...branches,
			...files,
			...(await below(files, 'src')),
			...(await below(branches, 'master/src')),
		];
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
	});

	it('says that a repository without commits is empty, and offers no tree', async () => {
		const window = await open({ names: ['bob'] });
		const [bob] = window.repositories.accounts;
		const created = await bob?.client.createRepository({}, { name: 'empty', visibility: 'unlisted' });
		const { draw } = show(window);
		const rows = await draw();
		assert.equal(named(rows, '~bob/empty').description, 'unlisted');
		const inside = await below(rows, '~bob/empty');
		const { hostname } = new URL(window.accounts()[0]?.instance.repositories ?? '');
		assert.deepEqual(texts(inside), [
			['No commits yet', 'push to it to add some'],
			[`git remote add origin git@${hostname}:~bob/empty`, undefined],
			['git push --set-upstream origin HEAD', undefined],
		]);
		const key = { account: 'bob', owner: '~bob', repository: 'empty' };
		for (const { command } of inside)
			assert.deepEqual(command, {
				...{ id: 'tildeforge.copyPushCommands', title: 'Copy Push Commands' },
				arguments: [{ kind: 'repository', key }],
			});
		assert.equal(created?.name, 'empty');
	});

	it('says which repositories answer pushes', async () => {
		const window = await open();
		const { repositories } = window;
		const { draw } = show(window);
		const editor = async () => (await draw()).find(({ label }) => label === '~ana/editor') ?? assert.fail();
		await until(async () => (await editor()).description !== undefined);
		await repositories.of('ana')?.answered.set('editor', true);
		const { description, spokenLabel, tooltip } = await editor();
		assert.equal(description, 'reports tickets to pushers · A small text editor for terminals');
		assert.match(spokenLabel ?? '', /^~ana\/editor, repository, reports tickets to pushers,/);
		assert.match(typeof tooltip === 'object' ? tooltip.markdown() : '', / · reports tickets to pushers/);
	});
});
