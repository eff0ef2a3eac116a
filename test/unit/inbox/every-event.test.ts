import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { families } from '../../../src/forge/webhooks/families.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { allQuirks, type Quirk } from '../../../src/sandbox/server/drift.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { push } from '../../ui/git-pushes.ts';
import { changedFile, patchBody, sendMails, seriesMails } from '../../ui/patches-mails.ts';
import { forgeUser } from '../../ui/ticket-driver.ts';
import { hint, openInboxWindow, requester } from './inbox-window.ts';

/** The tickets of a tracker that the user does not follow. */
const gadgets = 'user/~bob/trackers/gadgets/tickets';

type Window = Awaited<ReturnType<typeof openInboxWindow>>;

interface Effect {
	/** Of the contract: its family and name. */
	readonly event: string;
	/** What the user sees. */
	readonly effect: string;
	readonly act: () => Promise<unknown>;
	readonly shows: () => boolean;
}

const servers: readonly (readonly [name: string, drift: readonly Quirk[]])[] = [
	['a strict server', []],
	['a real server', allQuirks],
];

for (const [server, drift] of servers) {
	describe(`Every webhook event of ${server} is seen without polling`, () => {
		const lifetime = new Lifetime();
		const data = temporaryFolder('every-event-forge');
		let forge: Forge;
		let window: Window;

		before(async function () {
			this.timeout(90_000);
			forge = await startForge({ port: 0, data, drift });
			await request('~bob', 'lists', 'POST', 'lists', { name: 'dotfiles-devel' });
			await request('~ana', 'lists', 'POST', 'subscriptions', { list: '~bob/dotfiles-devel' });
			await request('~bob', 'trackers', 'POST', 'trackers', { name: 'gadgets', visibility: 'PUBLIC' });
			await request('~bob', 'trackers', 'POST', gadgets, { title: 'The wheel squeaks' });
			window = await openInboxWindow(forge, lifetime);
			window.showTicket('~bob', 'gadgets', 1);
			const { inbox, live, repositories } = window;
			await repositories.accounts[0]?.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
			inbox.setFocus(true);
			await window.readAll(10);
			const haveHooks = () => inbox.watched.every((one) => live.stateOf(one).kind === 'registered');
			await until(haveHooks, { what: 'everything has webhooks', seconds: 80 });
			// Without the focus, only deliveries cause requests.
			inbox.setFocus(false);
		});
		after(async () => {
			lifetime.dispose();
			await forge.stop();
		});

		const request = requester(() => forge);
		const hears = (words: string) => () => window.spoken().some((row) => row.includes(words));
		const listsOf = () => window.lists.accounts[0]?.lists;
		const trackersOf = () => window.tickets.accounts[0]?.trackers;
		const repositoriesOf = () => window.repositories.accounts[0]?.repositories;
		const bob = () => forgeUser(forge, '~bob');
		const hasName = (
			items: { readonly names: readonly { readonly name: string }[] } | undefined,
			name: string,
		) => items?.names.some((one) => one.name === name) === true;

		const tracker = () => trackersOf()?.cache({ owner: '~ana', name: 'editor' }, lifetime) ?? assert.fail();
		const list = () => listsOf()?.cache({ owner: '~ana', name: 'editor-devel' }, lifetime) ?? assert.fail();
		const ana = () => forgeUser(forge, '~ana');

		const cases: readonly Effect[] = [
			{
				event: 'trackersUser ticket:create',
				effect: 'a row in Tickets, because the user has created it elsewhere',
				act: () => ana().create({ title: 'Made elsewhere', description: 'It is.' }),
				shows: () => [...tracker().tickets.values()].some(({ title }) => title === 'Made elsewhere'),
			},
			{
				event: 'trackersUser event:create',
				effect: 'the labels of the row in Tickets',
				act: () => ana().update(30, { labels: ['bug'] }),
				shows: () => tracker().tickets.get(30)?.labels.join() === 'bug',
			},
			{
				event: 'ticket ticket:update',
				effect: 'the status of the row in Tickets, and of an open page',
				act: () => ana().update(21, { status: 'resolved', resolution: 'fixed' }),
				shows: () => tracker().tickets.get(21)?.status === 'resolved',
			},
			{
				event: 'listsUser email:received',
				effect: 'a row in Patches, because the user has sent it',
				act: () =>
					sendMails(forge, [
						{ id: 'own@example.org', subject: 'Sent by me', body: 'Yes.\n', from: 'Ana <ana@example.org>' },
					]),
				shows: () => list().threads.discussions.some(({ mail }) => mail.subject === 'Sent by me'),
			},
			{
				event: 'trackersUser tracker:create',
				effect: 'a row in Tickets',
				act: () => request('~ana', 'trackers', 'POST', 'trackers', { name: 'made', visibility: 'PUBLIC' }),
				shows: () => hasName(trackersOf(), 'made'),
			},
			{
				event: 'trackersUser tracker:update',
				effect: 'the description in the hover of the row in Tickets',
				act: () =>
					request('~ana', 'trackers', 'PUT', 'user/~ana/trackers/errands', { description: 'Described' }),
				shows: () => trackersOf()?.own.value?.some((one) => one.description === 'Described') === true,
			},
			{
				event: 'trackersUser tracker:delete',
				effect: 'the row in Tickets goes',
				act: async () => {
					await request('~ana', 'trackers', 'POST', 'trackers', {
						name: 'short-lived',
						visibility: 'PUBLIC',
					});
					await until(() => hasName(trackersOf(), 'short-lived'), { what: 'the new tracker is there' });
					await request('~ana', 'trackers', 'DELETE', 'trackers/short-lived');
				},
				shows: () => !hasName(trackersOf(), 'short-lived'),
			},
			{
				event: 'tracker ticket:create',
				effect: 'an update in the Inbox, and a row in Tickets',
				act: () => bob().create({ title: 'The cursor blinks', description: 'It does.' }),
				shows: hears('~bob submitted ticket'),
			},
			{
				event: 'ticket event:create',
				effect: 'an update in the Inbox, and the comment on an open page',
				act: () => bob().update(49, { comment: 'I see this too.' }),
				shows: hears('~bob commented on ticket 49'),
			},
			{
				event: 'listsUser list:create',
				effect: 'a row in Patches',
				act: () => request('~ana', 'lists', 'POST', 'lists', { name: 'made-devel' }),
				shows: () => hasName(listsOf(), 'made-devel'),
			},
			{
				event: 'listsUser subscription:create',
				effect: 'a row in Patches',
				act: async () => {
					await request('~bob', 'lists', 'POST', 'lists', { name: 'read-by-many' });
					await request('~ana', 'lists', 'POST', 'subscriptions', { list: '~bob/read-by-many' });
				},
				shows: () => hasName(listsOf(), 'read-by-many'),
			},
			{
				event: 'listsUser subscription:remove',
				effect: 'the row in Patches goes',
				act: async () => {
					await request('~bob', 'lists', 'POST', 'lists', { name: 'left-soon' });
					const { id } = await request('~ana', 'lists', 'POST', 'subscriptions', { list: '~bob/left-soon' });
					await until(() => hasName(listsOf(), 'left-soon'), { what: 'the list is there' });
					await request('~ana', 'lists', 'DELETE', `subscriptions/${id}`);
				},
				shows: () => !hasName(listsOf(), 'left-soon'),
			},
			{
				event: 'list post:received',
				effect: 'an update in the Inbox, a row in Patches, and the mail on an open page',
				act: () => sendMails(forge, [{ id: 'blink@example.org', subject: 'How fast?', body: 'Well?\n' }]),
				shows: hears('~bob started a thread, How fast?'),
			},
			{
				event: 'list patchset:received',
				effect: 'an update in the Inbox, and a row in Patches',
				act: () =>
					sendMails(
						forge,
						seriesMails({
							id: 'slow@example.org',
							brackets: 'PATCH editor',
							patches: [
								{
									subject: 'Blink slowly',
									body: patchBody('Slowly.', [changedFile('a.c', 1, ['-1', '+2'])]),
								},
							],
						}),
					),
				shows: hears('~bob sent a patchset, Blink slowly'),
			},
			{
				event: 'list list:update',
				effect: 'an update in the Inbox, if the list is that of another user',
				act: () => request('~bob', 'lists', 'PUT', 'lists/dotfiles-devel', { description: 'Described' }),
				shows: hears('List changed'),
			},
			{
				event: 'repositoriesUser repo:create',
				effect: 'a row in Repositories',
				act: () => request('~ana', 'repositories', 'POST', 'repos', { name: 'made' }),
				shows: () => hasName(repositoriesOf(), 'made'),
			},
			{
				event: 'repositoriesUser repo:update',
				effect: 'the description of the row in Repositories',
				act: () => request('~ana', 'repositories', 'PUT', 'repos/notes', { description: 'Described' }),
				shows: () => repositoriesOf()?.own.value?.some((one) => one.description === 'Described') === true,
			},
			{
				event: 'repositoriesUser repo:delete',
				effect: 'the row in Repositories goes',
				act: async () => {
					await request('~ana', 'repositories', 'POST', 'repos', { name: 'short-lived' });
					await until(() => hasName(repositoriesOf(), 'short-lived'), { what: 'the repository is there' });
					await request('~ana', 'repositories', 'DELETE', 'repos/short-lived');
				},
				shows: () => !hasName(repositoriesOf(), 'short-lived'),
			},
			{
				event: 'repository repo:post-update',
				effect: 'an update in the Inbox for each branch and tag, and the commits in Repositories',
				act: () => push(data, '~bob/dotfiles', 'Blink slowly', { tag: 'v9' }),
				shows: () =>
					hears('~bob pushed 1 commit to master, Blink slowly')() &&
					hears('~bob created tag v9, Blink slowly')(),
			},
		];

		/** No request of the contract causes these. */
		const labelEvents = ['tracker label:create', 'tracker label:delete'];

		for (const { event, effect, act, shows } of cases) {
			it(`${event}: ${effect}`, async () => {
				assert.equal(shows(), event.endsWith('delete') || event.endsWith('remove'));
				await act();
				await until(() => shows(), {
					what: `${event} has its effect: ${window.spoken().join('; ')}`,
					seconds: 30,
				});
			});
		}

		for (const event of labelEvents) {
			it(`${event}: the labels that a ticket can have`, async () => {
				const { inbox } = window;
				const { id } = inbox.watched.find((one) => one.id.endsWith('"~ana","editor"]')) ?? assert.fail();
				const { labels } = tracker();
				const before = labels.asOf ?? 0;
				inbox.deliver(id, hint(event.split(' ')[1] ?? ''));
				await until(() => (labels.asOf ?? 0) > before, { what: 'the labels are read' });
			});
		}

		it('are those of the contract', () => {
			const known = Object.entries(families).flatMap(([family, { events }]) =>
				Object.keys(events).map((event) => `${family} ${event}`),
			);
			assert.deepEqual([...cases.map(({ event }) => event), ...labelEvents].sort(), known.sort());
		});

		it('ticket event:create: the comment on an open page, also of a tracker that the user does not follow', async () => {
			const cache = trackersOf()?.cache({ owner: '~bob', name: 'gadgets' }, lifetime) ?? assert.fail();
			await request('~bob', 'trackers', 'PUT', `${gadgets}/1`, { comment: 'Oil it well.' });
			const shows = () => JSON.stringify(cache.discussions.of(1).value)?.includes('Oil it well.') === true;
			await until(shows, { what: 'the page has the comment' });
			const { results } = await request('~ana', 'trackers', 'GET', `${gadgets}/1/webhooks`);
			assert.equal(results.length, 1);
		});

		it('have their effect also if their body is too long to be delivered whole', async () => {
			const body = 'A long line of a log.\n'.repeat(5000);
			await sendMails(forge, [{ id: 'long@example.org', subject: 'A long log', body }]);
			await until(hears('~bob started a thread, A long log'), { what: 'the mail is in the Inbox' });
		});
	});
}
