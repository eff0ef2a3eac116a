import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { coalesce } from '../../../base/coalesce.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import { ForgeError, needsSignIn } from '../../../forge/contract/errors.ts';
import {
	choiceId,
	type ItemChoice,
	itemChoices,
	itemId,
	type ListedItem,
	type Listing,
	type NamedItem,
} from '../../model/item-choices.ts';
import { textOfMarkdown } from '../../model/markdown/plain-text.ts';
import { escapeIcons } from '../escape.ts';
import { itemUpdater } from './item-updater.ts';

interface ItemQuestion {
	readonly title: string;
	/** What the items are: `mailing lists`. */
	readonly nouns: string;
	/** The codicon of an item. */
	readonly icon: string;
	/** The name of the forge. */
	readonly instance: string;
	/** Reads what the user has typed; undefined if it names neither a user nor an item. */
	readonly read: (input: string) => NamedItem | undefined;
	readonly list: (owner: string, signal: AbortSignal) => Promise<readonly ListedItem[]>;
	/** Does what the user wants with the item, unless `signal` aborts before. If it fails with a `ForgeError`, the box stays and says why. */
	readonly act: (
		item: { readonly owner: string; readonly name: string },
		signal: AbortSignal,
	) => Promise<void>;
}

interface ChoiceItem extends vscode.QuickPickItem {
	readonly choice: ItemChoice;
}

/** The pause in typing after which the items of a user are listed. Long enough that incomplete user names are rarely requested. */
const pauseMs = 300;

/** Asks for a user and lets the user choose one of their items as the forge lists them, or takes an item that is named in full. */
export async function askForItem(question: ItemQuestion): Promise<void> {
	const lifetime = new Lifetime();
	try {
		await new ItemBox(question, lifetime).answer;
	} finally {
		lifetime.dispose();
	}
}

class ItemBox {
	/** Settles when `act` has succeeded or failed for good, or the box is closed. */
	readonly answer: Promise<void>;
	readonly #question: ItemQuestion;
	readonly #lifetime: Lifetime;
	readonly #input: vscode.QuickPick<ChoiceItem>;
	readonly #show: (items: readonly ChoiceItem[]) => void;
	readonly #result = Promise.withResolvers<void>();
	/** The items of each user that were listed while the box is open. */
	readonly #itemsByOwner = new Map<string, readonly ListedItem[]>();
	#owner: string | undefined;
	#listState: Listing = { kind: 'loading' };
	/** Lists the items of the user without waiting for a pause. */
	#listNow: () => void = () => {};
	/** Why the item that the user chose could not be taken, and what tries again. It stays until the user types. */
	#failure: { readonly message: string; readonly retry: () => void } | undefined;
	/** Ends when the input names another user. */
	#ownerLifetime: Lifetime;

	constructor(question: ItemQuestion, lifetime: Lifetime) {
		this.#question = question;
		this.#lifetime = lifetime;
		this.#ownerLifetime = lifetime.child();
		this.answer = this.#result.promise;
		const input = lifetime.add(vscode.window.createQuickPick<ChoiceItem>());
		this.#input = input;
		this.#show = itemUpdater(input, (item) => item && choiceId(item.choice));
		input.title = `${question.title}: ${question.instance}`;
		input.placeholder = '~user, ~user/name or a URL';
		input.ignoreFocusOut = true;
		lifetime.add(input.onDidChangeValue(() => this.#didType()));
		lifetime.add(input.onDidAccept(() => this.#accept()));
		lifetime.add(input.onDidHide(() => this.#result.resolve()));
		input.show();
	}

	get #parsedInput(): NamedItem | undefined {
		return this.#question.read(this.#input.value);
	}

	get #choices(): readonly ItemChoice[] {
		const { nouns } = this.#question;
		const named = this.#parsedInput;
		const { value: typed } = this.#input;
		const listing: Listing = this.#failure
			? { kind: 'failed', message: this.#failure.message }
			: this.#listState;
		return itemChoices({ named, typed, listing, nouns });
	}

	#didType(): void {
		this.#failure = undefined;
		const owner = this.#parsedInput?.owner;
		if (owner !== this.#owner || this.#listState.kind === 'failed') this.#follow(owner);
		this.#draw();
	}

	/** Lists the items of a user when the user pauses. */
	#follow(owner: string | undefined): void {
		this.#ownerLifetime.dispose();
		this.#ownerLifetime = this.#lifetime.child();
		this.#owner = owner;
		this.#listNow = () => {};
		const items = owner === undefined ? undefined : this.#itemsByOwner.get(owner);
		this.#listState = items ? { kind: 'listed', items } : { kind: 'loading' };
		if (owner === undefined || items) return;
		const { signal } = this.#ownerLifetime;
		const list = coalesce(this.#ownerLifetime, pauseMs, () => this.#read(owner, signal));
		list();
		this.#listNow = () => background(list.flush());
	}

	async #read(owner: string, signal: AbortSignal): Promise<void> {
		const failure = await this.#try(signal, async () => {
			const items = await this.#list(owner, signal);
			if (signal.aborted) return;
			this.#itemsByOwner.set(owner, items);
			this.#listState = { kind: 'listed', items };
		});
		if (failure) this.#listState = { kind: 'failed', message: failure.message };
		this.#draw();
	}

	async #list(owner: string, signal: AbortSignal): Promise<readonly ListedItem[]> {
		try {
			return await this.#question.list(owner, signal);
		} catch (error) {
			// The forge has no such user.
			if (error instanceof ForgeError && error.kind === 'missing') return [];
			throw error;
		}
	}

	#accept(): void {
		const choices = this.#choices;
		const [selected] = this.#input.selectedItems;
		const choiceWithId = (id: string) => choices.find((one) => choiceId(one) === id);
		const { owner = '', name = '' } = this.#parsedInput ?? {};
		// The rows for a text that was typed fast may not be shown yet. Then only an item that is typed in full is certain.
		const choice = selected
			? (choiceWithId(choiceId(selected.choice)) ?? choiceWithId(itemId(owner, name)))
			: choices[0];
		if (choice?.kind === 'retry') this.#tryAgain();
		else if (choice?.kind === 'note') this.#listNow();
		else if (choice) background(this.#act(choice));
		this.#draw();
	}

	async #act(item: { readonly owner: string; readonly name: string }): Promise<void> {
		const { owner, name } = item;
		const { signal } = this.#lifetime;
		this.#failure = undefined;
		this.#input.enabled = false;
		this.#input.busy = true;
		const failure = await this.#try(signal, async () => {
			await this.#question.act({ owner, name }, signal);
			this.#result.resolve();
		});
		if (signal.aborted) return;
		if (failure) this.#failure = { message: failure.message, retry: () => background(this.#act(item)) };
		this.#input.enabled = true;
		this.#input.busy = false;
		this.#draw();
	}

	#tryAgain(): void {
		if (this.#failure) this.#failure.retry();
		else this.#follow(this.#owner);
	}

	/** Returns the error of `action` that the user can fix here. Others reject `answer`. */
	async #try(signal: AbortSignal, action: () => Promise<void>): Promise<ForgeError | undefined> {
		try {
			await action();
		} catch (error) {
			if (signal.aborted) return undefined;
			if (error instanceof ForgeError && !needsSignIn(error)) return error;
			this.#result.reject(error);
		}
		return undefined;
	}

	#draw(): void {
		if (!this.#lifetime.ended) this.#show(this.#choices.map((choice) => this.#itemOf(choice)));
	}

	/** VS Code moves items with a match in their label to the front, so rows that must stay below have their text in the description. */
	#itemOf(choice: ItemChoice): ChoiceItem {
		const { icon } = this.#question;
		switch (choice.kind) {
			case 'item':
				return {
					choice,
					alwaysShow: true,
					label: `$(${icon}) ${escapeIcons(`${choice.owner}/${choice.name}`)}`,
					description: choice.note ?? '',
					detail: escapeIcons(visible(textOfMarkdown(choice.description).trim().split('\n')[0] ?? '')),
				};
			case 'named':
				return {
					choice,
					alwaysShow: true,
					label: `$(${icon}) ${escapeIcons(`${choice.owner}/${choice.name}`)}`,
				};
			case 'not-listed':
				return {
					choice,
					alwaysShow: true,
					label: `$(${icon})`,
					description: `${escapeIcons(`${choice.owner}/${choice.name}`)} · as typed`,
				};
			case 'retry':
				return {
					choice,
					alwaysShow: true,
					label: '$(refresh) Try Again',
					detail: escapeIcons(choice.message),
				};
			case 'note':
				return {
					choice,
					alwaysShow: true,
					label: `$(${choice.icon})`,
					description: escapeIcons(choice.text),
				};
		}
	}
}
