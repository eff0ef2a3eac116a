import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { idOfTicket, refOf, type TicketKey } from '../../../../src/platform/model/keys.ts';
import { describeError } from '../../../../src/platform/page/error-messages.ts';
import type { PageController } from '../../../../src/platform/page/panel.ts';
import { answerTo } from '../../../../src/platform/page/requests.ts';
import { RevealRequests } from '../../../../src/platform/page/reveal-requests.ts';
import type { FactRow } from '../../../../src/platform/page/snapshot-parts.ts';
import { Users } from '../../../../src/platform/state/users.ts';
import { TicketController } from '../../../../src/tickets/page/controller.ts';
import type { EntryRevealRequests } from '../../../../src/tickets/page/entry-to-reveal.ts';
import type { TicketPageHost } from '../../../../src/tickets/page/host.ts';
import { createNewTicketController } from '../../../../src/tickets/page/new-ticket/new-ticket-controller.ts';
import type { Snapshot, TicketRequests } from '../../../../src/tickets/page/protocol.ts';
import { VisiblePages } from '../../../../src/tickets/page/visible-pages.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../kit/items/written-texts.ts';
import { view } from '../../../kit/pages/ticket-view.ts';
import { stopTheClock } from '../../../kit/window/clock.ts';

/** Pages of ana's tracker, as the panel hosts them, for the tests of a `describe`. Their timers only run when a test ticks. */
export function ticketPages() {
	// Restores the clock before the other cleanup runs: removing a folder may need a retry.
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open(...quirks: Parameters<typeof start>) {
		const forge = await start(...quirks);
		forge.fill(1);
		const { log } = readable();
		const at = await folder();
		const { forges, signIn, signOut, revoke, answer } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const visiblePages = new VisiblePages();
		const signedIn: (string | undefined)[] = [];
		/** What the pages did in VS Code. */
		const acted: string[] = [];
		const made: TicketKey[] = [];
		const seen = new Map<string, string>();
		const looks: string[] = [];
		const answers = {
			isElsewhere: false,
			labels: null as readonly string[] | null,
			text: null as string | null,
		};
		const series = { of: [] as readonly FactRow[] };
		const position = { of: null as Snapshot['position'], joined: [] as number[] };
		const requested: EntryRevealRequests = new RevealRequests<TicketKey, { readonly event: number }>(
			idOfTicket,
			assert.ifError,
		);
		ending(() => requested.dispose());
		const around: TicketPageHost = {
			requested,
			tickets,
			visiblePages,
			renderer: () => view.render,
			pinPosition: () => {},
			undo: { undoableOf: () => undefined, onDidChange: tickets.outbox.onDidChange },
			actOnWaiting: async (what, entry) => acted.push(`${what} ${entry}`),
			undoChange: async (change) => acted.push(`undo ${change}`),
			go: (step) => {
				acted.push(step === 1 ? 'next' : 'previous');
				return answers.isElsewhere;
			},
			pick: (what, { ticket }) => acted.push(`pick ${what} #${ticket}`),
			pickLabels: async (_, labels) => {
				acted.push(`pick from ${labels}`);
				return answers.labels;
			},
			pickCommentTemplate: async ({ ticket }) => {
				acted.push(`pick comment template #${ticket}`);
				return answers.text;
			},
			triage: async (move) => void acted.push(move),
			didFocus: () => acted.push('focused'),
			leave: async () => acted.push('left'),
			open: (one, { isPreview = false, event } = {}) =>
				acted.push(
					`${isPreview ? 'preview' : 'open'} ${refOf(one)}${event === undefined ? '' : ` at ${event}`}`,
				),
			users: new Users(),
			openInBrowser: (address) => acted.push(`web ${address}`),
			showUnsupportedLink: (address) => acted.push(`unsupported ${address}`),
			openAddress: async () => {},
			followSeries: async (_, lifetime, didFind) => {
				if (!lifetime.ended) didFind(series.of);
			},
			copy: async (text) => void acted.push(`copy ${text}`),
			signIn: (instance) => signedIn.push(instance),
			loadImage: async (address) => `data:${address}`,
			allowImages: async (name) => acted.push(`images of ${name}`),
			position: () => position.of,
			joinList: ({ ticket }) => void position.joined.push(ticket),
			seen: {
				get: (one) => seen.get(idOfTicket(one)),
				look: (one, at, isRepeated) => {
					seen.set(idOfTicket(one), at);
					looks.push(isRepeated ? 'repeated' : 'new');
				},
			},
		};
		/** A page as the panel hosts it: it redraws after a change while it is visible. */
		const page = (making: (changed: () => void) => PageController<Snapshot, TicketRequests>) => {
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const state = { isSeen: true, hasFocus: true, changes: 0, shown: undefined as Snapshot | undefined };
			const draw = () => {
				if (!state.isSeen || lifetime.ended) return;
				state.shown = work.snapshot();
				work.didDraw(state.hasFocus);
			};
			const work = lifetime.add(
				making(() => {
					state.changes += 1;
					setImmediate(draw);
				}),
			);
			const ask = async (name: string, body: object = {}, key = work.key) => {
				const message = { name, id: '1', key, body };
				const told = await answerTo(work, describeError, message);
				assert.ok(told, `${name} is not answered`);
				return told.answer;
			};
			return {
				state,
				lifetime,
				work,
				ask,
				notes: () => JSON.stringify(state.shown?.notes),
				show: async () => {
					state.isSeen = true;
					await ask('ready');
					draw();
				},
			};
		};
		const one = { ...key, account: 'ana', ticket: 1 };
		const typed = (text: string, revision = 1, id = 'text') => ({
			...{ page: idOfTicket(one), at: null },
			text: pageText({ text }, revision, id),
		});
		return {
			...forge,
			tickets,
			around,
			one,
			typed,
			signedIn,
			acted,
			made,
			seen,
			looks,
			answers,
			position,
			series,
			visiblePages,
			requestedEntries: requested,
			page: (account = 'ana', ticket = 1) =>
				page((changed) => new TicketController({ ...one, account, ticket }, around, changed)),
			newPage: (account = 'ana') =>
				page((changed) =>
					createNewTicketController({ ...key, account }, around, changed, (one) => made.push(one)),
				),
			...{ signIn, signOut, revoke },
			/** The forge answers something, so it can be reached. */
			answer: () => answer('trackers'),
			/** Signs ana out and bob in. */
			swapAccounts: async () => {
				const signedOut = signOut('ana');
				signIn('bob');
				await signedOut;
			},
			/** The tracker as the view has it: its tickets are known, but their events are not. */
			list: async () => {
				const user = new Lifetime();
				ending(() => user.dispose());
				const trackerCache = tickets.trackerCache(one, user) ?? assert.fail();
				await trackerCache.refresh();
				return trackerCache;
			},
		};
	}

	return open;
}
