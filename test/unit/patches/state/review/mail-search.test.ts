import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { type ExpectedMail, MailSearch } from '../../../../../src/patches/state/review/mail-search.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { until } from '../../../../tools/until.ts';

describe('The search for mails on their lists', () => {
	const { open, ending } = demoLists();

	/** A search in a new window, for the first mail of the list and two that are not found there. */
	async function start(lookAfterMs: readonly number[]) {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const [known] = cache.mails.values();
		const other = await open();
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const expected: ExpectedMail[] = [
			{ key: { ...list, messageId: known?.messageId ?? '' }, entry: 'one' },
			{ key: { ...list, messageId: '<not-there@x>' } },
		];
		const found: ExpectedMail[] = [];
		const lifetime = new Lifetime();
		ending(lifetime);
		const search = new MailSearch({
			accountOf: (account) => other.lists.of(account),
			expected: () => expected,
			didFind: async (one) => void found.push(expected.splice(expected.indexOf(one), 1)[0] ?? one),
			lookAfterMs,
			lifetime,
			log: other.log,
		});
		other.forget();
		return { other, search, expected, found: () => found.map(({ entry }) => entry) };
	}

	it('finds those that are there, and asks a list once for all of them', async () => {
		const { other, search, expected, found } = await start([5, 3_600_000]);
		for (const { key } of expected.slice(0, 1)) expected.push({ key: { ...key, account: 'signed out' } });
		search.lookLater();
		await until(() => found().length > 0);
		assert.deepEqual(found(), ['one']);
		const posts = other.asked().filter((path) => path.startsWith('/lists/editor-devel/posts'));
		assert.equal(new Set(posts).size, posts.length, 'no page is read twice');
	});

	it('goes on until the forge has answered', async () => {
		const { other, search, found } = await start([1, 1]);
		const [connection] = other.connections;
		if (!connection) return assert.fail();
		connection.line.isCut = true;
		search.lookLater();
		await until(() => other.lines.filter(({ line }) => line.includes('Looking for a mail')).length > 4);
		connection.line.isCut = false;
		await until(() => found().length > 0);
		assert.deepEqual(found(), ['one']);
	});

	it('finds those that something else reads from the list', async () => {
		const { other, search, found } = await start([]);
		search.lookLater();
		const cache = await other.cache('ana', 'editor-devel');
		await cache.refresh();
		await until(() => found().length > 0);
		assert.deepEqual(found(), ['one']);
	});
});
