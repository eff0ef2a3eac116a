import * as v from 'valibot';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { or, type Read } from '../../forge/contract/read.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';

const KnownQuirks = v.object({
	/** The forge only reopens and resolves: any other status resolves the ticket or is refused. */
	resolveOnly: or(v.boolean(), false),
	/** A resolved ticket keeps its resolution until it is reopened. */
	reopenFirst: or(v.boolean(), false),
});
/** How a forge differs from the contract, as its answers have shown. */
export type KnownQuirks = Read<typeof KnownQuirks>;

const none: KnownQuirks = { resolveOnly: false, reopenFirst: false };

/** The learned quirks of each forge, by the instance's name, so that the user does not run into the same one twice. */
export class ForgeQuirks implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #learned: SettingFile<Readonly<Record<string, KnownQuirks>>>;
	readonly #log: Log;

	constructor(storage: Storage, log: Log) {
		this.#log = log;
		const shape = v.record(v.string(), KnownQuirks);
		const lifetime = this.#lifetime;
		this.#learned = new SettingFile({ storage, name: ['quirks'], shape, none: {}, lifetime, log });
	}

	/** Fires when a quirk is learned. */
	get onDidChange(): Event<void> {
		return this.#learned.onDidChange;
	}

	async open(): Promise<void> {
		await this.#learned.read();
	}

	of(instance: string): KnownQuirks {
		const known = this.#learned.value;
		return Object.hasOwn(known, instance) ? (known[instance] ?? none) : none;
	}

	/** Never fails: a quirk that cannot be stored is learned again. */
	async learn(instance: string, quirk: keyof KnownQuirks): Promise<void> {
		if (this.of(instance)[quirk]) return;
		try {
			await this.#learned.change((known) => {
				const before = Object.hasOwn(known, instance) ? known[instance] : undefined;
				return { ...known, [instance]: { ...none, ...before, [quirk]: true } };
			});
		} catch (error) {
			this.#log.warn(`A quirk of ${instance} could not be stored`, error);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
