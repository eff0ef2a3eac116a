import { createHash } from 'node:crypto';
import { Identity } from '../../../src/sandbox/identity/identity.ts';
import { profileRoutes } from '../../../src/sandbox/identity/profile.ts';
import { type IdentityState, type Lifetimes, newIdentity } from '../../../src/sandbox/identity/state.ts';
import { Accounts, type AccountsState } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { account } from './account.ts';

interface Given {
	readonly drift?: readonly Quirk[];
	readonly state?: IdentityState;
	readonly accountsState?: AccountsState;
	readonly lifetimes?: Partial<Lifetimes>;
}

/** A running sign-in service with two people; the clock stands still until a test moves it. */
export async function startIdentity({
	drift = [],
	state = newIdentity(),
	lifetimes = {},
	accountsState,
}: Given = {}) {
	const clock = { now: new Date('2026-03-04T05:06:07.890Z') };
	const people = accountsState ?? { accounts: [account(1, 'alice'), account(2, 'bob')], tokens: [] };
	const accounts = new Accounts(
		people,
		() => {},
		() => clock.now,
	);
	const quirks = new Set(drift);
	const saved = { count: 0 };
	const changed = () => {
		saved.count++;
	};
	const identity = new Identity({ state, changed, accounts, drift: quirks, now: () => clock.now, lifetimes });
	const area = {
		accounts,
		drift: quirks,
		delayMs: 0,
		fail: 0,
		routes: profileRoutes(quirks),
		fallback: identity.fallback,
	};
	const { address, stop } = await startArea(area, 0);
	const post = async (path: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}) => {
		const response = await fetch(address + path, { method: 'POST', body, headers, redirect: 'manual' });
		const text = await response.text();
		const json = (response.headers.get('content-type') ?? '').includes('json');
		return {
			status: response.status,
			headers: response.headers,
			text,
			body: json ? JSON.parse(text) : undefined,
		};
	};
	return {
		...{ identity, accounts, clock, state, people, saved, address, stop, post },
		/** Posts a form to an endpoint, as applications do. */
		ask: (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
			post(path, new URLSearchParams(fields), headers),
		/** The owner of a token according to the profile, or the status of the refusal. */
		whose: async (token: string): Promise<string | number> => {
			// This service's own REST would refuse each token of the newer form.
			const owner = accounts.caller(token)?.account.name;
			if (quirks.has('rest-refuses-newer-tokens')) return owner === undefined ? 403 : `~${owner}`;
			const response = await fetch(`${address}/api/user/profile`, {
				headers: { Authorization: `Bearer ${token}` },
			});
			const { canonical_name } = (await response.json()) as { canonical_name?: string };
			return canonical_name ?? response.status;
		},
		later: (seconds: number) => {
			clock.now = new Date(clock.now.getTime() + seconds * 1000);
		},
		browser: () => new Browser(address),
	};
}

export type Forge = Awaited<ReturnType<typeof startIdentity>>;

/** A page, or a redirect. */
export class Page {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;

	constructor(response: Response, text: string) {
		this.status = response.status;
		this.headers = response.headers;
		this.text = text;
	}

	/** The target of the redirect, and its parameters. */
	get sentTo(): { readonly url: string; readonly parameters: Readonly<Record<string, string>> } | undefined {
		const location = this.headers.get('location');
		if (location === null) return undefined;
		const [url = '', query] = location.split('?');
		return { url, parameters: Object.fromEntries(new URLSearchParams(query)) };
	}

	get title(): string {
		return plain(/<h1>([^<]*)<\/h1>/.exec(this.text)?.[1] ?? '');
	}

	/** The hidden and the selected fields of the form with this action. */
	fields(action: string): URLSearchParams {
		const form = this.text.split('<form ').find((one) => one.includes(`action="${action}"`));
		if (form === undefined) throw new Error(`There is no form for ${action} in ${this.text}`);
		const fields = new URLSearchParams();
		for (const [input] of (form.split('</form>')[0] ?? '').matchAll(/<input [^>]*>/g)) {
			const [, name = ''] = /name="([^"]*)"/.exec(input) ?? [];
			const [, value = ''] = /value="([^"]*)"/.exec(input) ?? [];
			if (!/type="checkbox"/.test(input) || / checked/.test(input)) fields.append(name, plain(value));
		}
		return fields;
	}
}

const plain = (markup: string) =>
	markup
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');

/** Keeps cookies, and does not follow redirects. */
export class Browser {
	readonly #address: string;
	cookie = '';

	constructor(address: string) {
		this.#address = address;
	}

	get(path: string): Promise<Page> {
		return this.#go(path, {});
	}

	send(path: string, fields: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
		return this.#go(path, { method: 'POST', body: fields, headers: { Origin: this.#address, ...headers } });
	}

	/** Fills in and submits the form of a page with this action. */
	submit(page: Page, action: string, change: (fields: URLSearchParams) => void = () => {}): Promise<Page> {
		const fields = page.fields(action);
		change(fields);
		return this.send(action, fields);
	}

	async signIn(name: string, returnTo = '/'): Promise<Page> {
		const page = await this.get(`/login?return_to=${encodeURIComponent(returnTo)}`);
		return this.submit(page, '/login', (fields) => {
			fields.set('username', name);
			fields.set('password', `${name}-password`);
		});
	}

	async #go(path: string, init: RequestInit): Promise<Page> {
		const response = await fetch(this.#address + path, {
			...init,
			redirect: 'manual',
			headers: { ...init.headers, ...(this.cookie !== '' && { Cookie: this.cookie }) },
		});
		const set = response.headers.get('set-cookie');
		if (set !== null) this.cookie = set.split(';')[0] ?? '';
		return new Page(response, await response.text());
	}
}

export const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export const callback = 'http://127.0.0.1:4711/callback';
export const workbenchCallback = 'http://127.0.0.1:58999/callback';

/** The parameters of a valid request by the public client. Null omits one. */
export function wish(change: Readonly<Record<string, string | null>> = {}): string {
	const all: Record<string, string | null> = {
		response_type: 'code',
		client_id: 'tildeforge',
		redirect_uri: callback,
		scope: 'tickets:write lists:read',
		state: 'a state',
		code_challenge: challenge,
		code_challenge_method: 'S256',
		...change,
	};
	const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
		value === null ? [] : [[name, value]],
	);
	return `/oauth2/authorize?${new URLSearchParams(given)}`;
}

/** The same for the client that has a secret. */
export const workbenchWish = (change: Readonly<Record<string, string | null>> = {}) =>
	wish({ client_id: 'workbench', redirect_uri: workbenchCallback, ...change });

export const approve = (fields: URLSearchParams) => fields.set('decision', 'approve');
export const decline = (fields: URLSearchParams) => fields.set('decision', 'decline');

/** Signs in and approves. Returns the resulting code. */
export async function codeFor(forge: Forge, path = wish(), name = 'alice'): Promise<string> {
	const browser = forge.browser();
	await browser.signIn(name);
	const answer = await browser.submit(await browser.get(path), '/oauth2/authorize', approve);
	const code = answer.sentTo?.parameters.code;
	if (code === undefined)
		throw new Error(`There is no code: ${JSON.stringify(answer.sentTo)} ${answer.title}`);
	return code;
}

/** What the public client sends to redeem a code. */
export const redemption = (code: string, change: Readonly<Record<string, string>> = {}) => ({
	grant_type: 'authorization_code',
	client_id: 'tildeforge',
	redirect_uri: callback,
	code,
	code_verifier: verifier,
	...change,
});
