import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { count } from '../../base/text/numbers.ts';
import { undoDelayMs } from '../../platform/commands/undo-delay.ts';
import { askText, showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { isSameTicket, type TicketKey } from '../../platform/model/keys.ts';
import { resolutionName } from '../../platform/model/words.ts';
import { unconfirmedText } from '../../platform/state/outbox/text.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { describeProgress } from '../model/describe-change.ts';
import { canSetStatus, skippedMessage } from '../model/transitions.ts';
import type { Bases, WrittenTicketText } from '../state/changes/text-sender.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen } from './change-chosen.ts';
import { askForComment } from './comment/ask-comment.ts';
import type { CommentEditor } from './comment/comment-editor.ts';
import { CommentLine } from './comment/comment-line.ts';
import { pickTemplateOrWrite } from './comment/pick-comment-template.ts';
import { titleAboutAll } from './input-title.ts';
import { originalReference } from './original-reference.ts';
import { labelsOf, type PickedStatus, pickLabels, pickResolution, pickStatus } from './pick.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface ChosenChange {
	readonly direct: DirectChange;
	/** The ticket of which the others are duplicates. */
	readonly original?: TicketKey;
	/** A comment to be sent with the change. */
	readonly comment?: string | WrittenTicketText;
}

/** Asks the user for the change of these tickets. Undefined if the user cancels. */
type Choose = (keys: readonly TicketKey[]) => Promise<ChosenChange | undefined>;

/** Leaves out the tickets that need no change. */
type Filter = (keys: readonly TicketKey[]) => readonly TicketKey[];

interface TicketQuestion {
	readonly permission?: 'triage' | 'assign' | 'edit';
	readonly filter?: Filter | undefined;
	readonly choose: Choose;
}

const withoutComment = (direct: DirectChange | undefined): ChosenChange | undefined => direct && { direct };

/** How to ask the user. */
const questions = {
	pickStatus,
	pickResolution,
	pickLabels,
	labelsOf,
	askText,
	pickTemplateOrWrite,
};

/** Implements the commands that change the status, the resolution or the labels of tickets. */
export class ChangeCommands {
	readonly #tickets: Tickets;
	readonly #navigation: TicketNavigation;
	readonly #chooser: TicketChooser;
	readonly #editor: CommentEditor;
	readonly #ask: typeof questions;

	constructor(
		tickets: Tickets,
		navigation: TicketNavigation,
		chooser: TicketChooser,
		editor: CommentEditor,
		ask = questions,
	) {
		this.#tickets = tickets;
		this.#navigation = navigation;
		this.#chooser = chooser;
		this.#editor = editor;
		this.#ask = ask;
	}

	/** Sets a status. Leaves tickets as they are that have it already or are further. */
	setTo(args: CommandArguments, to: 'confirmed' | 'in_progress' | 'reported'): Promise<void> {
		const filter = (keys: readonly TicketKey[]) => {
			const statusOf = (key: TicketKey) => this.#tickets.shown(key)?.status;
			const skipped = keys.flatMap((key) => {
				const status = statusOf(key);
				return status === undefined || canSetStatus(status, to) ? [] : [{ ticket: key.ticket, status }];
			});
			const message = skippedMessage(skipped, keys.length, to);
			if (message !== undefined) showInStatusBar(message);
			return keys.filter((key) => canSetStatus(statusOf(key), to));
		};
		return this.#change(args, async () => ({ direct: { status: to } }), filter);
	}

	setStatus(args: CommandArguments): Promise<void> {
		return this.#change(args, async (keys) => {
			const title = titleAboutAll(this.#tickets, 'Status', keys);
			const known = this.#shownTickets(keys);
			const picked = await this.#ask.pickStatus({
				title,
				resolveOnly: this.#isResolveOnly(keys),
				current: common(known.map(({ status }) => status)),
				currentResolution: common(known.map(({ resolution }) => resolution)),
			});
			return picked && this.#askForDetails(picked, title, keys);
		});
	}

	resolve(args: CommandArguments): Promise<void> {
		return this.#change(args, async (keys) => {
			const title = titleAboutAll(this.#tickets, 'Resolve', keys);
			const current = common(this.#shownTickets(keys).map(({ resolution }) => resolution));
			const picked = await this.#ask.pickResolution(title, current);
			return picked && this.#askForDetails(picked, title, keys);
		});
	}

	/** Asks for the original of duplicates, and for the comment if the user wants to write one. Undefined if the user cancels. */
	async #askForDetails(
		{ change, wantsComment }: PickedStatus,
		title: string,
		keys: readonly TicketKey[],
	): Promise<ChosenChange | undefined> {
		const requested = await this.#withOriginal(keys, change);
		if (!requested || !wantsComment) return requested;
		const prompt = `Comment to send with “${resolutionName(change.resolution ?? '')}” (Markdown)`;
		const line = new CommentLine(this.#tickets, keys);
		const comment = await askForComment(this.#ask, { title, prompt, line });
		await this.#editor.showCurrent(this.#editor.addressOf(keys));
		if (comment === undefined) return undefined;
		return { ...requested, ...(comment !== '' && { comment }) };
	}

	/** Asks for the original of duplicates. Undefined if the user cancels. */
	async #withOriginal(keys: readonly TicketKey[], direct: DirectChange): Promise<ChosenChange | undefined> {
		if (direct.resolution !== 'duplicate') return { direct };
		const title = titleAboutAll(this.#tickets, 'Resolve as Duplicate', keys);
		const original = await this.#chooser.findOriginal(title, keys);
		if (original === undefined) return undefined;
		return { direct, ...(original && { original }) };
	}

	labels(args: CommandArguments): Promise<void> {
		return this.#change(args, async (keys) => {
			const [first] = keys;
			if (!first) return undefined;
			const sameTracker = keys.filter(
				({ account, owner, tracker }) =>
					account === first.account && owner === first.owner && tracker === first.tracker,
			);
			if (sameTracker.length < keys.length) {
				const message = 'Labels belong to a tracker. Select tickets from a single tracker.';
				background(showInformation(message));
				return undefined;
			}
			const offered = await this.#ask.labelsOf(this.#tickets, first);
			return withoutComment(
				await this.#ask.pickLabels(
					titleAboutAll(this.#tickets, 'Labels', keys),
					offered,
					this.#shownTickets(keys),
				),
			);
		});
	}

	async #change(args: CommandArguments, choose: Choose, filter?: Filter): Promise<void> {
		await this.changeTickets(await this.#chooser.choose(args), { choose, filter });
	}

	/** Asks the user for a change of tickets, and makes it. */
	async changeTickets(
		chosen: readonly ChosenTicket[],
		{ permission = 'triage', filter, choose }: TicketQuestion,
	): Promise<void> {
		const tickets = this.#tickets;
		const change = async (
			all: readonly TicketKey[],
			{ direct: wanted, original, comment }: ChosenChange,
			bases: Bases,
		) => {
			const keys = original ? all.filter((key) => !isSameTicket(key, original)) : all;
			for (const key of keys) this.#navigation.pinPosition(key);
			const changeOf = (key: TicketKey): DirectChange =>
				original
					? {
							...wanted,
							duplicateOf: originalReference(key, original, tickets.of(original.account)?.instance),
						}
					: wanted;
			const delayMs = undoDelayMs();
			const [first] = keys;
			// The status bar already shows changes that can be undone, and how many.
			if (first && keys.length > 1 && delayMs === 0)
				showInStatusBar(`${describeProgress(changeOf(first), count(keys.length, 'ticket'))}…`);
			if (comment) await tickets.textSender.comment(keys, comment, bases, changeOf);
			else await tickets.change(keys, changeOf, delayMs, bases);
			const entries = keys.flatMap((key) => tickets.outbox.of(key));
			const unconfirmed = unconfirmedText(entries, 'Waiting in the Tickets view', timeOfDay());
			if (unconfirmed !== undefined) showInStatusBar(unconfirmed);
		};
		await changeChosen(chosen, { permission, filter, choose, change }, tickets, this.#navigation);
	}

	#shownTickets(keys: readonly TicketKey[]) {
		return keys.flatMap((key) => this.#tickets.shown(key) ?? []);
	}

	#isResolveOnly(keys: readonly TicketKey[]): boolean {
		const tickets = this.#tickets;
		return keys.some(({ account }) => {
			const name = tickets.of(account)?.instance.name;
			return name !== undefined && tickets.quirks.of(name).resolveOnly;
		});
	}
}

/** The value that all have, if it is the same. */
const common = (values: readonly string[]): string | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;
