import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { MyLists } from '../../../../src/patches/state/my-lists.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';

describe('The lists that a user has sent mails to', () => {
	const { open } = demoLists();
	const ending = endings();

	it('are opened once, without requests, and report their changes', async () => {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		await account.sent.refresh();
		const lifetime = new Lifetime();
		ending(lifetime);
		let changes = 0;
		const lists = new MyLists(account, lifetime, () => changes++);
		window.forget();
		assert.equal(lists.areOpen, false);
		await lists.open();
		assert.deepEqual([lists.areOpen, window.asked()], [true, []]);
		const editor = { owner: '~ana', name: 'editor-devel' };
		assert.ok(lists.threads.series.some(({ list }) => list.name === editor.name));
		const cache = lists.cacheOf(editor) ?? assert.fail();
		await lists.open();
		assert.equal(lists.cacheOf(editor), cache);
		await cache.refresh();
		assert.ok(changes > 0);
	});

	it('are searched for replies only while these are visible', async () => {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		await account.sent.refresh();
		const lifetime = new Lifetime();
		ending(lifetime);
		const lists = new MyLists(account, lifetime, () => {});
		await lists.open();
		assert.equal(lists.isCheckDue, false);
		window.forget();
		lists.checkReplies(lists.threads, () => false);
		assert.equal(lists.isCheckDue, true);
		lists.checkReplies(lists.threads, () => true);
		await until(() => !lists.isCheckDue);
		assert.ok(window.asked().some((path) => path.startsWith('/emails/')));
	});

	it('are read for mails of the user that are not there, but not again before ten minutes', async () => {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		const lifetime = new Lifetime();
		ending(lifetime);
		let now = Date.now();
		const lists = new MyLists(
			account,
			lifetime,
			() => {},
			() => now,
		);
		const editor = { owner: '~ana', name: 'editor-devel' };
		await lists.open([editor]);
		window.forget();
		lists.lookForSent([editor], () => false);
		assert.deepEqual([lists.isCheckDue, window.asked()], [true, []], 'they are hidden');
		window.cut(true);
		lists.lookForSent([editor], () => true);
		await until(() => lists.cacheOf(editor)?.lastError !== undefined);
		assert.equal(lists.isCheckDue, false, 'also after a failure');
		window.cut(false);
		now += 11 * 60_000;
		assert.equal(lists.isCheckDue, true);
		lists.lookForSent([editor], () => true);
		await until(() => lists.cacheOf(editor)?.mailsAsOf !== undefined);
		assert.ok(window.asked().some((path) => path.startsWith('/lists/editor-devel/posts')));
	});
});
