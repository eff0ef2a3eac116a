import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { type ExpectedMail, MailSearch } from '../../../../src/review/state/mail-search.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { until } from '../../../tools/until.ts';

describe('The search for mails on their lists', () => {
	const { open, ending } = demoLists();

	/** A search in a new window, for the first mail of the list and two that are not found there. */
	async function start(lookAfterMs: readonly number[], isSignedIn = true) {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const [known, next] = cache.mails.values();
		const other = await open();
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const expected: ExpectedMail[] = [
			{ key: { ...list, messageId: known?.messageId ?? '' }, entry: 'one' },
			{ key: { ...list, messageId: '<not-there@x>' } },
		];
		const later: ExpectedMail[] = [];
		const found: ExpectedMail[] = [];
		const signedIn = new Set(isSignedIn ? ['ana'] : []);
		const lifetime = new Lifetime();
		ending(lifetime);
		const search = new MailSearch({
			accountOf: (account) => (signedIn.has(account) ? other.lists.of(account) : undefined),
			expected: () => expected,
			didFind: async (one) => {
				found.push(expected.splice(expected.indexOf(one), 1)[0] ?? one);
				if (later.length > 0 && expected.push(...later.splice(0))) search.lookLater();
			},
			lookAfterMs,
			lifetime,
			log: other.log,
		});
		other.forget();
		const signIn = () => signedIn.add('ana');
		/** When the first mail is found, another one that is there is expected. */
		const expectNext = () => later.push({ key: { ...list, messageId: next?.messageId ?? '' }, entry: 'two' });
		return { other, search, expected, expectNext, signIn, found: () => found.map(({ entry }) => entry) };
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

	it('begins again with the shortest pause for those that are expected since it has found others', async () => {
		const { search, expectNext, found } = await start([5, 3_600_000]);
		expectNext();
		search.lookLater();
		await until(() => found().length > 1);
		assert.deepEqual(found(), ['one', 'two']);
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

	for (const [what, other] of [
		['of an account that is not signed in', { account: 'signed out' }],
		['of a list that does not exist', { list: 'gone' }],
	] as const)
		it(`does not go on for those ${what}`, async () => {
			let hasEnded = false;
			const lookAfterMs = new Proxy([1, 1], {
				get: (delays, key) => {
					if (key === '2') hasEnded = true;
					return Reflect.get(delays, key);
				},
			});
			const { search, expected } = await start(lookAfterMs);
			for (const { key } of expected.slice(1)) expected.push({ key: { ...key, ...other } });
			search.lookLater();
			await until(() => hasEnded);
		});

	it('begins when their account signs in', async () => {
		const { search, found, signIn } = await start([1], false);
		search.lookLater();
		assert.deepEqual(found(), []);
		signIn();
		search.lookLater();
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
