import { ForgeError } from '../../forge/errors.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Tickets } from '../state/tickets.ts';
import { changeChosen } from './change-chosen.ts';
import type { CommentEditor } from './comment-editor.ts';
import type { pickAnswerOrNone } from './pick-answer.ts';
import type { ChosenTicket } from './targets.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface CommentCommandOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly chooser: Pick<TicketChooser, 'choose'>;
	readonly navigation: Pick<TicketNavigation, 'open' | 'rememberFocus'>;
	readonly pickAnswer: typeof pickAnswerOrNone;
	readonly editor: Pick<CommentEditor, 'open' | 'send'>;
	/** Shows a message. */
	readonly inform: (message: string) => void;
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
	 * For one ticket, opens its page to write the comment there. For several, sends an answer that the user picks to each, or opens an
	 * editor for the comment.
	 */
	async run(args: CommandArguments): Promise<void> {
		const { chooser, navigation, pickAnswer, editor } = this.#options;
		const all = await chooser.choose(args);
		const [only] = all;
		if (!only) return;
		if (all.length === 1) {
			await navigation.open(only.key, { listId: only.listId, focusField: true });
			return;
		}
		await this.#comment(all, async (keys) => {
			const answer = await pickAnswer(`Comment on ${count(keys.length, 'ticket')}`);
			if (answer === null) await editor.open(keys);
			return answer ?? undefined;
		});
	}

	/** Sends the comment of the editor in front. */
	send(): Promise<void> {
		return this.#options.editor.send((keys, text) =>
			this.#comment(
				keys.map((key) => ({ key, listId: undefined })),
				async () => text,
			),
		);
	}

	/** Comments on tickets if the user may. Returns whether it did. */
	async #comment(
		all: readonly ChosenTicket[],
		write: (keys: readonly TicketKey[]) => Promise<string | undefined>,
	): Promise<boolean> {
		const { tickets, pinPosition, navigation, inform, showInStatusBar: note } = this.#options;
		if (all.some(({ key }) => !tickets.of(key.account)))
			throw new ForgeError('signed-out', 'Sign in to the account of these tickets to comment on them.');
		const change = async (keys: readonly TicketKey[], text: string) => {
			for (const key of keys) pinPosition(key);
			await tickets.comment(keys, text);
			note(`Commenting on ${count(keys.length, 'ticket')}…`);
			return true;
		};
		const isDone = await changeChosen(
			all,
			{ permission: 'comment', choose: write, change },
			{ tickets, inform, rememberFocus: navigation.rememberFocus },
		);
		return isDone ?? false;
	}
}
