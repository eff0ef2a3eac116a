import type { Log } from '../../base/log/log.ts';
import type { Name, Storage } from '../../platform/state/store/storage.ts';

const file: Name = ['live', 'port'];

/** The port on which a window of this machine last received webhooks. Failures are only logged, because any other port works too. */
export class WebhookPortStore {
	readonly #storage: Storage;
	readonly #log: Log;

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
		this.#log = log;
	}

	async read(): Promise<number | undefined> {
		try {
			const text = (await this.#storage.read(file)) ?? '';
			const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
			return port > 0 && port < 65_536 ? port : undefined;
		} catch (error) {
			this.#log.warn('The previous port for webhooks could not be read', error);
			return undefined;
		}
	}

	async write(port: number): Promise<void> {
		try {
			await this.#storage.replace(file, String(port));
		} catch (error) {
			this.#log.warn('The port for webhooks could not be written', error);
		}
	}
}
