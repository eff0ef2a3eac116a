import type { TicketKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Tickets } from '../state/tickets.ts';
import { type AskForComment, CommentQuestion } from './ask-comment.ts';
import { changeChosen } from './change-chosen.ts';
import type { TicketChooser } from './ticket-chooser.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface CommentCommandOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly chooser: Pick<TicketChooser, 'choose'>;
	readonly navigation: Pick<TicketNavigation, 'open' | 'rememberFocus'>;
	readonly ask: AskForComment;
	/** Shows a message. */
	readonly inform: (message: string) => void;
	/** Shows a message in the status bar. */
	readonly showInStatusBar: (message: string) => void;
}

/** Implements the command to comment on tickets. */
export class CommentCommand {
	readonly #options: CommentCommandOptions;
	readonly #question: CommentQuestion;

	constructor(options: CommentCommandOptions) {
		this.#options = options;
		this.#question = new CommentQuestion(options.ask);
	}

	/** For one ticket, opens its page to write the comment there. For several, asks for a comment and sends it to each. */
	async run(args: CommandArguments): Promise<void> {
		const { tickets, pinPosition, chooser, navigation, inform, showInStatusBar: note } = this.#options;
		const all = await chooser.choose(args);
		const [only] = all;
		if (!only) return;
		if (all.length === 1) {
			await navigation.open(only.key, { listId: only.listId, focusField: true });
			return;
		}
		const keys = all.map(({ key }) => key);
		const write = async () => {
			const title = `Comment on ${count(keys.length, 'ticket')}`;
			return (await this.#question.ask(title, 'Comment to add to each ticket (Markdown)')) || undefined;
		};
		const comment = async (keys: readonly TicketKey[], text: string) => {
			for (const key of keys) pinPosition(key);
			await tickets.comment(keys, text);
			note(`Commenting on ${count(keys.length, 'ticket')}…`);
			return true;
		};
		const isSent = await changeChosen(
			all,
			{ permission: 'comment', choose: write, change: comment },
			{ tickets, inform, rememberFocus: navigation.rememberFocus },
		);
		if (isSent) this.#question.didSend();
	}
}
