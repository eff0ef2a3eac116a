import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../tools/until.ts';
import { row, signInWithToken, tokenOf } from './editor-driver.ts';
import { editorWindow } from './window.ts';

const countedMs = 45_000;
const mostAtOnce = 6;
const perKind = 24;

describe('A window with 50 trackers, mailing lists and repositories', () => {
	/** The requests to the forge, each with its time. */
	const sent: { readonly at: number; readonly isForWebhooks: boolean; readonly what: string }[] = [];
	const record = (message: unknown) => {
		const { request } = message as { readonly request: IncomingMessage };
		const { method = '', url = '' } = request;
		if (url.startsWith('/api/') || url.startsWith('/query'))
			sent.push({ at: performance.now(), isForWebhooks: url.includes('webhooks'), what: `${method} ${url}` });
	};
	const channel = 'http.server.request.start';
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
		},
		async (window) => {
			const { addresses } = window.forge;
			const headers = {
				authorization: `token ${tokenOf(window.forge, '~ana')}`,
				'content-type': 'application/json',
			};
			for (let nth = 0; nth < perKind; nth++) {
				const body = JSON.stringify({ name: `place-${nth}` });
				for (const area of ['trackers', 'lists'] as const) {
					const answer = await fetch(`${addresses[area]}/api/${area}`, { method: 'POST', headers, body });
					assert.ok(answer.ok, `${area}: ${answer.status}`);
				}
			}
			await window.openContainer(['Inbox', 'Tickets', 'Patches', 'Repositories']);
			await signInWithToken(window, tokenOf(window.forge, '~ana'));
			await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
		},
	);
	afterEach(() => unsubscribe(channel, record));

	const take = () => sent.splice(0);
	/** The most requests within this time. */
	const most = (all: readonly { readonly at: number }[], ms: number) =>
		Math.max(0, ...all.map(({ at: from }) => all.filter(({ at }) => at >= from && at < from + ms).length));

	it('asks at most once per second with the focus, in no burst, and not at all without it', async function () {
		this.timeout(240_000);
		const { page } = editor();
		subscribe(channel, record);
		// The views have read what they show, as fast as they could.
		await until(
			async () => {
				take();
				await wait(4000);
				return take().length <= 8;
			},
			{ seconds: 90 },
		);
		await wait(countedMs);
		const all = take();
		const [polls, hooks] = [false, true].map((isForWebhooks) =>
			all.filter((one) => one.isForWebhooks === isForWebhooks),
		);
		assert.ok(polls && hooks);
		for (const [name, some] of Object.entries({ polls, hooks })) {
			const most1 = most(some, 1000);
			console.log(`      ${name}: ${some.length} in ${countedMs / 1000} s, at most ${most1} within a second`);
			assert.ok(some.length <= countedMs / 1000 + mostAtOnce, some.map(({ what }) => what).join('\n'));
			assert.ok(most1 <= mostAtOnce, some.map(({ at, what }) => `${Math.round(at)} ${what}`).join('\n'));
		}
		assert.ok(polls.length > 10, 'they are polled');

		// The browser of the tests says that every page has the focus.
		await page.evaluate(() => {
			document.hasFocus = () => false;
			window.dispatchEvent(new Event('blur'));
		});
		await page.getByRole('button', { name: /not checked until this window has the focus/ }).waitFor();
		// What has begun ends.
		await wait(3000);
		take();
		await wait(countedMs);
		assert.deepEqual(
			take().map(({ what }) => what),
			[],
		);
		await page.evaluate(() => {
			Reflect.deleteProperty(document, 'hasFocus');
			window.dispatchEvent(new Event('focus'));
		});
	});
});
