import { Emitter } from '../../../src/base/emitter.ts';

/** What an input box or a quick pick offers. */
export interface Offered {
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	readonly iconPath?: unknown;
	readonly picked?: boolean;
}

/** An input box or a quick pick. */
export class FakeBox {
	title = '';
	prompt = '';
	placeholder = '';
	value = '';
	/** VS Code selects what a box contains when it is shown. */
	selectedText = '';
	password = false;
	ignoreFocusOut = false;
	busy = false;
	enabled = true;
	canSelectMany = false;
	/** Not in the API, but in every VS Code. */
	sortByLabel = true;
	isShown = false;
	wasShown = false;
	validationMessage: unknown;
	buttons: readonly unknown[] = [];
	selectedItems: readonly Offered[] = [];
	#items: readonly Offered[] = [];
	#activeItems: readonly Offered[] = [];
	readonly changed = new Emitter<string>();
	readonly selected = new Emitter<readonly Offered[]>();
	readonly accepted = new Emitter<void>();
	readonly hidden = new Emitter<void>();
	readonly pressed = new Emitter<unknown>();
	readonly itemPressed = new Emitter<{ readonly item: Offered }>();
	readonly onDidChangeValue = this.changed.event;
	readonly onDidChangeSelection = this.selected.event;
	readonly onDidAccept = this.accepted.event;
	readonly onDidHide = this.hidden.event;
	readonly onDidTriggerButton = this.pressed.event;
	readonly onDidTriggerItemButton = this.itemPressed.event;

	get items(): readonly Offered[] {
		return this.#items;
	}

	/** As in VS Code, the first of new items becomes active. */
	set items(items: readonly Offered[]) {
		this.#items = items;
		if (!this.canSelectMany) this.#activeItems = items.slice(0, 1);
	}

	get activeItems(): readonly Offered[] {
		return this.#activeItems;
	}

	set activeItems(items: readonly Offered[]) {
		this.#activeItems = items;
	}

	show(): void {
		this.isShown = true;
		this.wasShown = true;
		this.selectedText = this.value;
	}

	hide(): void {
		this.isShown = false;
		this.hidden.fire();
	}

	dispose(): void {
		if (this.isShown) this.hide();
	}

	type(text: string): void {
		this.value = text;
		this.changed.fire(text);
	}

	/** As in VS Code, Enter selects the active item. */
	accept(): void {
		if (!this.canSelectMany && this.selectedItems.length === 0) this.selectedItems = this.activeItems;
		this.accepted.fire();
	}

	/** Ticks the items of these positions, and no others, in a box in which several can be chosen. */
	tick(...positions: readonly number[]): void {
		this.selectedItems = this.items.filter((_, position) => positions.includes(position));
		this.selected.fire(this.selectedItems);
	}

	/** Chooses an item by words of its label, or of its description if it has no label. */
	choose(words: string): void {
		const nameOf = ({ label, description = '' }: Offered) =>
			label.replace(/^\$\([\w-]+\)$/, '') || description;
		this.selectedItems = this.items.filter((item) => nameOf(item).includes(words)).slice(0, 1);
		this.#activeItems = this.selectedItems;
		this.accepted.fire();
	}
}
