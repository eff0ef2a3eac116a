import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { pickAccount } from '../editor/boxes/pick-account.ts';
import { workInBox } from '../editor/boxes/work-box.ts';
import { askText } from '../editor/messages.ts';
import type { ItemKey, ItemKind } from './item-kind.ts';

/** What the user has typed for a new item. */
interface NewItem {
	readonly name: string;
	/** One line. Missing if it is empty. */
	readonly description?: string;
}

interface CreateOptions<Opened> {
	readonly descriptionPrompt: (typed: string) => string;
	/** `work` shows a box until the forge has answered. `left` aborts if the user leaves it. */
	readonly create: (
		account: Opened,
		item: NewItem,
		work: (send: (left: AbortSignal) => Promise<void>) => Promise<void>,
	) => Promise<void>;
	/** Whether another answer may help after the forge has failed to create the item. */
	readonly canAskAgain?: (error: ForgeError) => boolean;
}

/** What the user has typed for an item that they have to sign in to create, by its kind. */
const typedBefore = new WeakMap<object, Required<NewItem>>();

/**
 * Asks for a name and a description. If the forge refuses them or cannot be reached, asks again with what the user has typed. If the user has
 * to sign in first, the next call begins with what they typed.
 */
export async function createItem<Opened extends Account, Key extends ItemKey>(
	kind: ItemKind<Opened, Key>,
	accounts: readonly Opened[],
	{ descriptionPrompt, create, canAskAgain = () => true }: CreateOptions<Opened>,
): Promise<void> {
	const title = `New ${kind.titleNoun}`;
	const account = await pickAccount(accounts, title);
	if (!account) return;
	let { name, description } = typedBefore.get(kind) ?? { name: '', description: '' };
	typedBefore.delete(kind);
	let prompt = `Name of the new ${kind.noun} of ${account.session.account}`;
	let hasLeft = false;
	const work = (send: (left: AbortSignal) => Promise<void>) =>
		workInBox(title, `Creating ${account.session.account}/${name}…`, (left) =>
			send(left).finally(() => {
				hasLeft = left.aborted;
			}),
		);
	while (true) {
		const input = await askItemName(kind, title, prompt, name);
		if (input === undefined) return;
		name = input;
		const described = await askText({
			title,
			prompt: descriptionPrompt(description),
			value: description,
		});
		if (described === undefined) return;
		description = described;
		try {
			return await create(account, { name, ...(description !== '' && { description }) }, work);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			if (needsSignIn(error)) typedBefore.set(kind, { name, description });
			// A message says why. Another box would interrupt what the user does now.
			if (needsSignIn(error) || hasLeft || !canAskAgain(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Asks for a name, which is `value` at first. Undefined if the user cancels or types nothing. */
export async function askItemName<Opened extends Account, Key extends ItemKey>(
	{ noun, names }: ItemKind<Opened, Key>,
	title: string,
	prompt: string,
	value: string,
): Promise<string | undefined> {
	const rule = `A ${noun} name can contain only the letters A to Z, digits, and . _ -. It cannot ${names.cannot}.`;
	const validateInput = (text: string) =>
		text === '' || names.accepted.test(text.trim()) ? undefined : rule;
	const input = await askText({ title, prompt, value, validateInput });
	return input?.trim() || undefined;
}
