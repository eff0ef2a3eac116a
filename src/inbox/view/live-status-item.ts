import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type StatusItemWords, statusItemWords } from '../model/live-words/state-words.ts';
import type { LiveStatus } from '../state/live-status.ts';

/** An item of VS Code's status bar. */
interface StatusItem extends Disposable {
	name: string | undefined;
	text: string;
	tooltip: unknown;
	command: unknown;
	accessibilityInformation: { readonly label: string } | undefined;
	show(): void;
	hide(): void;
}

/** The state may change many times in a second. */
const drawMs = 200;

/** Shows in the status bar how this window learns what happens, while the user has an account. */
export class LiveStatusItem implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #item: StatusItem;
	readonly #status: LiveStatus;
	#shown: StatusItemWords | undefined;

	constructor(item: StatusItem, status: LiveStatus) {
		this.#item = this.#lifetime.add(item);
		this.#status = status;
		item.name = 'Tildeforge Live Status';
		item.command = 'tildeforge.showLiveStatus';
		this.#draw();
		this.#lifetime.add(status.onDidChange(coalesce(this.#lifetime, drawMs, () => this.#draw())));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#draw(): void {
		const { state } = this.#status;
		if (!state) {
			this.#shown = undefined;
			this.#item.hide();
			return;
		}
		const words = statusItemWords(state);
		const { text, tooltip, label } = words;
		// VS Code announces and draws an item again whenever it is written.
		if (text !== this.#shown?.text) this.#item.text = text;
		if (tooltip !== this.#shown?.tooltip) this.#item.tooltip = tooltip;
		if (label !== this.#shown?.label) this.#item.accessibilityInformation = { label };
		if (!this.#shown) this.#item.show();
		this.#shown = words;
	}
}
