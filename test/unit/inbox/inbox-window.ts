import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Emitter } from '../../../src/base/emitter.ts';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import type { Lifetime } from '../../../src/base/lifetime.ts';
import { Live } from '../../../src/inbox/live/live.ts';
import { wordsOf } from '../../../src/inbox/model/describe-event.ts';
import { Inbox } from '../../../src/inbox/state/inbox.ts';
import { MailingLists } from '../../../src/patches/state/mailing-lists.ts';
import { StatusChanges } from '../../../src/patches/state/status/status-changes.ts';
import { createListWatchSource } from '../../../src/patches/state/watch/list-watch-source.ts';
import type { TicketKey } from '../../../src/platform/model/keys.ts';
import { Repositories } from '../../../src/repositories/state/repositories.ts';
import { createRepositoryWatchSource } from '../../../src/repositories/state/watch/repository-watch-source.ts';
import type { Forge } from '../../../src/sandbox/forge.ts';
import { SessionKey } from '../../../src/signin/sessions/session-key.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import { TicketWatchSource } from '../../../src/tickets/state/watch/ticket-watch-source.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { readable } from '../../kit/forge/tracker-forge.ts';
import { openSoakAccounts } from '../../soak/soak-accounts.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';

/** A delivery that only says that something has happened. */
export const hint = (event: string) =>
	({ delivery: { kind: 'truncated', event, delivery: event }, isVerified: true }) as const;

/** What ~ana's window does for the inbox. Without a key of the forge, it has no webhooks. */
export async function openInboxWindow(
	{ addresses, users, webhookKey }: Pick<Forge, 'addresses' | 'users'> & Partial<Pick<Forge, 'webhookKey'>>,
	lifetime: Lifetime,
) {
	const { log } = readable();
	const folder = temporaryFolder('every-event');
	const instance = { name: 'forge.test', ...addresses, ...(webhookKey !== undefined && { webhookKey }) };
	const token = users.find(({ name }) => name === '~ana')?.token ?? '';
	const { forges, secretStore, secrets, signIn } = await openSoakAccounts({ folder, token }, instance, log);
	await signIn();
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log }));
	const lists = lifetime.add(await MailingLists.open({ forges, folder, log }));
	const repositories = lifetime.add(
		await Repositories.open({ forges, folder, maxBytes: () => 1024 * 1024, log }),
	);
	const statuses = lifetime.add(await StatusChanges.open({ lists, forges, folder, log }));
	const visible: TicketKey[] = [];
	const pageChanges = lifetime.add(new Emitter<void>());
	const pages = { visible, onDidChangeVisible: pageChanges.event };
	const sources = [
		lifetime.add(createTrackerWatchSource(tickets, log)),
		lifetime.add(createListWatchSource(lists, statuses)),
		lifetime.add(createRepositoryWatchSource(repositories, log)),
		lifetime.add(new TicketWatchSource({ tickets, pages, delayMs: 0 })),
	];
	const storage = fileStorage(join(folder, 'kept'), log);
	const sessionKey = new SessionKey(secretStore, secrets);
	const never = new Emitter<void>().event;
	const live = lifetime.add(
		new Live({
			...{ forges, secrets, storage, log },
			settings: { current: { port: 0, publicAddress: undefined, problems: [] }, onDidChange: never },
			key: () => sessionKey.get(),
		}),
	);
	const inbox = lifetime.add(
		await Inbox.open({
			...{ forges, sources, live, storageOf: () => storage, log },
			rules: { rules: [], onDidChange: never },
		}),
	);
	return {
		...{ inbox, live, tickets, lists, repositories },
		/** Reads everything, at least this many resources. Faster than polling, which spreads its requests. */
		readAll: (least: number): Promise<void> => {
			const told = new Set<string>();
			const isRead = () => {
				for (const { id } of inbox.watched) {
					if (!told.has(id)) inbox.deliver(id, hint('started'));
					told.add(id);
				}
				const { watched } = inbox;
				return watched.length >= least && watched.every(({ id }) => inbox.pollOf(id)?.readAt !== undefined);
			};
			return until(isRead, { what: 'everything is read', seconds: 60 });
		},
		/** Shows the page of a ticket. */
		showTicket: (owner: string, tracker: string, ticket: number): void => {
			const { id = '' } = forges.accounts[0]?.session ?? {};
			visible.push({ account: id, owner, tracker, ticket });
			pageChanges.fire();
		},
		/** The rows of the Inbox as they are spoken. */
		spoken: () =>
			inbox.events.entries.map(({ event }) => {
				const { spoken, title, spokenDetails = [] } = wordsOf(event, '~ana');
				return [spoken, title, ...spokenDetails].join(', ');
			}),
	};
}

/** Sends a request as a user of the forge. Returns what it answers. */
export const requester =
	(forge: () => Forge) =>
	async (
		user: string,
		area: 'lists' | 'repositories' | 'trackers',
		method: string,
		path: string,
		body?: object,
	) => {
		const { addresses, users } = forge();
		const token = users.find(({ name }) => name === user)?.token;
		const answer = await fetch(`${addresses[area]}/api/${path}`, {
			method,
			headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		assert.ok(answer.ok, `${method} ${path} is a ${answer.status}`);
		return answer.status === 204 ? undefined : JSON.parse(await answer.text());
	};
