import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import {
	type CommitText,
	findSeriesOfCommits,
} from '../../../../../src/patches/state/find/series-of-commits.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

describe('The patchsets of which a push has patches', () => {
	const { open: openWindow } = demoLists();
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	async function open() {
		const { lists, cache: cacheOf, connections, asked, forget } = await openWindow();
		const [{ line } = assert.fail()] = connections;
		const account = lists.of('ana') ?? assert.fail();
		const cache = await cacheOf('ana', 'editor-devel');
		await Promise.all([cache.refresh(), account.lists.own.refresh()]);
		forget();
		/** A series with several patches in its newest version. */
		const series =
			cache.threads.series.find(
				({ newest, patchset, status }) => patchset && newest.patches.length > 2 && status === 'proposed',
			) ?? assert.fail();
		const commits = series.newest.patches.map(
			({ mail }): CommitText => ({
				message: `${mail.subject.title}\n\nWhy.\n`,
				author: { name: '', email: mail.from.email.toUpperCase() },
			}),
		);
		const signal = AbortSignal.timeout(10_000);
		const find = (...commits: readonly CommitText[]) =>
			findSeriesOfCommits(account, commits, lifetime, signal);
		const ref = `~ana/editor-devel#${series.patchset?.id}`;
		const { title, version, patches } = series.newest;
		const found = (landed: number) => ({
			...{ ref, title, version, status: 'proposed', landed, patches: patches.length },
		});
		return { account, line, asked, commits, find, found, signal };
	}

	it('are found by title and author, with how many of their patches, with one request for their list', async () => {
		const { asked, commits, find, found } = await open();
		const [first = assert.fail(), second = assert.fail()] = commits;
		assert.deepEqual(await find(...commits), [found(commits.length)]);
		assert.deepEqual(asked(), ['/lists/editor-devel']);
		assert.deepEqual(await find(second, first), [found(2)]);
	});

	it('are not found by one title alone, only if the titles of all patches match', async () => {
		const { commits, find, found } = await open();
		const author = { name: 'Someone', email: 'else@example.org' };
		const ofOther = commits.map((commit) => ({ ...commit, author }));
		assert.deepEqual(await find(...ofOther.slice(1)), []);
		assert.deepEqual(await find(...ofOther), [found(commits.length)]);
		assert.deepEqual(await find({ message: 'Something else', author }, { message: '\n', author }), []);
	});

	it('have titles on several lines', async () => {
		const { commits, find, found } = await open();
		const [first = assert.fail()] = commits;
		const message = first.message.replace(' ', '\n ');
		assert.notEqual(message, first.message);
		assert.deepEqual(await find({ ...first, message }), [found(1)]);
	});

	it('are left out if their list is not public, even if it was when its details were stored', async () => {
		const { account, commits, find } = await open();
		const { list: ask } = account.client;
		const ofOthers = { subscriber: ['browse'], account: ['browse'] };
		for (const permissions of [
			null,
			{ ...ofOthers, nonsubscriber: [] },
			{ ...ofOthers, nonsubscriber: null },
		]) {
			Object.assign(account.client, {
				list: async (...asked: Parameters<typeof ask>) => ({ ...(await ask(...asked)), permissions }),
			});
			assert.deepEqual(await find(...commits), []);
		}
	});

	it('are left out if the forge does not say whether their list is public', async () => {
		const { line, commits, find } = await open();
		line.isCut = true;
		assert.deepEqual(await find(...commits), []);
	});

	it('are not searched when there is no time left', async () => {
		const { account, commits } = await open();
		const signal = AbortSignal.abort();
		await assert.rejects(findSeriesOfCommits(account, commits, lifetime, signal), { name: 'AbortError' });
	});
});
