import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import { askText } from '../editor/messages.ts';
import { fromOneLine, toOneLine } from '../model/one-line.ts';

interface EditOptions {
	readonly title: string;
	readonly current: string;
	/** What the box asks for: `Description`. */
	readonly prompt: string;
	/** Fails with a `ForgeError`. */
	readonly change: (description: string) => Promise<void>;
}

/** What the user has typed, and can save only after signing in again, by the title and what the forge had. */
const typedBefore = new Map<string, string>();

/**
 * Lets the user edit the description of an item. An input box has one line, so `\n` stands for a line break. If the change fails, asks again
 * with what the user has typed. If they have to sign in first, the next call begins with that.
 */
export async function editDescription({ title, current, prompt, change }: EditOptions): Promise<void> {
	/** What the forge has; undefined if that is not certain. */
	let known: string | undefined = toOneLine(current);
	const id = JSON.stringify([title, current]);
	let line = typedBefore.get(id) ?? known;
	typedBefore.delete(id);
	let question = line.includes('\\n') ? `${prompt}. Write \\n for a line break.` : prompt;
	while (true) {
		const typed = await askText({ title, prompt: question, value: line });
		if (typed === undefined || typed === known) return;
		line = typed;
		try {
			return await change(fromOneLine(typed));
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			if (needsSignIn(error)) {
				typedBefore.set(id, line);
				throw error;
			}
			if (error.mayBeDone) known = undefined;
			question = error.message;
		}
	}
}
