import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { confirm } from '../../platform/editor/messages.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { WrittenTicketText } from '../state/changes/text-sender.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen } from './change-chosen.ts';
import type { CommentEditor } from './comment/comment-editor.ts';
import type { pickTemplateOrWrite } from './comment/pick-comment-template.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface CommentCommandOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly chooser: Pick<TicketChooser, 'choose'>;
	readonly navigation: Pick<TicketNavigation, 'open' | 'rememberFocus'>;
	readonly pickTemplateOrWrite: typeof pickTemplateOrWrite;
	readonly editor: Pick<CommentEditor, 'open' | 'send'>;
	/** Shows a message. */
	readonly inform: (message: string) => void;
	/** Asks the user to confirm. */
	readonly confirm: typeof confirm;
	/** Shows a message in the status bar. */
	readonly showInStatusBar: (message: string) => void;
}

/** Implements the commands to comment on tickets. */
export class CommentCommand {
	readonly #options: CommentCommandOptions;

	constructor(options: CommentCommandOptions) {
		this.#options = options;
	}

	/**
	 * For one ticket, opens its page to write the comment there. For several, sends a comment template that the user picks, or opens
	 * an editor for the comment.
	 */
	async run(args: CommandArguments): Promise<void> {
		const { chooser, navigation, pickTemplateOrWrite: pickSource, editor } = this.#options;
		const all = await chooser.choose(args);
		const [only] = all;
		if (!only) return;
		if (all.length === 1) {
			await navigation.open(only.key, { listId: only.listId, focusField: true });
			return;
		}
		await this.#comment(all, async (keys) => {
			const source = await pickSource(`Comment on ${count(keys.length, 'ticket')}`);
			if (source?.kind === 'template') return source.text;
			if (source) await editor.open(keys);
			return undefined;
		});
	}

	/** Sends the comment in the active editor. */
	send(): Promise<void> {
		return this.#options.editor.send((keys, comment) =>
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
		const { tickets, pinPosition, navigation, inform, confirm, showInStatusBar: note } = this.#options;
		if (all.some(({ key }) => !tickets.of(key.account)))
			throw new ForgeError('signed-out', 'Sign in to the account of these tickets to comment on them.');
		const bases = tickets.basesOf(all.map(({ key }) => key));
		const change = async (keys: readonly TicketKey[], comment: string | WrittenTicketText) => {
			for (const key of keys) pinPosition(key);
			await tickets.textSender.comment(keys, comment, bases);
			note(`Commenting on ${count(keys.length, 'ticket')}…`);
			return true;
		};
		const isDone = await changeChosen(
			all,
			{ permission: 'comment', choose: write, change },
			{ tickets, inform, confirm, rememberFocus: navigation.rememberFocus },
		);
		return isDone ?? false;
	}
}
