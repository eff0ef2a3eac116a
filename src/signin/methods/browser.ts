import { abortable } from '../../base/abort.ts';
import { timeLimit } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import {
	type CallbackExpectation,
	type CallbackResult,
	readCallback,
	readPastedCallback,
} from './callback.ts';
import { exchangeAddress, redeemExchange } from './legacy-exchange.ts';
import type { CallbackReply } from './loopback.ts';
import {
	authorizationAddress,
	redeem,
	saysClientIsWrong,
	type TokenGrant,
	type TokenIssuer,
} from './oauth.ts';
import { newProof, newState } from './pkce.ts';

/** An address that the browser returns to. It works until it is disposed. */
export interface RedirectListener extends Disposable {
	readonly redirect: string;
}

/** What the user can do while the sign-in waits for the browser. */
export interface BrowserWait {
	/** The current address of the forge's page, to open it again or elsewhere. */
	readonly address: string;
	/** The address that the application must be registered with. */
	readonly redirect: string;
	/** Takes text that the user pasted. Returns false if it is not what this sign-in waits for. */
	paste(text: string): boolean;
}

export interface BrowserSignIn extends TokenIssuer {
	readonly method: 'browser' | 'exchange';
	/** The scopes in several wordings. If the forge does not know a scope, the sign-in tries the next wording. */
	readonly wordings: readonly (readonly string[])[];
	readonly listen: (receive: (query: URLSearchParams) => CallbackReply) => Promise<RedirectListener>;
	/** Opens a page of the forge in the browser. */
	readonly open: (address: string) => unknown;
	readonly showWaiting: (waiting: BrowserWait) => Disposable;
	/** Masks a code in everything that is logged or shown from now on: the forge may repeat it when it rejects it. */
	readonly addSecret: (code: string) => void;
	/** Whether the secret of the application has never been used. It is then more likely to be wrong than a code. */
	readonly isSecretNew: boolean;
	/** Called when the forge requires the secret of the application, and has not used up the code. Returns undefined if the user goes back. */
	readonly askSecret: (error: ForgeError) => Promise<string | undefined>;
	/** Called when the forge rejects a pasted code. The sign-in then waits for another one. */
	readonly didRejectCode: (error: ForgeError) => unknown;
	/** In milliseconds. The default is five minutes. */
	readonly timeoutMs?: number;
}

const defaultTimeoutMs = 5 * 60_000;

/** Runs one sign-in in the browser, from opening the forge's page to receiving the token. Cleans up when it ends. */
export async function signInThroughBrowser(signIn: BrowserSignIn, signal: AbortSignal): Promise<TokenGrant> {
	const attempt = new SignInAttempt(signIn);
	const listener = await signIn.listen((query) => attempt.receive(query));
	attempt.redirect = listener.redirect;
	let waiting: Disposable | undefined;
	try {
		signal.throwIfAborted();
		waiting = signIn.showWaiting({
			get address() {
				return attempt.address;
			},
			redirect: attempt.redirect,
			paste: (text) => attempt.paste(text),
		});
		signIn.open(attempt.address);
		const stop = AbortSignal.any([signal, redirectLimit(attempt.redirect, signIn.timeoutMs)]);
		while (true) {
			const granted = await attempt.redeem(await abortable(attempt.results.next(), stop), signal);
			if (granted) return granted;
		}
	} finally {
		waiting?.dispose();
		listener.dispose();
	}
}

/** A result of the forge's page, and whether the user pasted it. */
interface PageResult {
	readonly result: CallbackResult;
	readonly isPasted: boolean;
}

/** The secrets of one sign-in, and what it does with the results of the forge's page. */
class SignInAttempt {
	/** The address that the browser returns to. */
	redirect = '';
	readonly results = new ResultQueue();
	#signIn: BrowserSignIn;
	readonly #proof = newProof();
	readonly #state = newState();
	readonly #expected: CallbackExpectation;
	/** The index of the current wording of the scopes. */
	#wording = 0;

	constructor(signIn: BrowserSignIn) {
		this.#signIn = signIn;
		this.#expected = { state: this.#state, code: signIn.method === 'browser' ? 'code' : 'exchange' };
	}

	/** The address of the forge's page, with the current wording of the scopes. */
	get address(): string {
		const { method, instance, metadata, client, wordings } = this.#signIn;
		const request = {
			client,
			redirect: this.redirect,
			state: this.#state,
			challenge: this.#proof.challenge,
			scopes: wordings[this.#wording] ?? [],
		};
		return method === 'browser'
			? authorizationAddress(metadata, request)
			: exchangeAddress(instance.identity ?? '', request);
	}

	/** Takes a redirect of the browser. Returns what the browser shows next. */
	receive(query: URLSearchParams): CallbackReply {
		const result = readCallback(query, this.#expected);
		if (!result) return { kind: 'wrong' };
		const next = this.#retryOrQueue({ result, isPasted: false });
		// The next address contains the state. Other programs on this machine can send requests here, so only requests that already
		// have the state are redirected.
		if (next !== undefined && query.has('state')) return { kind: 'onward', address: next };
		if (next !== undefined) {
			this.#signIn.open(next);
			return { kind: 'done', message: 'Sign-in continues on another page. You can close this one.' };
		}
		const message =
			result.kind === 'code'
				? 'You are being signed in. You can close this page.'
				: 'You were not signed in. You can close this page.';
		return { kind: 'done', message };
	}

	/** Takes text that the user pasted. Returns false if it is not what this sign-in waits for. */
	paste(text: string): boolean {
		const result = readPastedCallback(text, this.#expected);
		if (!result) return false;
		const next = this.#retryOrQueue({ result, isPasted: true });
		if (next !== undefined) this.#signIn.open(next);
		return true;
	}

	/** Redeems a result for a token. Returns undefined if the user can paste another code. */
	async redeem({ result, isPasted }: PageResult, signal: AbortSignal): Promise<TokenGrant | undefined> {
		if (result.kind === 'refused') throw result.error;
		const { method, instance } = this.#signIn;
		this.#signIn.addSecret(result.code);
		try {
			return await (method === 'exchange'
				? redeemExchange(this.#signIn, result.code, result.scopes, signal)
				: this.#redeemCode(result.code, signal));
		} catch (error) {
			if (!isCodeRejected(error, method)) throw error;
			const { isSecretNew } = this.#signIn;
			if (isSecretNew && !isPasted) {
				const reason = `${instance.name} accepted neither the client secret nor the code.`;
				const message = `${reason} The secret is probably wrong: it must be the one that belongs to this client ID.`;
				throw new ForgeError('refused', message, { reasons: [{ field: 'client', reason }], cause: error });
			}
			if (!isPasted) {
				const message = `${instance.name} rejected the code from the browser. A code works only once, and only for a few minutes. Sign in again.`;
				throw new ForgeError('refused', message, { cause: error });
			}
			const rejected = isSecretNew ? 'The code or the client secret was rejected' : 'This code was rejected';
			const advice = isSecretNew ? ' If that is rejected, too, go back and enter the secret again.' : '';
			const message = `${rejected}. A code works only once, and only for a few minutes. Open the page again, then paste the final address of the browser.${advice}`;
			this.#signIn.didRejectCode(new ForgeError('refused', message, { cause: error }));
			return undefined;
		}
	}

	/** Redeems a code. If the forge refuses that without the secret of the application, asks for the secret and tries once more. */
	async #redeemCode(code: string, signal: AbortSignal): Promise<TokenGrant> {
		const grant = { code, redirect: this.redirect, verifier: this.#proof.verifier };
		try {
			return await redeem(this.#signIn, grant, signal);
		} catch (error) {
			const { id, secret: given } = this.#signIn.client;
			const secret =
				saysClientIsWrong(error) && given === undefined ? await this.#signIn.askSecret(error) : undefined;
			if (secret === undefined) throw error;
			// Codes that are pasted later are redeemed with this secret, too.
			this.#signIn = { ...this.#signIn, client: { id, secret }, isSecretNew: true };
			return redeem(this.#signIn, grant, signal);
		}
	}

	/**
	 * If the forge does not know one of the scopes, returns the address of the page with the next wording of them. Otherwise, and after
	 * the last wording, queues the result.
	 */
	#retryOrQueue({ result, isPasted }: PageResult): string | undefined {
		const hasNextWording = this.#wording + 1 < this.#signIn.wordings.length;
		if (result.kind === 'refused' && result.hasUnknownScope && hasNextWording) {
			this.#wording += 1;
			return this.address;
		}
		this.results.add({ result, isPasted });
		return undefined;
	}
}

/** A queue of results from the browser and from pasted text, in order of arrival. */
class ResultQueue {
	readonly #waiting: PageResult[] = [];
	#wake = () => {};

	add(entry: PageResult): void {
		this.#waiting.push(entry);
		this.#wake();
	}

	async next(): Promise<PageResult> {
		while (true) {
			const entry = this.#waiting.shift();
			if (entry) return entry;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}
}

/** Whether the forge rejected the code. False if it rejected the application, and for temporary failures. */
const isCodeRejected = (error: unknown, method: BrowserSignIn['method']): boolean =>
	error instanceof ForgeError &&
	(method === 'browser'
		? error.kind === 'signed-out'
		: error.kind === 'refused' && error.reasons.length === 0);

/** Aborts when the browser has not returned in time. It never returns if the redirect address is wrong. */
function redirectLimit(redirect: string, ms = defaultTimeoutMs): AbortSignal {
	const controller = new AbortController();
	const timeUp = () =>
		controller.abort(
			new ForgeError(
				'timeout',
				`The browser did not return in time. If the forge showed an error, make sure that the application is registered with exactly this redirect address: ${redirect}. Then sign in again.`,
			),
		);
	timeLimit(ms).addEventListener('abort', timeUp, { once: true });
	return controller.signal;
}
