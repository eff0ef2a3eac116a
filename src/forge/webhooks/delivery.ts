import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { steadyTime } from '../../base/clock.ts';
import { ForgeError } from '../contract/errors.ts';
import { read, type Shape } from '../contract/read.ts';
import { type EventBody, type EventName, type Family, families } from './families.ts';
import { deliveredEvent } from './graphql-events.ts';
import { bodyInPayload } from './graphql-payload.ts';

interface EventHeader<E extends string> {
	readonly event: E;
	/** The delivery's UUID. A redelivery keeps it. */
	readonly delivery: string;
}

type KnownEvent = {
	[F in Family]: {
		[E in EventName<F>]: EventHeader<E> & { readonly kind: 'event'; readonly body: EventBody<F, E> };
	}[EventName<F>];
}[Family];

/** What a delivery says. It is only a hint, even if the forge has signed it: bodies lack fields, and event names can be wrong. */
export type Hint =
	| KnownEvent
	/** An event that is not in the contract, or a body that does not match its event. */
	| (EventHeader<string> & { readonly kind: 'other'; readonly body: unknown })
	/** The forge cuts long bodies before it signs them, so they cannot be read. */
	| (EventHeader<string> & { readonly kind: 'truncated' });

/** What a hook of the forge has delivered. */
export interface Received {
	readonly delivery: Hint;
	/**
	 * Whether the forge has signed the delivery. If not, its sender only knew the address: use nothing of it but the event's name and
	 * which resource it is about, and read the rest from the forge.
	 */
	readonly isVerified: boolean;
}

type Rejection =
	/** The headers are not those of a delivery. */
	| 'malformed'
	/** This forge did not sign it. */
	| 'forged'
	/** The delivery has arrived before. */
	| 'replayed';

export type Delivered = Hint | { readonly kind: 'rejected'; readonly why: Rejection };

/** Headers as Node gives them, or with names in any case. */
export type DeliveryHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns a function that verifies and reads the deliveries of one forge, and never throws. To reject replays, it remembers at most
 * `maxNonces` deliveries for `windowMs`. `key` is the key of the instance: 32 bytes in base64.
 */
export function createVerifier(key: string, maxNonces = 10_000, windowMs = dayMs) {
	const publicKey = publicKeyOf(key);
	const nonces = new Nonces(windowMs, maxNonces);

	return (headers: DeliveryHeaders, raw: Uint8Array): Delivered => {
		const header = lookup(headers);
		const event = header('x-webhook-event');
		const delivery = header('x-webhook-delivery');
		const nonce = header('x-payload-nonce');
		const signature = Buffer.from(header('x-payload-signature') ?? '', 'base64');
		// The signature covers body and nonce as one run of bytes. If a nonce could have any length, a sender could pass off the
		// end of a body as part of a new nonce.
		const isWellFormed = nonce !== undefined && /^[0-9a-f]{16}$/i.test(nonce) && signature.length === 64;
		if (!event || !delivery || !isWellFormed) return { kind: 'rejected', why: 'malformed' };

		const signed = Buffer.concat([raw, Buffer.from(nonce, 'ascii')]);
		if (!verify(null, signed, publicKey, signature)) return { kind: 'rejected', why: 'forged' };
		// Remembers only signed nonces, so that no other sender can fill the memory.
		if (!nonces.add(nonce, steadyTime())) return { kind: 'rejected', why: 'replayed' };
		return toHint(event, delivery, raw);
	};
}

/**
 * Reads a delivery without checking its signature, for a forge whose key is not known. Replays are not detected, because anyone can
 * choose a new nonce. Never throws.
 */
export function readUnverified(headers: DeliveryHeaders, raw: Uint8Array): Delivered {
	const header = lookup(headers);
	const event = header('x-webhook-event');
	const delivery = header('x-webhook-delivery');
	if (!event || !delivery) return { kind: 'rejected', why: 'malformed' };
	return toHint(event, delivery, raw);
}

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

function publicKeyOf(key: string): KeyObject {
	const raw = Buffer.from(key, 'base64');
	if (raw.length !== 32) throw new ForgeError('refused', 'The key for webhooks must be 32 bytes in base64.');
	return createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
}

const none = -1;

/**
 * Remembers the newest nonces within the window, to detect replays. They are numbers in arrays, in which a new one replaces the oldest: as strings
 * in a map, 50,000 took 8 MB. Those with the same last bits form a chain, so that few have to be compared.
 */
class Nonces {
	readonly #windowMs: number;
	/** Two numbers for each nonce. */
	readonly #halves: Uint32Array;
	readonly #times: Float64Array;
	/** For each chain, where its newest nonce is. */
	readonly #first: Int32Array;
	/** For each nonce, where the next older one in its chain is. */
	readonly #next: Int32Array;
	/** Where the next nonce goes. */
	#end = 0;

	constructor(windowMs: number, max: number) {
		this.#windowMs = windowMs;
		this.#halves = new Uint32Array(2 * max);
		this.#times = new Float64Array(max).fill(Number.NEGATIVE_INFINITY);
		this.#first = new Int32Array(max).fill(none);
		this.#next = new Int32Array(max).fill(none);
	}

	/** Returns false if the nonce is already known. */
	add(nonce: string, now: number): boolean {
		const [high, low] = [nonce.slice(0, 8), nonce.slice(8)].map((digits) => Number.parseInt(digits, 16));
		const chain = this.#chainOf(low);
		for (let at = this.#first[chain] ?? none; at !== none; at = this.#next[at] ?? none) {
			const isSame = this.#halves[2 * at] === high && this.#halves[2 * at + 1] === low;
			if (isSame && now - (this.#times[at] ?? 0) < this.#windowMs) return false;
		}
		const end = this.#end;
		this.#end = (end + 1) % this.#times.length;
		this.#remove(end);
		this.#halves.set([high ?? 0, low ?? 0], 2 * end);
		this.#times[end] = now;
		this.#next[end] = this.#first[chain] ?? none;
		this.#first[chain] = end;
		return true;
	}

	#chainOf(low: number | undefined): number {
		return (low ?? 0) % this.#first.length;
	}

	#remove(removed: number): void {
		if (this.#times[removed] === Number.NEGATIVE_INFINITY) return;
		const chain = this.#chainOf(this.#halves[2 * removed + 1]);
		const after = this.#next[removed] ?? none;
		if (this.#first[chain] === removed) {
			this.#first[chain] = after;
			return;
		}
		let at = this.#first[chain] ?? none;
		while (at !== none && this.#next[at] !== removed) at = this.#next[at] ?? none;
		if (at !== none) this.#next[at] = after;
	}
}

function lookup(headers: DeliveryHeaders): (name: string) => string | undefined {
	const values = new Map<string, string>();
	for (const [name, value] of Object.entries(headers)) {
		const first = typeof value === 'string' ? value : value?.[0];
		if (first !== undefined) values.set(name.toLowerCase(), first.trim());
	}
	return (name) => values.get(name);
}

/** An event has the same body in every family that contains it. */
const bodies = new Map(
	Object.values(families).flatMap(({ events }) =>
		Object.entries<{ body: Shape<unknown> }>(events).map(([name, { body }]) => [name, body] as const),
	),
);

/** Deliveries in GraphQL have other names of events. Their bodies are what the stored query of the hook has asked for. */
function toHint(name: string, delivery: string, raw: Uint8Array): Hint {
	const inGraphql = deliveredEvent(name);
	const event = inGraphql ?? name;
	let json: unknown;
	try {
		json = JSON.parse(Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('utf8'));
	} catch {
		return { kind: 'truncated', event, delivery };
	}
	if (inGraphql !== undefined) json = bodyInPayload(json);
	const shape = bodies.get(event);
	try {
		// The shape was looked up by the event's name, so the cast is safe.
		if (shape) return { kind: 'event', event, delivery, body: read(shape, json, () => {}) } as KnownEvent;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
	}
	return { kind: 'other', event, delivery, body: json };
}
