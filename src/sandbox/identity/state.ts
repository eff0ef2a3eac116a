/** An application that is known here. */
export interface Client {
	readonly id: string;
	readonly name: string;
	/** Who runs it: an account's name. */
	readonly operator: string;
	/** Null for a public one, which cannot keep a secret. */
	readonly secret: string | null;
	readonly redirects: readonly string[];
}

export interface Session {
	readonly id: string;
	readonly account: string;
	/** Stands in every form of the session: only its own pages know it. */
	readonly mark: string;
	readonly expires: number;
}

/** What somebody once allowed an application, and all that came of it: it ends together. */
export interface Grant {
	readonly client: string;
	readonly owner: string;
	readonly scopes: readonly string[];
	readonly code: Code;
	/** Whether the code has been used; a second use is a theft. */
	spent: boolean;
	refresh: { readonly value: string; readonly expires: number } | null;
	/** Refresh tokens that have been exchanged; the use of one is a theft. */
	worn: string[];
	/** Values of the tokens that it led to. */
	tokens: string[];
}

export interface Code {
	readonly value: string;
	readonly expires: number;
	/** As the request named it; null where it named none. */
	readonly redirect: string | null;
	/** The S256 challenge; null where the request had none. */
	readonly challenge: string | null;
}

/** A code of the legacy exchange. */
interface Exchange {
	readonly value: string;
	readonly client: string;
	readonly owner: string;
	readonly scopes: readonly string[];
	readonly expires: number;
}

export interface IdentityState {
	clients: Client[];
	sessions: Session[];
	grants: Grant[];
	exchanges: Exchange[];
	/** Tokens of the newer form that have been made. */
	serial: number;
	/** What they are made with, in base64; made when there is none. */
	key?: string;
}

/** For how many seconds things hold. */
export interface Lifetimes {
	readonly session: number;
	readonly code: number;
	readonly exchange: number;
	readonly access: number;
	readonly refresh: number;
	/** Personal tokens, and those of the legacy exchange. */
	readonly personal: number;
}

const day = 86_400;

export const usualLifetimes: Lifetimes = {
	session: 30 * day,
	code: 5 * 60,
	exchange: 15 * 60,
	access: 60 * 60,
	refresh: 90 * day,
	personal: 365 * day,
};

/** Clients that every sandbox knows: an editor on people's machines, and an application with a server. */
const demoClients: readonly Client[] = [
	{
		id: 'tildeforge',
		name: 'Tildeforge',
		operator: 'ana',
		secret: null,
		redirects: [
			'http://127.0.0.1/callback',
			'http://[::1]/callback',
			...['vscode', 'vscode-insiders', 'vscodium', 'code-oss'].map(
				(scheme) => `${scheme}://tildeforge.tildeforge/signed-in`,
			),
		],
	},
	{
		id: 'workbench',
		name: 'Team workbench',
		operator: 'ana',
		secret: 'workbench-secret',
		redirects: ['http://127.0.0.1:58999/callback'],
	},
];

export const newIdentity = (): IdentityState => ({
	clients: [...demoClients],
	sessions: [],
	grants: [],
	exchanges: [],
	serial: 0,
});
