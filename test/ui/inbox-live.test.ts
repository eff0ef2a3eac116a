import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { expandRow, row, rows } from './editor-driver.ts';
import { push } from './git-pushes.ts';
import {
	badgeOf,
	hasHooks,
	inboxLabels,
	knowsAll,
	pinRepository,
	savedSignIn,
	showInbox,
} from './inbox-driver.ts';
import { sendMails } from './patches-mails.ts';
import { forgeUser, openTicket } from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { editorWindow } from './window.ts';

/** Something that others do, and where the user sees it. */
interface Act {
	readonly name: string;
	readonly act: () => Promise<unknown>;
	readonly inbox: RegExp;
	/** The view that shows it, and its row there. */
	readonly tree?: readonly [view: string, row: RegExp];
	/** The text of an open page that shows it. */
	readonly page?: string;
}

const views = ['Inbox', 'Tickets', 'Patches', 'Repositories'];
const typed = 'Half a sentence';
const timeout = 150_000;

/** What the inbox shows after all acts, apart from ages, from what the user has seen, and from who has pushed, which only webhooks tell. */
const expected = [
	'commit pushed to master, Blink slowly',
	'~bob commented on ticket 49, Save keeps the owner but not the mode',
	'~bob replied, term: three bytes are enough for an arrow',
	'~bob started a thread, How fast should it blink?',
	'~bob submitted ticket 61, The cursor blinks too fast',
];

for (const way of ['webhooks', 'polling']) {
	describe(`What others do, learned by ${way}`, () => {
		let data = '';
		let proxies: readonly TrackerProxy[] = [];
		beforeEach(async () => {
			proxies = await Promise.all([TrackerProxy.open(), TrackerProxy.open(), TrackerProxy.open()]);
		});
		const editor = editorWindow(
			{
				settings: ({ addresses, webhookKey }) => {
					const areas = (['trackers', 'lists', 'repositories'] as const).map((area, nth) => {
						const proxy = proxies[nth];
						assert.ok(proxy);
						proxy.behind = addresses[area];
						if (way === 'polling')
							proxy.refusalOf = (what) => (what.includes('webhooks') ? 'There are no webhooks.' : undefined);
						return [area, proxy.address] as const;
					});
					const instance = { name: 'forge.test', ...addresses, ...Object.fromEntries(areas), webhookKey };
					return { 'tildeforge.instances': [instance] };
				},
				get forge() {
					data = temporaryFolder('inbox');
					return { data };
				},
				get signIn() {
					return savedSignIn();
				},
			},
			(window) => showInbox(window, { size: { width: 1600, height: 2000 }, views }),
		);
		afterEach(() => {
			for (const proxy of proxies) proxy.close();
		});
		const shown = (view: string, name: RegExp) => row(editor(), view, name).first();

		/** Moves the upper edge of a view, at the expense of the view above. */
		async function raise(view: string, top: number): Promise<void> {
			const { mouse } = editor().page;
			const box = await editor().header(view).boundingBox();
			assert.ok(box);
			await mouse.move(box.x + 60, box.y - 1);
			await mouse.down();
			await mouse.move(box.x + 60, top, { steps: 5 });
			await mouse.up();
		}

		async function expand(view: string, ...names: readonly RegExp[]): Promise<void> {
			for (const name of names) await expandRow(shown(view, name));
		}

		/** Waits until one of the two pages shows a text. */
		const onPage = (text: string, patience = timeout): Promise<void> =>
			Promise.any(
				[0, 1].map((nth) =>
					editor()
						.page.frameLocator('iframe.webview.ready')
						.nth(nth)
						.frameLocator('iframe')
						.getByText(text)
						.filter({ visible: true })
						.first()
						.waitFor({ timeout: patience }),
				),
			);

		const namesOf = (which: Locator) =>
			which.evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').split(',')[0]));
		/** What the user has expanded, selected and typed. */
		async function arranged() {
			const { page } = editor();
			const box = page.frameLocator('iframe.webview.ready').first().frameLocator('iframe').locator('#text');
			return {
				typed: await box.inputValue(),
				expanded: await Promise.all(
					views
						.slice(1)
						.map((view) => namesOf(rows(editor(), view).and(page.locator('[aria-expanded=true]')))),
				),
				selected: await Promise.all(
					views
						.slice(1)
						.map((view) => namesOf(rows(editor(), view).and(page.locator('[aria-selected=true]')))),
				),
			};
		}

		const acts = (): readonly Act[] => {
			const { forge } = editor();
			const bob = forgeUser(forge, '~bob');
			const mail = (id: string, subject: string, answers?: string) => () =>
				sendMails(forge, [
					{ id: `${id}@example.org`, subject, body: `${id} well\n`, ...(answers && { answers }) },
				]);
			return [
				{
					name: 'a ticket through the API',
					act: () => bob.create({ title: 'The cursor blinks too fast', description: 'It does.' }),
					inbox: /submitted ticket 61/,
					tree: ['Tickets', /blinks too fast/],
				},
				{
					name: 'a comment through the API',
					act: () => bob.update(49, { comment: 'I see it too.' }),
					inbox: /commented on ticket 49/,
					page: 'I see it too.',
				},
				{
					name: 'a thread by SMTP',
					act: mail('thread', 'How fast should it blink?'),
					inbox: /started a thread/,
					tree: ['Patches', /^How fast should/],
				},
				{
					name: 'a reply by SMTP',
					act: mail('reply', 'Re: [PATCH editor] term: three bytes are enough for an arrow', arrow),
					inbox: /~bob replied, term/,
					tree: ['Patches', /^term: three bytes.*, 2 replies/],
					page: 'reply well',
				},
				{
					name: 'a push with git',
					act: () => push(data, '~bob/dotfiles', 'Blink slowly'),
					inbox: /pushed.*Blink slowly/,
					tree: ['Repositories', /^Blink slowly/],
				},
			];
		};
		let arrow = '';

		it('is in the views, on open pages and in the Inbox, and touches nothing of what the user does', async function () {
			this.timeout(240_000);
			const { page, forge } = editor();
			await raise('Patches', 980);
			await raise('Repositories', 1560);
			await pinRepository(editor(), '~bob', 'dotfiles');
			await openTicket(editor(), 49, 'Save keeps the owner but not the mode');
			await page.frameLocator('iframe.webview.ready').frameLocator('iframe').locator('#text').fill(typed);
			await expand('Patches', /^~ana\/editor-devel/, /^Discussions/);
			// The view is still being drawn, so a click can reach another row.
			await tryAgain(
				() => shown('Patches', /^term: three bytes/).click(),
				() => onPage('Tested over a modem. Really.', 5000),
			);
			// Such a click may have collapsed it.
			await expand('Patches', /^Discussions/);
			await editor().command('View: Move Editor into Right Group');
			await onPage('Tested over a modem. Really.');
			await expand('Repositories', /^~bob\/dotfiles/, /^Log/);
			await knowsAll(editor(), 'list.*editor-devel', 'dotfiles', 'tracker.*~ana.*editor');
			if (way === 'webhooks')
				await hasHooks(
					forge,
					['trackers', 'user'],
					['trackers', 'user/~ana/trackers/editor'],
					['lists', 'user/~ana/lists/editor-devel'],
					['repositories', '~bob/repos/dotfiles'],
				);
			arrow = await messageIdOfArrow();
			const before = await arranged();
			const times: string[] = [];
			/** Does it. Returns a function that waits until the user sees it. */
			const start = async ({ name, act, inbox, tree, page: text }: Act) => {
				await act();
				const started = performance.now();
				const isInInbox = async () => (await inboxLabels(editor())).some((label) => inbox.test(label));
				return async () => {
					const took: string[] = [];
					const seen = async (where: string, waiting: Promise<unknown>) => {
						await waiting;
						took.push(`${where} ${Math.round(performance.now() - started)}`);
					};
					const seconds = timeout / 1000;
					await Promise.all([
						seen('inbox', until(isInInbox, { what: `${name} is in the Inbox`, seconds })),
						...(tree ? [seen('tree', shown(...tree).waitFor({ timeout }))] : []),
						...(text === undefined ? [] : [seen('page', onPage(text))]),
					]);
					await seen('badge', until(isCounted, { what: `${name} is counted` }));
					times.push(`${name}: ${took.join(', ')} ms`);
				};
			};
			async function isCounted(): Promise<boolean> {
				const unseen = (await inboxLabels(editor())).filter((label) => label.endsWith(', unseen')).length;
				return (await badgeOf(editor())) === (unseen === 0 ? '' : String(unseen));
			}
			if (way === 'webhooks') for (const act of acts()) await (await start(act))();
			else {
				const waits: (() => Promise<void>)[] = [];
				for (const act of acts()) waits.push(await start(act));
				await Promise.all(waits.map((wait) => wait()));
			}
			console.log(times.map((line) => `      ${line}`).join('\n'));
			const groupCount = 3;
			await until(async () => (await inboxLabels(editor())).length >= expected.length + groupCount, {
				what: 'all rows are in the Inbox',
			});
			assert.deepEqual(await arranged(), before);
			assert.equal(before.typed, typed);
			const labels = (await inboxLabels(editor()))
				.filter((label) => !label.startsWith('~ana/') && !label.startsWith('~bob/'))
				.map((label) =>
					label
						.replace(/, unseen$/, '')
						.replace(/, ~[^,]*, [^,]*( ago|now)$/, '')
						.replace(/^~bob pushed 1 commit to|^1 commit pushed to/, 'commit pushed to'),
				);
			assert.deepEqual(labels.sort(), expected);
		});

		/** The Message-ID of the patch that the page shows. */
		async function messageIdOfArrow(): Promise<string> {
			const { forge } = editor();
			const headers = { authorization: `token ${forge.users.find(({ name }) => name === '~ana')?.token}` };
			const answer = await fetch(`${forge.addresses.lists}/api/user/~ana/lists/editor-devel/posts`, {
				headers,
			});
			const body: unknown = await answer.json();
			const found = /"subject":"[^"]*three bytes[^"]*","message_id":"<([^>]*)>/.exec(JSON.stringify(body));
			assert.ok(found, JSON.stringify(body).slice(0, 2000));
			return found[1] ?? '';
		}
	});
}
