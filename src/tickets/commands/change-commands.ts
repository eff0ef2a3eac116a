import { count } from '../../base/text/numbers.ts';
import type { confirm } from '../../platform/editor/messages.ts';
import { isSameTicket, type TicketKey } from '../../platform/model/keys.ts';
import { resolutionName } from '../../platform/model/words.ts';
import { unconfirmedText } from '../../platform/state/outbox/text.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { describeProgress } from '../model/describe-change.ts';
import { canSetStatus, skippedMessage } from '../model/transitions.ts';
import { describeTicketEntry } from '../state/change-words.ts';
import type { WrittenTicketText } from '../state/changes/text-sender.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen } from './change-chosen.ts';
import { type AskForComment, askForComment } from './comment/ask-comment.ts';
import type { CommentEditor } from './comment/comment-editor.ts';
import { CommentLine } from './comment/comment-line.ts';
import { titleAbout } from './input-title.ts';
import { originalReference } from './original-reference.ts';
import type { labelsOf, PickedStatus, pickLabels, pickResolution, pickStatus } from './pick.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface RequestedChange {
	readonly direct: DirectChange;
	/** The ticket of which the others are duplicates. */
	readonly original?: TicketKey;
	/** A comment to be sent with the change. */
	readonly comment?: string | WrittenTicketText;
}

type Choose = (keys: readonly TicketKey[]) => Promise<RequestedChange | undefined>;

const withoutComment = (direct: DirectChange | undefined): RequestedChange | undefined =>
	direct && { direct };

interface ChangeCommandsOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	/** How long a change can be undone. */
	readonly undoMs: () => number;
	readonly chooser: Pick<TicketChooser, 'choose'>;
	readonly navigation: Pick<TicketNavigation, 'rememberFocus'>;
	/** The editor of comments for several tickets. */
	readonly editor: Pick<CommentEditor, 'showCurrent'>;
	/** How to ask the user. */
	readonly ask: AskForComment & {
		readonly pickStatus: typeof pickStatus;
		readonly pickResolution: typeof pickResolution;
		readonly pickLabels: typeof pickLabels;
		readonly labelsOf: typeof labelsOf;
		/** Asks of which ticket others are duplicates. Returns null if the user does not want to name it. */
		readonly findOriginal: (options: {
			readonly title: string;
			readonly exclude: readonly TicketKey[];
		}) => Promise<TicketKey | null | undefined>;
	};
	/** Shows a message. */
	readonly inform: (message: string) => void;
	/** Asks the user to confirm. */
	readonly confirm: typeof confirm;
	/** Shows a message in the status bar. */
	readonly showInStatusBar: (message: string) => void;
}

/** Implements the commands that change the status, the resolution or the labels of tickets. */
export class ChangeCommands {
	readonly #options: ChangeCommandsOptions;

	constructor(options: ChangeCommandsOptions) {
		this.#options = options;
	}

	/** Sets a status. Leaves tickets as they are that have it already or are further. */
	async setTo(args: CommandArguments, to: 'confirmed' | 'in_progress' | 'reported'): Promise<void> {
		const { chooser, showInStatusBar: note } = this.#options;
		const chosen = await chooser.choose(args);
		const statusOf = (key: TicketKey) => this.#known([key])[0]?.status;
		const skipped = chosen.flatMap(({ key }) => {
			const status = statusOf(key);
			return status === undefined || canSetStatus(status, to) ? [] : [{ ticket: key.ticket, status }];
		});
		const message = skippedMessage(skipped, chosen.length, to);
		if (message !== undefined) note(message);
		const rest = chosen.filter(({ key }) => canSetStatus(statusOf(key), to));
		await this.#changeTickets(rest, async () => ({ direct: { status: to } }));
	}

	setStatus(args: CommandArguments): Promise<void> {
		return this.#change(args, async (keys) => {
			const title = this.#titleOf('Status', keys);
			const known = this.#known(keys);
			const picked = await this.#options.ask.pickStatus({
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
			const title = this.#titleOf('Resolve', keys);
			const current = common(this.#known(keys).map(({ resolution }) => resolution));
			const picked = await this.#options.ask.pickResolution(title, current);
			return picked && this.#askForDetails(picked, title, keys);
		});
	}

	/** Asks for the original of duplicates, and for the comment if the user wants to write one. Undefined if the user cancels. */
	async #askForDetails(
		{ change, wantsComment }: PickedStatus,
		title: string,
		keys: readonly TicketKey[],
	): Promise<RequestedChange | undefined> {
		const requested = await this.#withOriginal(keys, change);
		if (!requested || !wantsComment) return requested;
		const prompt = `Comment to send with “${resolutionName(change.resolution ?? '')}” (Markdown)`;
		const { tickets, ask, editor } = this.#options;
		const comment = await askForComment(ask, { title, prompt, line: new CommentLine(tickets, keys) });
		await editor.showCurrent(keys);
		if (comment === undefined) return undefined;
		return { ...requested, ...(comment !== '' && { comment }) };
	}

	/** Asks for the original of duplicates. Undefined if the user cancels. */
	async #withOriginal(
		keys: readonly TicketKey[],
		direct: DirectChange,
	): Promise<RequestedChange | undefined> {
		if (direct.resolution !== 'duplicate') return { direct };
		const title = this.#titleOf('Resolve as Duplicate', keys);
		// Of several, one can be the original of the others.
		const original = await this.#options.ask.findOriginal({ title, exclude: keys.length === 1 ? keys : [] });
		if (original === undefined) return undefined;
		return { direct, ...(original && { original }) };
	}

	labels(args: CommandArguments): Promise<void> {
		const { tickets, ask, inform } = this.#options;
		return this.#change(args, async (keys) => {
			const [first] = keys;
			if (!first) return undefined;
			const sameTracker = keys.filter(
				({ account, owner, tracker }) =>
					account === first.account && owner === first.owner && tracker === first.tracker,
			);
			if (sameTracker.length < keys.length) {
				inform('Labels belong to a tracker. Select tickets from a single tracker.');
				return undefined;
			}
			const offered = await ask.labelsOf(tickets, first);
			return withoutComment(await ask.pickLabels(this.#titleOf('Labels', keys), offered, this.#known(keys)));
		});
	}

	async #change(args: CommandArguments, choose: Choose): Promise<void> {
		await this.#changeTickets(await this.#options.chooser.choose(args), choose);
	}

	async #changeTickets(chosen: readonly ChosenTicket[], choose: Choose): Promise<void> {
		const {
			tickets,
			pinPosition,
			undoMs,
			inform,
			confirm,
			showInStatusBar: note,
			navigation,
		} = this.#options;
		const { rememberFocus } = navigation;
		const bases = tickets.basesOf(chosen.map(({ key }) => key));
		const change = async (
			all: readonly TicketKey[],
			{ direct: wanted, original, comment }: RequestedChange,
		) => {
			const keys = original ? all.filter((key) => !isSameTicket(key, original)) : all;
			for (const key of keys) pinPosition(key);
			const changeOf = (key: TicketKey): DirectChange =>
				original ? { ...wanted, duplicateOf: originalReference(tickets, key, original) } : wanted;
			// What the user wrote is sent at once, because undo would discard it.
			const delayMs = comment ? 0 : undoMs();
			const [first] = keys;
			// The status bar already shows changes that can be undone, and how many.
			if (first && keys.length > 1 && delayMs === 0)
				note(`${describeProgress(changeOf(first), count(keys.length, 'ticket'))}…`);
			if (comment) await tickets.textSender.comment(keys, comment, bases, changeOf);
			else await tickets.change(keys, changeOf, delayMs, bases);
			const entries = keys.flatMap((key) => tickets.outbox.of(key)).map(describeTicketEntry);
			const unconfirmed = unconfirmedText(entries, 'Waiting in the Tickets view', Date.now());
			if (unconfirmed !== undefined) note(unconfirmed);
		};
		const host = { tickets, inform, confirm, rememberFocus };
		await changeChosen(chosen, { permission: 'triage', choose, change }, host);
	}

	#known(keys: readonly TicketKey[]) {
		return keys.flatMap((key) => this.#options.tickets.shown(key) ?? []);
	}

	/** `Status: ~ana/editor#3 · Undo history is lost`, or `Status: 4 tickets`. */
	#titleOf(what: string, keys: readonly TicketKey[]): string {
		const [only] = keys;
		if (!only || keys.length > 1) return `${what}: ${count(keys.length, 'ticket')}`;
		return titleAbout(what, only, this.#options.tickets.shown(only)?.title);
	}

	#isResolveOnly(keys: readonly TicketKey[]): boolean {
		const { tickets } = this.#options;
		return keys.some(({ account }) => {
			const name = tickets.of(account)?.instance.name;
			return name !== undefined && tickets.quirks.of(name).resolveOnly;
		});
	}
}

/** The value that all have, if it is the same. */
const common = (values: readonly string[]): string | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;
