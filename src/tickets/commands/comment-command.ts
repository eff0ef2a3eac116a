import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { undoDelayMs } from '../../platform/commands/undo-delay.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Bases, WrittenTicketText } from '../state/changes/text-sender.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen } from './change-chosen.ts';
import type { CommentEditor } from './comment/comment-editor.ts';
import { pickTemplateOrWrite } from './comment/pick-comment-template.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

/** Implements the commands to comment on tickets. */
export class CommentCommand {
	readonly #tickets: Tickets;
	readonly #navigation: TicketNavigation;
	readonly #chooser: TicketChooser;
	readonly #editor: CommentEditor;

	constructor(tickets: Tickets, navigation: TicketNavigation, chooser: TicketChooser, editor: CommentEditor) {
		this.#tickets = tickets;
		this.#navigation = navigation;
		this.#chooser = chooser;
		this.#editor = editor;
	}

	/**
	 * For one ticket, opens its page to write the comment there. For several, sends a comment template that the user picks, or opens
	 * an editor for the comment.
	 */
	async run(args: CommandArguments): Promise<void> {
		const all = await this.#chooser.choose(args);
		const [only] = all;
		if (!only) return;
		if (all.length === 1) {
			await this.#navigation.open(only.key, { listId: only.listId, focusField: true });
			return;
		}
		await this.#comment(all, async (keys) => {
			const source = await pickTemplateOrWrite(`Comment on ${count(keys.length, 'ticket')}`);
			if (source?.kind === 'template') return source.text;
			if (source) await this.#editor.open(keys);
			return undefined;
		});
	}

	/** Sends the comment in the active editor. */
	send(): Promise<void> {
		return this.#editor.send((keys, comment) =>
			this.#comment(
				keys.map((key) => ({ key, listId: undefined })),
				async () => comment,
			),
		);
	}

	/** Comments on tickets if the user may. Returns whether it did. */
	async #comment(
		all: readonly ChosenTicket[],
		write: (keys: readonly TicketKey[]) => Promise<string | WrittenTicketText | undefined>,
	): Promise<boolean> {
		const tickets = this.#tickets;
		if (all.some(({ key }) => !tickets.of(key.account)))
			throw new ForgeError('signed-out', 'Sign in to the account of these tickets to comment on them.');
		const change = async (keys: readonly TicketKey[], comment: string | WrittenTicketText, bases: Bases) => {
			for (const key of keys) this.#navigation.pinPosition(key);
			await tickets.textSender.comment(keys, comment, bases);
			// What can be undone is in the status bar already.
			if (undoDelayMs() === 0) showInStatusBar(`Commenting on ${count(keys.length, 'ticket')}…`);
			return true;
		};
		const isDone = await changeChosen(
			all,
			{ permission: 'comment', choose: write, change },
			tickets,
			this.#navigation,
		);
		return isDone ?? false;
	}
}
