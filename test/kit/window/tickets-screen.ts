import { sleep } from '../../../src/base/clock.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { Log } from '../../../src/base/log/log.ts';
import { trackerRef } from '../../../src/platform/model/keys.ts';
import type { ProjectItems } from '../../../src/platform/model/project-items.ts';
import { defaultQueries } from '../../../src/tickets/model/query/default-queries.ts';
import { usualOrder } from '../../../src/tickets/model/query/query.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import type { TrackerCache } from '../../../src/tickets/state/tracker-cache.ts';
import { TicketsView, type TicketsViewOptions } from '../../../src/tickets/view/tickets-view.ts';
import { Screen } from '../../tools/screen.ts';
import { until } from '../../tools/until.ts';
import { accountsOf, type WithExtras } from '../forge/ticket-accounts.ts';
import type { TrackerForge } from '../forge/tracker-forge.ts';

interface TicketsScreenOptions {
	readonly forge: Pick<TrackerForge, 'client'> & WithExtras;
	/** The folder for the extension's files. */
	readonly folder: string;
	readonly log: Log;
	readonly project?: ProjectItems;
	/** Settings that differ from the default. */
	readonly settings?: Partial<TicketsViewOptions['settings']>;
}

/** The Tickets view with all rows expanded. The caller signs in and draws. */
export async function openTicketsScreen({ forge, folder, log, project, settings }: TicketsScreenOptions) {
	const { forges, signIn, signOut, answer } = accountsOf(forge, folder, log);
	const tickets = await Tickets.open({ forges, folder, log });
	/** What the view has reported: the ids of rows, `some` or `head`, or undefined for the whole view. */
	const changes: (string | undefined)[] = [];
	const view: TicketsView = new TicketsView({
		tickets,
		waiting: tickets.outbox,
		...(project && { project }),
		settings: {
			queries: defaultQueries,
			grouping: 'none',
			order: usualOrder,
			filterOf: () => undefined,
			onDidChange: () => ({ dispose: () => {} }),
			...settings,
		},
		changed: (change) => {
			changes.push(typeof change === 'object' ? change.id : change);
			screen.changed(change);
		},
		isVisible: () => true,
	});
	const screen = new Screen({
		roots: async () => (await Promise.all(tickets.accounts.map((account) => view.rows(account)))).flat(),
		shown: (row) => view.didShow(row),
	});
	return {
		...{ tickets, seen: tickets.seen, view, screen, changes, signIn, signOut, answer },
		/** Waits until all tickets are read, drawn and written, and no request is pending. All tickets must be open. */
		settle: async (seconds = 20): Promise<void> => {
			const user = new Lifetime();
			const trackerCaches = tickets.accounts.flatMap(({ trackers }) =>
				(trackers.own.value ?? []).map(({ owner, name }) =>
					trackers.cache({ owner: owner.canonical_name, name }, user),
				),
			);
			const isDrawn = ({ key, tickets: { size } }: TrackerCache) =>
				screen.row(`${key.account}/${trackerRef(key)}`)?.description === `${size.toLocaleString('en')} open`;
			await until(
				() =>
					trackerCaches.every(
						(trackerCache) => trackerCache.isComplete && !trackerCache.isReading && isDrawn(trackerCache),
					),
				{
					...{ seconds, what: 'all trackers are read and drawn' },
				},
			);
			await Promise.all(trackerCaches.map((trackerCache) => trackerCache.settled()));
			user.dispose();
			await screen.settled();
			// The last change may still be on its way to the view, which reports those of 120 ms together.
			for (let made = -1; made !== screen.made.length; await sleep(150)) made = screen.made.length;
		},
		dispose: () => {
			screen.dispose();
			view.dispose();
			tickets.dispose();
		},
	};
}
