import type { Call } from '../client/connect.ts';
import { type BaseAddress, baseAddress, callAddress } from '../contract/address.ts';
import { ForgeError } from '../contract/errors.ts';
import type { HttpRequest, Limits } from './exchange.ts';
import type { RefusedRequest } from './refusals.ts';

/** The request headers that determine the form of the answer. */
export type Accepted = Readonly<Record<string, string>> & { readonly accept: string };

/** A call in progress: the request, and what is needed to interpret its answer. */
export interface PreparedCall extends HttpRequest, RefusedRequest {
	/** The address of the area. */
	readonly service: string;
	readonly limits: Limits;
	readonly signal: AbortSignal | undefined;
	/** Equal for calls that can share one answer. */
	readonly key: string;
}

/** How calls reach an area, and in whose name. */
export interface AreaAccess {
	/** The address of the area. An invalid or unsafe address is refused when a call is made. */
	readonly base: string;
	/** The token for the next call; undefined while the user is not signed in. */
	readonly token: () => string | undefined;
	/** The User-Agent: the program's name and version. */
	readonly agent: string;
	/** Hosts, with their port, to which the user allowed unencrypted connections. */
	readonly plainHosts?: ReadonlySet<string>;
}

/** Turns the calls of one area into requests. */
export class CallPreparation {
	readonly #access: AreaAccess;
	readonly #didChangeToken: () => void;
	#base: BaseAddress | undefined;
	#lastToken: string | undefined;

	/** `didChangeToken` is called when a call has another token than the one before it. */
	constructor(access: AreaAccess, didChangeToken: () => void) {
		this.#access = access;
		this.#didChangeToken = didChangeToken;
	}

	prepare(
		{ method, isWrite, route, path, query, body, headers: own, needsNoToken, signal, beforeSending }: Call,
		accepted: Accepted,
		limits: Limits,
	): PreparedCall {
		const { base: address, plainHosts, agent } = this.#access;
		this.#base ??= baseAddress(address, plainHosts);
		const { host, prefix } = this.#base;
		const url = callAddress(this.#base, path, query);
		const token = this.#token();
		const headers: Record<string, string> = { ...accepted, 'user-agent': agent };
		if (token !== undefined) headers.authorization = `Bearer ${token}`;
		const isText = typeof body === 'string';
		const content = isText || body === undefined ? body : JSON.stringify(body);
		if (content !== undefined && !isText) headers['content-type'] = 'application/json';
		Object.assign(headers, own);
		return {
			method,
			isWrite,
			route,
			url,
			headers,
			host,
			needsNoToken,
			token,
			limits,
			signal,
			beforeSending,
			body: content,
			service: prefix,
			key: `${token} ${accepted.accept} ${limits.bytes} ${url} ${content ?? ''}`,
		};
	}

	#token(): string | undefined {
		const token = this.#access.token();
		if (token === this.#lastToken) return token;
		if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
			throw new ForgeError(
				'signed-out',
				'The token contains a space or another invalid character. Sign in again.',
			);
		}
		this.#didChangeToken();
		this.#lastToken = token;
		return token;
	}
}
