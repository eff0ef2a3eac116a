import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { MyLists } from '../../../../src/patches/state/my-lists.ts';
import { demoForge } from '../../../kit/forge/demo-forge.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';
import { openLists } from './lists/open-lists.ts';

describe('The lists that a user has sent mails to', () => {
	const { open } = demoLists();
	const ending = endings();
	const time = skippableTime();

	async function openMine(changed = () => {}) {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		const lifetime = new Lifetime();
		ending(lifetime);
		return { window, account, lists: new MyLists(account, lifetime, changed) };
	}

	it('are opened once, without requests, and report their changes', async () => {
		let changes = 0;
		const { window, account, lists } = await openMine(() => changes++);
		await account.sent.refresh();
		window.forget();
		assert.equal(lists.areOpen, false);
		const editor = { owner: '~ana', name: 'editor-devel' };
		await lists.open([editor]);
		assert.deepEqual([lists.areOpen, window.asked()], [true, []]);
		assert.ok(lists.threads.series.some(({ list }) => list.name === editor.name));
		const cache = lists.cacheOf(editor) ?? assert.fail();
		await lists.open();
		assert.equal(lists.cacheOf(editor), cache);
		let ofCache = 0;
		cache.onDidChange(() => ofCache++);
		await cache.refresh();
		assert.ok(ofCache > 0);
		assert.equal(changes, ofCache);
	});

	it('are searched for replies only while these are visible', async () => {
		const { window, account, lists } = await openMine();
		await account.sent.refresh();
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
		const { window, lists } = await openMine();
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
		time.skip(11 * 60_000);
		assert.equal(lists.isCheckDue, true);
		lists.lookForSent([editor], () => true);
		await until(() => lists.cacheOf(editor)?.mailsAsOf !== undefined);
		assert.ok(window.asked().some((path) => path.startsWith('/lists/editor-devel/posts')));
	});
});

describe('The lists that a user has sent mails to, in GraphQL', () => {
	const { lifetime, inGraphql } = demoForge();

	it('are not asked again at once for what the forge has just failed to answer, however often the view is drawn', async () => {
		const requests: string[] = [];
		let isBroken = false;
		const account = inGraphql('carol', (url, { body = '{}' }) => {
			const { query, variables } = JSON.parse(body);
			requests.push(query ?? url);
			const fails = isBroken && (/descendants|blocks/.test(query) || typeof variables?.cursor === 'string');
			return fails ? { data: null, errors: [{ message: 'Temporary error' }] } : undefined;
		});
		const { lists: mailingLists } = await openLists(account, lifetime);
		const carol = mailingLists.of('carol') ?? assert.fail();
		await carol.sent.refresh();
		let draws = 0;
		const draw = () => {
			draws += 1;
			if (draws < 100) lists.checkReplies(lists.threads, () => true);
		};
		const lists: MyLists = new MyLists(carol, lifetime, draw);
		await lists.open();
		isBroken = true;
		const cache = lists.cacheOf({ owner: '~ana', name: 'editor-devel' }) ?? assert.fail();
		await cache.refresh();
		assert.equal(cache.lastError?.kind, 'busy');
		requests.length = 0;
		draw();
		await until(() => draws >= 100 || !lists.isCheckDue, { what: 'no more requests' });
		assert.ok(requests.length < 20, `${requests.length} requests for ${draws} drawings`);
	});
});
