import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { until } from '../tools/until.ts';
import { Dialogue, row, signInWithToken, tokenOf } from './editor-driver.ts';
import { knowsAll } from './inbox-driver.ts';
import { newFile, patchBody, sendMails } from './patches-mails.ts';
import { commentBox, forgeUser, openTicket, ticketPage, waitForPageFocus } from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { editorWindow } from './window.ts';

interface Asked {
	readonly at: number;
	/** For example `PUT /api/user/~ana/trackers/editor/tickets/49`. */
	readonly what: string;
	/** Equal for requests that get the same answer. */
	readonly key: string;
}

const channel = 'http.server.request.start';
const ofTracker = /\/trackers\/editor\b/;
const ofList = /\/lists\/editor-devel\b/;
const forHooks = /\/webhooks\b/;
/** Nothing that an act causes begins later than this after the request before. */
const quietMs = 4000;
const tall = { width: 1600, height: 2000 };

for (const way of ['webhooks', 'polling']) {
	describe(`The forge, if updates come by ${way}`, () => {
		const asked: Asked[] = [];
		let proxies: readonly TrackerProxy[] = [];
		const record = (message: unknown) => {
			const { request } = message as { readonly request: IncomingMessage };
			const { method = '', url = '', headers } = request;
			// The proxies are servers too.
			if (proxies.some(({ address }) => new URL(address).host === headers.host)) return;
			if (!String(headers['user-agent']).startsWith('Tildeforge')) return;
			const what = `${method} ${url}`;
			const key = `${headers.host} ${headers.authorization ?? 'nobody'} ${what}`;
			asked.push({ at: performance.now(), what, key });
		};
		beforeEach(async () => {
			proxies = await Promise.all([TrackerProxy.open(), TrackerProxy.open(), TrackerProxy.open()]);
		});
		const editor = editorWindow({
			settings: ({ addresses, webhookKey }) => {
				const areas = (['trackers', 'lists', 'repositories'] as const).map((area, nth) => {
					const proxy = proxies[nth] ?? assert.fail();
					proxy.behind = addresses[area];
					if (way === 'polling')
						proxy.refusalOf = (what) => (forHooks.test(what) ? 'There are no webhooks.' : undefined);
					return [area, proxy.address] as const;
				});
				const instance = { name: 'forge.test', ...addresses, ...Object.fromEntries(areas), webhookKey };
				return { 'tildeforge.instances': [instance], 'tildeforge.undoSeconds': 0 };
			},
		});
		afterEach(() => {
			unsubscribe(channel, record);
			for (const proxy of proxies) proxy.close();
		});

		const those = (kind: RegExp) => asked.filter(({ what }) => kind.test(what));
		const isQuiet = (kind: RegExp) => performance.now() - (those(kind).at(-1)?.at ?? 0) > quietMs;

		/** The schedule has just read something, so it does not read it again soon. */
		async function isPolled(what: RegExp): Promise<void> {
			asked.length = 0;
			await until(() => those(what).length > 0 && isQuiet(what), { what: `${what} is polled`, seconds: 120 });
		}

		/** The requests of this kind because of what the user or another one does. */
		async function askedBecauseOf(
			name: string,
			kind: RegExp,
			act: () => Promise<unknown>,
		): Promise<readonly string[]> {
			asked.length = 0;
			await act();
			await until(() => those(kind).length > 0 && isQuiet(kind), { what: `${name} is done`, seconds: 120 });
			const found = those(kind).map(({ what }) => what);
			console.log(`      ${name}: ${found.length} requests`);
			return found;
		}

		const atMost = (most: number, found: readonly string[]) =>
			assert.ok(found.length <= most, `${found.length} requests:\n${found.join('\n')}`);

		it('is asked little at a sign-in and after a reload, and nothing that it has just told', async function () {
			this.timeout(300_000);
			const window = editor();
			subscribe(channel, record);
			await window.page.setViewportSize(tall);
			await window.openContainer();
			await signInWithToken(window, tokenOf(window.forge, '~ana'));
			await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
			await knowsAll(
				window,
				'list.*editor-devel',
				'list.*announce',
				'tracker.*errands',
				'tracker.*~ana.*editor',
				'notes',
			);
			const keys = asked.flatMap(({ what, key }) => (what.startsWith('GET') ? [key] : []));
			assert.deepEqual(
				keys.filter((key, nth) => keys.indexOf(key) !== nth),
				[],
			);
			/** The first reads of what the user has not looked at, from which updates count. */
			const first = /\/(events|errands|patchsets|posts|refs|log)\b/;
			const shown = asked.filter(({ what }) => !first.test(what) && !forHooks.test(what));
			console.log(`      sign-in: ${shown.length} of ${asked.length} requests`);
			atMost(
				20,
				shown.map(({ what }) => what),
			);

			await openTicket(window, 49, 'Save keeps the owner but not the mode');
			await until(() => isQuiet(ofTracker));
			const reload = await askedBecauseOf('reload', /trackers|lists$|subscriptions|repos$/, async () => {
				await window.reload();
				await window.openContainer();
				await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
			});
			const ofShown = reload.filter((what) => !first.test(what) && !forHooks.test(what));
			atMost(12, ofShown);
		});

		it('is asked little for a comment, a resolved ticket and a new patch', async function () {
			this.timeout(300_000);
			const window = editor();
			const bob = forgeUser(window.forge, '~bob');
			await window.page.setViewportSize(tall);
			await window.openContainer();
			await signInWithToken(window, tokenOf(window.forge, '~ana'));
			await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
			await openTicket(window, 49, 'Save keeps the owner but not the mode');
			await knowsAll(window, 'list.*editor-devel', 'tracker.*~ana.*editor');
			subscribe(channel, record);
			// From now on, its webhook works.
			await bob.update(49, { comment: 'I see it too.' });
			await ticketPage(window).getByText('I see it too.').waitFor();
			await isPolled(/\/editor\/tickets$/);

			const comment = await askedBecauseOf('comment', ofTracker, async () => {
				await commentBox(window).fill('So do I.');
				await commentBox(window).press('ControlOrMeta+Enter');
			});
			atMost(4, comment);
			if (way === 'polling') await isPolled(/\/editor\/tickets$/);
			const resolve = await askedBecauseOf('resolve', ofTracker, async () => {
				await waitForPageFocus(window);
				await ticketPage(window)
					.locator('body')
					.click({ position: { x: 5, y: 5 } });
				await window.page.keyboard.press('x');
				const dialogue = new Dialogue(window.page);
				await dialogue.asks('Resolve: ~ana/editor#49');
				await dialogue.field.fill('won');
				await dialogue.option(/won/i).first().waitFor();
				await dialogue.field.press('Enter');
				await until(async () => (await bob.ticket(49)).status === 'resolved');
			});
			atMost(4, resolve);
			const body = patchBody('It blinks.', [newFile('blink.txt', ['on', 'off'])]);
			const mail = { id: 'blink@example.org', subject: '[PATCH editor] Blink', body };
			atMost(4, await askedBecauseOf('patch mail', ofList, () => sendMails(window.forge, [mail])));
		});
	});
}
