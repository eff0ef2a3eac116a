import { abortable } from '../base/abort.ts';
import type { Disposable } from '../base/disposable.ts';
import { ForgeError } from '../forge/errors.ts';
import type { Means } from './ask.ts';
import { type Returned, readPasted, readReturn } from './callback.ts';
import type { Instance } from './instance.ts';
import { exchangeAddress, redeemExchange } from './legacy-exchange.ts';
import type { Reception } from './loopback.ts';
import type { Metadata } from './metadata.ts';
import { authorizationAddress, type Client, type Granted, redeem } from './oauth.ts';
import { newProof, newState } from './pkce.ts';

/** An address that the browser returns to. It works until it is disposed. */
export interface Landing extends Disposable {
	readonly redirect: string;
}

/** What the user can do while the sign-in waits for the browser. */
export interface Waiting {
	/** The current address of the forge's page, to open it again or elsewhere. */
	readonly address: string;
	/** Takes text that the user pasted. Returns false if it is not what this sign-in waits for. */
	paste(text: string): boolean;
}

export interface BrowserSignIn {
	readonly door: 'browser' | 'exchange';
	readonly means: Means;
	readonly instance: Instance;
	readonly metadata: Metadata;
	readonly client: Client;
	/** The scopes in several wordings. If the forge does not know a scope, the sign-in tries the next wording. */
	readonly wordings: readonly (readonly string[])[];
	readonly land: (receive: (query: URLSearchParams) => Reception) => Promise<Landing>;
	/** Shows the page of the forge. */
	readonly open: (address: string) => unknown;
	readonly wait: (waiting: Waiting) => Disposable;
	/** The forge rejected a pasted code. The sign-in goes on waiting for another one. */
	readonly refused: (error: ForgeError) => unknown;
	/** In milliseconds. The default is five minutes. */
	readonly timeoutMs?: number;
}

const defaultTimeoutMs = 5 * 60_000;

/** Runs one sign-in in the browser, from opening the forge's page to receiving the token. Cleans up when it ends. */
export async function throughBrowser(signIn: BrowserSignIn, signal: AbortSignal): Promise<Granted> {
	const { door, instance, metadata, client, wordings } = signIn;
	const [proof, state] = [newProof(), newState()];
	const expected = { state, code: door === 'browser' ? 'code' : 'exchange' } as const;
	const returns = new Returns();
	let wording = 0;

	const pageFor = (redirect: string) => {
		const request = { client, redirect, state, scopes: wordings[wording] ?? [] };
		return door === 'browser'
			? authorizationAddress(metadata, { ...request, challenge: proof.challenge })
			: exchangeAddress(instance.identity ?? '', request);
	};
	/** Returns the page to open with the next wording of the scopes. If there is none, queues `found` and returns undefined. */
	const take = (found: Returned, isPasted: boolean): string | undefined => {
		if (found.kind === 'refused' && found.scopesUnknown && wording + 1 < wordings.length) {
			wording += 1;
			return pageFor(landing.redirect);
		}
		returns.add({ found, isPasted });
		return undefined;
	};
	const receive = (query: URLSearchParams): Reception => {
		const found = readReturn(query, expected);
		if (!found) return { kind: 'wrong' };
		const next = take(found, false);
		// The next address contains the state. Other programs on this machine can send requests here, so redirect only those that already
		// know it.
		if (next !== undefined && query.has('state')) return { kind: 'onward', address: next };
		if (next !== undefined) {
			signIn.open(next);
			return { kind: 'done', words: 'Sign-in continues on another page. You can close this one.' };
		}
		return {
			kind: 'done',
			words:
				found.kind === 'code'
					? 'You are being signed in. You can close this page.'
					: 'You were not signed in. You can close this page.',
		};
	};

	const landing = await signIn.land(receive);
	let waiting: Disposable | undefined;
	try {
		signal.throwIfAborted();
		waiting = signIn.wait({
			get address() {
				return pageFor(landing.redirect);
			},
			paste: (text) => {
				const found = readPasted(text, expected);
				if (!found) return false;
				const next = take(found, true);
				if (next !== undefined) signIn.open(next);
				return true;
			},
		});
		signIn.open(pageFor(landing.redirect));
		const until = AbortSignal.any([signal, timeLimit(signIn.timeoutMs)]);
		while (true) {
			const { found, isPasted } = await abortable(returns.next(), until);
			if (found.kind === 'refused') throw found.error;
			try {
				return await tokenFor(signIn, found, {
					redirect: landing.redirect,
					verifier: proof.verifier,
					signal,
				});
			} catch (error) {
				if (!isOfNoUse(error, door)) throw error;
				if (!isPasted) {
					const words = `${instance.name} rejected the code from the browser. A code works only once, and only for a few minutes. Sign in again.`;
					throw new ForgeError('refused', words, { cause: error });
				}
				const words =
					'This code was rejected. A code works only once, and only for a few minutes. Open the page again, then paste the final address of the browser.';
				signIn.refused(new ForgeError('refused', words, { cause: error }));
			}
		}
	} finally {
		waiting?.dispose();
		landing.dispose();
	}
}

/** A queue of what the browser brought or the user pasted, in order of arrival. */
class Returns {
	readonly #waiting: { readonly found: Returned; readonly isPasted: boolean }[] = [];
	#wake = () => {};

	add(one: { readonly found: Returned; readonly isPasted: boolean }): void {
		this.#waiting.push(one);
		this.#wake();
	}

	async next() {
		while (true) {
			const one = this.#waiting.shift();
			if (one) return one;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}
}

function tokenFor(
	{ door, means, instance, metadata, client }: BrowserSignIn,
	{ code, scopes }: Extract<Returned, { kind: 'code' }>,
	{ redirect, verifier, signal }: { redirect: string; verifier: string; signal: AbortSignal },
): Promise<Granted> {
	if (door === 'exchange') return redeemExchange(means, instance, client, { exchange: code, scopes, signal });
	return redeem({ means, instance, metadata, client, signal }, { code, redirect, verifier });
}

/** Whether the forge rejected the code. False if it rejected the application, and for temporary failures. */
const isOfNoUse = (error: unknown, door: BrowserSignIn['door']): boolean =>
	error instanceof ForgeError &&
	(door === 'browser' ? error.kind === 'signed-out' : error.kind === 'refused' && error.reasons.length === 0);

function timeLimit(ms = defaultTimeoutMs): AbortSignal {
	const controller = new AbortController();
	const timeUp = () =>
		controller.abort(new ForgeError('timeout', 'The browser did not return in time. Sign in again.'));
	AbortSignal.timeout(ms).addEventListener('abort', timeUp, { once: true });
	return controller.signal;
}
