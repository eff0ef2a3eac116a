import * as v from 'valibot';
import type { Name, Storage } from '../../base/files/storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { type ItemName, isSameItem } from '../model/item-name.ts';
import { SettingFile } from './store/setting-file.ts';

const shape = v.array(v.object({ owner: v.string(), name: v.string() }));

/** The items of other users that an account keeps in a view, shared by all windows. */
export class Pins {
	readonly #stored: SettingFile<readonly ItemName[]>;

	/** Until the lifetime ends, `changed` is called when any window has changed the pins. */
	constructor(storage: Storage, name: Name, lifetime: Lifetime, log: Log, changed: () => void) {
		this.#stored = new SettingFile<readonly ItemName[]>({ storage, name, lifetime, log, shape, none: [] });
		this.#stored.watch();
		lifetime.add(this.#stored.onDidChange(changed));
	}

	/** In the order in which they were pinned. */
	get all(): readonly ItemName[] {
		return this.#stored.value;
	}

	/** Whether the stored pins could not be read and nothing was pinned since. */
	get areUnreadable(): boolean {
		return this.#stored.isUnreadable;
	}

	async read(): Promise<void> {
		await this.#stored.read();
	}

	async pin({ owner, name }: ItemName): Promise<void> {
		await this.#stored.change((pins) =>
			pins.some((pin) => isSameItem(pin, { owner, name })) ? pins : [...pins, { owner, name }],
		);
	}

	async unpin(pin: ItemName): Promise<void> {
		await this.#stored.change((pins) => pins.filter((one) => !isSameItem(one, pin)));
	}
}
