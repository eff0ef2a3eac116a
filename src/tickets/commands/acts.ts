import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { ask, inform, mention, warn } from '../../platform/editor/messages.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { refOf } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import type { Target } from '../model/target.ts';
import type { TicketServices } from '../services.ts';
import type { Change } from '../state/change.ts';
import type { TicketBulkEdit } from './bulk-edit.ts';
import type { Outcome } from './bulk-failures.ts';
import { type Choose, changeChosen } from './change-chosen.ts';
import { tellDiscarded } from './drafts.ts';
import { findTicket } from './find.ts';
import { type Beginning, beginningOf } from './from-code.ts';
import { keepComments } from './kept-comments.ts';
import { copyLinks, copyRefs, openOnWeb } from './links.ts';
import { labelsOf, pickLabels, pickResolution, pickStatus, pickTracker } from './pick.ts';
import { type Chosen, chosenOf, draftOf, type Given, isLost, trackerOf } from './targets.ts';
import { TrackerActs } from './tracker-acts.ts';

interface OpenOptions {
	/** The initial title and text of a new ticket. */
	readonly about?: Beginning;
	/** Whether to focus the field for a comment. */
	readonly write?: boolean;
	/** The list of the view that the ticket was chosen from. */
	readonly within?: string | undefined;
}

/** Where tickets are shown: their pages, and the view with its selection. */
export interface TicketPlaces {
	/** Opens the page of a ticket or, given a tracker, of a new ticket in it. */
	readonly open: (key: TicketKey | TrackerKey, options?: OpenOptions) => Promise<void>;
	/**
	 * The ticket whose page is in front, or the tickets selected in the view: whichever the user chose last. Undefined if
	 * there are none.
	 */
	readonly current: () => Promise<readonly Chosen[] | undefined>;
	/**
	 * Call this before tickets are changed, and the returned function afterwards. If the last of the tickets has left its list in
	 * the view, that function moves the focus to the next one there.
	 */
	readonly keepPlace: (chosen: readonly Chosen[]) => () => PromiseLike<void>;
	/** Shows the next or previous ticket of the list that the page in front belongs to. */
	readonly go: (step: 1 | -1) => unknown;
}

interface TicketCommands {
	readonly services: TicketServices;
	readonly changes: TicketBulkEdit;
	readonly places: TicketPlaces;
}

/** Implements the commands on tickets. */
export class TicketActs {
	readonly trackers: TrackerActs;
	readonly #services: TicketServices;
	readonly #changes: TicketBulkEdit;
	readonly #places: TicketPlaces;
	/** The text of a comment on several tickets that the user started and did not send. */
	#unsent = '';

	constructor({ services, changes, places }: TicketCommands) {
		this.trackers = new TrackerActs(services.tickets);
		this.#services = services;
		this.#changes = changes;
		this.#places = places;
	}

	async open(given: Given): Promise<void> {
		const tracker = trackerOf(given);
		if (tracker && chosenOf(given).length === 0) return this.#places.open(tracker);
		const chosen = await this.#chosen(given);
		// Pages that are opened from a list replace each other.
		const isOne = chosen.length === 1;
		for (const { key, within } of chosen) await this.#places.open(key, isOne ? { within } : {});
	}

	async find(): Promise<void> {
		const key = await findTicket(this.#services.tickets);
		if (key) await this.#places.open(key);
	}

	async create(given: Given): Promise<void> {
		const tracker = trackerOf(given) ?? (await pickTracker(this.#services.tickets, 'New Ticket'));
		if (tracker) await this.#places.open(tracker);
	}

	/** Opens a new ticket about `line` or, by default, about the lines that are selected in the editor. */
	async createFromSelection([line]: Given): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const { tickets } = this.#services;
		const forges = tickets.accounts.map(({ instance }) => instance);
		const [about, tracker] = await Promise.all([
			editor && beginningOf(editor, forges, typeof line === 'number' ? line : undefined),
			pickTracker(tickets, 'New Ticket'),
		]);
		if (tracker) await this.#places.open(tracker, about && { about });
	}

	change(given: Given, change: Change, doing: string): Promise<unknown> {
		return this.#change(given, doing, async () => change);
	}

	setStatus(given: Given): Promise<unknown> {
		return this.#change(given, 'Changing', (keys) =>
			pickStatus({
				title: titleOf('Status', keys),
				resolveOnly: this.#isResolveOnly(keys),
				current: keys.length === 1 ? this.#known(keys)[0]?.status : undefined,
			}),
		);
	}

	resolve(given: Given): Promise<unknown> {
		return this.#change(given, 'Resolving', async (keys) => {
			const resolution = await pickResolution(titleOf('Resolve', keys));
			return resolution && { status: 'resolved', resolution };
		});
	}

	labels(given: Given): Promise<unknown> {
		return this.#change(given, 'Labeling', async (keys) => {
			const [first] = keys;
			if (!first) return undefined;
			const here = keys.filter(
				({ account, owner, tracker }) =>
					account === first.account && owner === first.owner && tracker === first.tracker,
			);
			if (here.length < keys.length) {
				background(inform('Labels belong to a tracker. Select tickets from a single tracker.'));
				return undefined;
			}
			const offered = await labelsOf(this.#services.tickets, first);
			return pickLabels(titleOf('Labels', keys), offered, this.#known(keys));
		});
	}

	/** Opens the page of a single ticket to write the comment there. Sends the same comment to several tickets. */
	async comment(given: Given): Promise<void> {
		const all = await this.#chosen(given);
		const [only] = all;
		// Without a row, the change would apply to the page in front, which the user did not choose.
		if (!only) return;
		if (all.length === 1) {
			await this.#places.open(only.key, { within: only.within, write: true });
			return;
		}
		const keys = all.map(({ key }) => key);
		let comment: string | undefined;
		const write = async () => {
			const written = await ask({
				title: `Comment on ${count(keys.length, 'ticket')}`,
				prompt: 'Comment to add to each ticket (Markdown)',
				value: this.#unsent,
				ignoreFocusOut: true,
				validateInput: (text) => {
					this.#unsent = text;
					return text !== '' && text.trim().length < 3 ? 'A comment needs at least 3 characters.' : undefined;
				},
			});
			comment = written?.trim() ? written : undefined;
			return comment === undefined ? undefined : { comment };
		};
		const outcomes = await this.#change([undefined, keys.map(onTicket)], 'Commenting on', write, 'comment');
		if (comment === undefined) return;
		const of = (key: TicketKey) => outcomes.find((one) => one.key === key)?.result;
		const left = keys.filter((key) => of(key)?.kind !== 'changed');
		const mayBeSent = (key: TicketKey) => {
			const result = of(key);
			return result?.kind === 'failed' && result.error.mayBeDone;
		};
		if (left.length > 0)
			background(warn(await keepComments(this.#services.tickets, left, { comment, mayBeSent })));
		this.#unsent = '';
	}

	async undo(): Promise<void> {
		await this.#changes.undo();
	}

	async go(step: 1 | -1): Promise<void> {
		await this.#places.go(step);
	}

	async copyRef(given: Given): Promise<void> {
		await copyRefs(await this.#targets(given));
	}

	async copyLink(given: Given): Promise<void> {
		await copyLinks(this.#services.tickets, await this.#targets(given));
	}

	async openOnWeb(given: Given): Promise<void> {
		await openOnWeb(this.#services.tickets, await this.#targets(given));
	}

	async discardDraft(given: Given): Promise<void> {
		const { drafts } = this.#services.tickets;
		const key = draftOf(given);
		if (!key) {
			if (isLost(given)) mentionLost();
			return;
		}
		await drafts.discard(key);
		await tellDiscarded(drafts, key);
	}

	/**
	 * The tickets that a command applies to: those it was called on, else the user's last choice, else one that the user
	 * searches for.
	 */
	async #targets(given: Given): Promise<readonly TicketKey[]> {
		return (await this.#chosen(given)).map(({ key }) => key);
	}

	async #chosen(given: Given): Promise<readonly Chosen[]> {
		if (isLost(given)) {
			mentionLost();
			return [];
		}
		const named = chosenOf(given);
		if (named.length > 0) return named;
		const current = await this.#places.current();
		if (current) return current;
		const found = await findTicket(this.#services.tickets, 'Select Ticket');
		return found ? [{ key: found, within: undefined }] : [];
	}

	async #change(
		given: Given,
		doing: string,
		choose: Choose,
		permission: 'comment' | 'triage' = 'triage',
	): Promise<readonly Outcome[]> {
		const chosen = await this.#chosen(given);
		return changeChosen(
			chosen,
			{ permission, choose },
			{
				tickets: this.#services.tickets,
				inform: (message) => background(inform(message)),
				keepPlace: this.#places.keepPlace,
				change: (keys, change) => this.#changes.many(keys, change, doing),
			},
		);
	}

	#known(keys: readonly TicketKey[]) {
		return keys.flatMap((key) => this.#services.tickets.known(key) ?? []);
	}

	#isResolveOnly(keys: readonly TicketKey[]): boolean {
		const { tickets } = this.#services;
		return keys.some(({ account }) => {
			const name = tickets.of(account)?.instance.name;
			return name !== undefined && tickets.quirks.of(name).resolveOnly;
		});
	}
}

const onTicket = (key: TicketKey): Target => ({ kind: 'ticket', key });

function mentionLost(): void {
	mention('The list changed. Select the row again.', 5000);
}

const titleOf = (what: string, keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return `${what}: ${only && keys.length === 1 ? refOf(only) : count(keys.length, 'ticket')}`;
};
