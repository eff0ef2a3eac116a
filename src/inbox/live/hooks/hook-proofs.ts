import type { HookRecord } from './hook-record.ts';

/** What this window knows about hooks since it leads. */
export class HookProofs {
	/** By the secret of the path: when hooks last proved to exist, and when they last delivered. */
	readonly #proofs = new Map<string, number>();
	readonly #deliveries = new Map<string, number>();
	/** How often in succession the forge has lost hooks. */
	readonly #losses = new Map<string, number>();
	readonly #settleMs: number;
	/** When the listener last dropped a connection. */
	#droppedAt: number | undefined;

	/** After a drop, deliveries prove nothing for `settleMs`, so that all windows notice that nothing is live. */
	constructor(settleMs = 0) {
		this.#settleMs = settleMs;
	}

	/** When the hooks last proved to exist, because the forge has created or listed them, or they have delivered. */
	provenAt({ secret }: HookRecord): number | undefined {
		return this.#proofs.get(secret);
	}

	/** When the hooks last delivered. */
	deliveredAt({ secret }: HookRecord): number | undefined {
		return this.#deliveries.get(secret);
	}

	/** How often in succession the forge did not have the hooks when it was asked. */
	lossesOf({ secret }: HookRecord): number {
		return this.#losses.get(secret) ?? 0;
	}

	/** Whether the listener has dropped a connection, perhaps with a delivery of the hooks, since they last delivered. */
	mayHaveMissed(record: HookRecord): boolean {
		if (this.#droppedAt === undefined) return false;
		const deliveredAt = this.deliveredAt(record) ?? Number.NEGATIVE_INFINITY;
		return deliveredAt <= this.#droppedAt + this.#settleMs;
	}

	didDrop(): void {
		this.#droppedAt = Date.now();
	}

	wereCreated({ secret }: HookRecord): void {
		this.#proofs.set(secret, Date.now());
	}

	wereListed(record: HookRecord): void {
		this.wereCreated(record);
		this.#losses.delete(record.secret);
	}

	haveDelivered(record: HookRecord): void {
		this.wereListed(record);
		this.#deliveries.set(record.secret, Date.now());
	}

	wereLost(record: HookRecord): void {
		this.#proofs.delete(record.secret);
		this.#deliveries.delete(record.secret);
		this.#losses.set(record.secret, this.lossesOf(record) + 1);
	}

	/** Forgets all hooks but these. */
	keepOnly(records: readonly HookRecord[]): void {
		const secrets = new Set(records.map(({ secret }) => secret));
		for (const known of [this.#proofs, this.#deliveries, this.#losses])
			for (const secret of known.keys()) if (!secrets.has(secret)) known.delete(secret);
	}
}
