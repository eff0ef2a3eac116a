import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { type ExpectedMail, MailSearch } from '../../../../../src/patches/state/review/mail-search.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { until } from '../../../../tools/until.ts';

describe('The search for mails on their lists', () => {
	const { open, ending } = demoLists();

	it('finds those that are there, and asks a list once for all of them', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const [known] = cache.mails.values();
		const other = await open();
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const expected: ExpectedMail[] = [
			{ key: { ...list, messageId: known?.messageId ?? '' }, entry: 'one' },
			{ key: { ...list, messageId: '<not-there@x>' } },
			{ key: { ...list, account: 'signed out', messageId: known?.messageId ?? '' } },
		];
		const found: ExpectedMail[] = [];
		const lifetime = new Lifetime();
		ending(lifetime);
		const search = new MailSearch({
			accountOf: (account) => other.lists.of(account),
			expected: () => expected,
			didFind: async (one) => void found.push(expected.splice(expected.indexOf(one), 1)[0] ?? one),
			lookAfterMs: [5, 3_600_000],
			lifetime,
			log: other.log,
		});
		other.forget();
		search.lookLater();
		await until(() => found.length > 0);
		assert.deepEqual(
			found.map(({ entry }) => entry),
			['one'],
		);
		const posts = other.asked().filter((path) => path.startsWith('/lists/editor-devel/posts'));
		assert.equal(new Set(posts).size, posts.length, 'no page is read twice');
	});
});
