import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { truncate } from '../../base/text/truncate.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { askText, confirm, showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { collectFieldValues } from '../model/query/field-values.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';
import { deleteTicket } from '../state/delete-ticket.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import { setSubscribed } from '../state/ticket-subscription.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen, permittedTickets } from './change-chosen.ts';
import type { ChangeCommands } from './change-commands.ts';
import { openDescription } from './descriptions/open-description.ts';
import { titleAboutAll } from './input-title.ts';
import { pickUser, pickUserOrName } from './pick-user.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import { openOnWeb } from './ticket-links.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

/** Asks for the change of these tickets of one user. Undefined if the user cancels. */
type Choose = (keys: readonly TicketKey[], me: string) => Promise<DirectChange | undefined>;

/** More of a title does not fit into a question. */
const maxTitleInQuestion = 100;

/** Implements the commands that assign, edit and delete tickets and subscribe to them, which only some forges can be asked for. */
export class EditCommands {
	readonly #tickets: Tickets;
	readonly #chooser: TicketChooser;
	readonly #changes: ChangeCommands;
	readonly #navigation: TicketNavigation;

	constructor(
		tickets: Tickets,
		chooser: TicketChooser,
		changes: ChangeCommands,
		navigation: TicketNavigation,
	) {
		this.#tickets = tickets;
		this.#chooser = chooser;
		this.#changes = changes;
		this.#navigation = navigation;
	}

	/** Asks whom to assign the tickets to. */
	assign(args: CommandArguments): Promise<void> {
		return this.#changeAssignees(args, async (keys, me) => {
			const people = collectFieldValues(this.#ticketsAround(keys)).people;
			const others = people.filter((name) => name.startsWith('~') && name !== me);
			const title = titleAboutAll(this.#tickets, 'Assign', keys);
			const user = await pickUserOrName(title, [me, ...others], me);
			return user === undefined ? undefined : this.#assignTo(user, keys, me);
		});
	}

	assignToMe(args: CommandArguments): Promise<void> {
		return this.#changeAssignees(args, async (keys, me) => this.#assignTo(me, keys, me));
	}

	/** Unassigns the only assignee of the tickets, or asks which one. */
	unassign(args: CommandArguments): Promise<void> {
		return this.#changeAssignees(args, async (keys, me) => {
			const shown = this.#shown(keys);
			const assigned = [...new Set(shown.flatMap(namesOfAssignees))];
			const [only] = assigned;
			if (only === undefined) {
				const none =
					keys.length === 1
						? `${this.#nameOf(keys)} not assigned to anyone`
						: `None of the ${keys.length} tickets is assigned`;
				showInStatusBar(shown.length === keys.length ? none : 'The assignees could not be read');
				return undefined;
			}
			const title = titleAboutAll(this.#tickets, 'Unassign', keys);
			const user = assigned.length === 1 ? only : await pickUser(title, assigned, me);
			return user === undefined ? undefined : { unassign: [user] };
		});
	}

	/** Asks for a new title of a ticket. */
	async editTitle(args: CommandArguments): Promise<void> {
		const chosen = await this.#chooseOne(args, 'Select a single ticket to edit its title.');
		await this.#changeChosen(chosen, 'edit', async (keys) => {
			const [current] = this.#shown(keys);
			const title = await askText({
				title: titleAboutAll(this.#tickets, 'Title', keys),
				prompt: 'Title of the ticket',
				value: current?.title ?? '',
				validateInput: (text) => (isTitle(text) ? undefined : 'A title has between 3 and 2048 characters.'),
			});
			return title === undefined || title.trim() === current?.title ? undefined : { title: title.trim() };
		});
	}

	/** Opens the description of a ticket in an editor. Saving sends the text to the forge. */
	async editDescription(args: CommandArguments): Promise<void> {
		const chosen = await this.#chooseOne(args, 'Select a single ticket to edit its description.');
		const keys = chosen.map(({ key }) => key);
		const [first] = keys;
		if (!first) return;
		const account = this.#accountOf(first.account);
		if (!account.connection.trackerExtras) return this.#openPages(keys);
		const [key] = await permittedTickets(this.#tickets, 'edit', keys);
		if (!key) return;
		// Read the ticket first, so that errors are reported as for every other command. VS Code would report them in its own way.
		const { description } = await account.client.ticket(key);
		await openDescription(key, account.session, description);
	}

	/** Deletes a ticket for everyone, after the user has confirmed it. */
	async delete(args: CommandArguments): Promise<void> {
		const tickets = this.#tickets;
		const chosen = await this.#chooseOne(args, 'Select a single ticket to delete.');
		const keys = chosen.map(({ key }) => key);
		const [first] = keys;
		if (!first) return;
		const account = this.#accountOf(first.account);
		if (!account.connection.trackerExtras) return this.#openPages(keys);
		const choose = async ([key]: readonly TicketKey[]) =>
			key && (await this.#confirmDeletion(key)) ? key : undefined;
		const change = async (_: readonly TicketKey[], key: TicketKey) => {
			await deleteTicket(tickets, key);
			showInStatusBar(`${refOf(key)} was deleted`);
		};
		await changeChosen(chosen, { permission: 'delete', choose, change }, tickets, this.#navigation);
	}

	#confirmDeletion(key: TicketKey): Promise<boolean> {
		const title = truncate(this.#tickets.shown(key)?.title ?? '', maxTitleInQuestion);
		return confirm(
			`Delete ${[refOf(key), title && `“${title}”`].filter(Boolean).join(' ')}?`,
			'This permanently deletes the ticket and its comments on the forge, for everyone.',
			'Delete Ticket',
		);
	}

	subscribe(args: CommandArguments): Promise<void> {
		return this.#setSubscribed(args, true);
	}

	unsubscribe(args: CommandArguments): Promise<void> {
		return this.#setSubscribed(args, false);
	}

	async #setSubscribed(args: CommandArguments, isSubscribed: boolean): Promise<void> {
		const keys = await this.#chooser.keys(args);
		const changed = keys.filter(({ account }) => this.#accountOf(account).connection.trackerExtras);
		const onWeb = keys.filter((key) => !changed.includes(key));
		await this.#openPages(onWeb);
		for (const key of changed) await setSubscribed(this.#tickets, key, isSubscribed);
		const [only] = changed;
		if (!only) return;
		const names = changed.length === 1 ? refOf(only) : count(changed.length, 'ticket');
		showInStatusBar(isSubscribed ? `Subscribed to ${names}` : `Unsubscribed from ${names}`);
	}

	async #chooseOne(args: CommandArguments, ifSeveral: string): Promise<readonly ChosenTicket[]> {
		const chosen = await this.#chooser.choose(args);
		if (chosen.length <= 1) return chosen;
		background(showInformation(ifSeveral));
		return [];
	}

	/** For what a forge cannot be asked. */
	async #openPages(keys: readonly TicketKey[]): Promise<void> {
		await openOnWeb(this.#tickets, keys);
		if (keys.length > 0) showInStatusBar('Opened the page of the forge, which has no other way to do that');
	}

	#accountOf(id: string): TicketAccount {
		const account = this.#tickets.of(id);
		if (account) return account;
		throw signedOut('ticket');
	}

	/** The change that assigns the tickets to a user. Undefined if they are all assigned to that user already. */
	#assignTo(user: string, keys: readonly TicketKey[], me: string): DirectChange | undefined {
		const shown = this.#shown(keys);
		const isDone = shown.length === keys.length && shown.every((one) => namesOfAssignees(one).includes(user));
		if (!isDone) return { assign: [user] };
		showInStatusBar(`${this.#nameOf(keys)} already assigned to ${user === me ? 'you' : user}`);
		return undefined;
	}

	async #changeAssignees(args: CommandArguments, choose: Choose): Promise<void> {
		const chosen = await this.#chooser.choose(args);
		if (chosen.some(({ key }) => key.account !== chosen[0]?.key.account)) {
			background(showInformation('Each forge has its own users. Select tickets of one account.'));
			return;
		}
		await this.#changeChosen(chosen, 'assign', choose);
	}

	/** Changes tickets of one account. Opens them in the browser if their forge cannot be asked for that. */
	async #changeChosen(
		chosen: readonly ChosenTicket[],
		permission: 'assign' | 'edit',
		choose: Choose,
	): Promise<void> {
		const keys = chosen.map(({ key }) => key);
		const [first] = keys;
		if (!first) return;
		const account = this.#accountOf(first.account);
		if (!account.connection.trackerExtras) return this.#openPages(keys);
		const { account: me } = account.session;
		await this.#changes.changeTickets(chosen, {
			permission,
			choose: async (allowed) => {
				const direct = await choose(allowed, me);
				return direct && { direct };
			},
		});
	}

	/** All known tickets of the trackers that these are in. */
	#ticketsAround(keys: readonly TicketKey[]): readonly Ticket[] {
		const lifetime = new Lifetime();
		const trackers = new Map(keys.map((key) => [trackerRef(key), key]));
		const known = [...trackers.values()].flatMap((key) => [
			...(this.#tickets.trackerCache(key, lifetime)?.tickets.values() ?? []),
		]);
		lifetime.dispose();
		return known;
	}

	/** `#3 is`, or `All 4 tickets are`. */
	#nameOf(keys: readonly TicketKey[]): string {
		const [only] = keys;
		return only && keys.length === 1 ? `#${only.ticket} is` : `All ${keys.length} tickets are`;
	}

	#shown(keys: readonly TicketKey[]): readonly Ticket[] {
		return keys.flatMap((key) => this.#tickets.shown(key) ?? []);
	}
}

/** Forges refuse other titles. */
const isTitle = (text: string): boolean => text.trim().length >= 3 && text.trim().length <= 2048;

const namesOfAssignees = ({ assignees }: Ticket): readonly string[] =>
	assignees.map((who) => who.canonical_name);
