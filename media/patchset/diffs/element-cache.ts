import type { VirtualElement } from '../../kit/draw.ts';
import { hasLetterKeys } from '../../kit/keys.ts';

interface CachedElement {
	readonly data: unknown;
	readonly json: string;
	/** What else the part was drawn from. */
	readonly state: string;
	readonly element: VirtualElement;
}

/**
 * The drawn parts of a page, by key. Each snapshot has new objects; a part is drawn again only if its data differ, so that a page of 500
 * files takes as long to update as a small one.
 */
export class ElementCache {
	readonly #parts = new Map<string, CachedElement>();

	clear(): void {
		this.#parts.clear();
	}

	/** `state` is what the part depends on besides its data. */
	draw(key: string, data: unknown, state: string, make: () => VirtualElement): VirtualElement {
		const whole = `${state} ${hasLetterKeys()}`;
		const known = this.#parts.get(key);
		if (known !== undefined && known.data === data && known.state === whole) return known.element;
		const json = JSON.stringify(data);
		const isSame = known !== undefined && known.json === json && known.state === whole;
		const element = isSame ? known.element : make();
		this.#parts.set(key, { data, json, state: whole, element });
		return element;
	}
}
