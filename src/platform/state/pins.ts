import * as v from 'valibot';
import type { Log } from '../../base/log/log.ts';
import { SettingFile } from './store/setting-file.ts';
import type { Name, Storage } from './store/storage.ts';

/** Something of another user that the user keeps in a view. */
export interface Pin {
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

interface PinsOptions {
	readonly storage: Storage;
	readonly name: Name;
	readonly log: Log;
	readonly changed: () => void;
}

const shape = v.array(v.object({ owner: v.string(), name: v.string() }));

/** What an account has pinned, shared by all windows. */
export class Pins {
	readonly #stored: SettingFile<readonly Pin[]>;
	readonly #changed: () => void;

	constructor({ changed, ...options }: PinsOptions) {
		this.#stored = new SettingFile<readonly Pin[]>({ ...options, shape, none: [] });
		this.#changed = changed;
	}

	/** In the order in which they were pinned. */
	get all(): readonly Pin[] {
		return this.#stored.value;
	}

	/** Whether the stored pins could not be read and nothing was pinned since. */
	get areUnreadable(): boolean {
		return this.#stored.isUnreadable;
	}

	async read(): Promise<void> {
		await this.#stored.read();
	}

	async pin({ owner, name }: Pin): Promise<void> {
		await this.#stored.change((pins) =>
			pins.some(isSamePin({ owner, name })) ? pins : [...pins, { owner, name }],
		);
		this.#changed();
	}

	async unpin(pin: Pin): Promise<void> {
		await this.#stored.change((pins) => pins.filter((one) => !isSamePin(pin)(one)));
		this.#changed();
	}
}

/** The names of items and of those that the account has pinned, without duplicates. */
export const withPins = (items: readonly Pin[], pins: readonly Pin[]): readonly Pin[] => [
	...items,
	...pins.filter((pin) => !items.some(isSamePin(pin))),
];

const isSamePin =
	({ owner, name }: Pin) =>
	(one: Pin): boolean =>
		one.owner === owner && one.name === name;
