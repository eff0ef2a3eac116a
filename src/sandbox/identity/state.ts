/** A registered application. */
export interface Client {
	readonly id: string;
	readonly name: string;
	/** The account name of its operator. */
	readonly operator: string;
	/** Null for a public client, which cannot keep a secret. */
	readonly secret: string | null;
	readonly redirects: readonly string[];
}

export interface Session {
	readonly id: string;
	readonly account: string;
	/**
	 * The token against cross-site request forgery, in every form of the session. Only the session's own pages know it.
	 */
	readonly csrfToken: string;
	readonly expires: number;
}

/** What a user allows an application. */
export interface Consent {
	readonly client: string;
	readonly owner: string;
	readonly scopes: readonly string[];
}

/** A user's grant to an application, with its code and tokens. They all end together. */
export interface Grant extends Consent {
	readonly code: Code;
	/** Whether the code has been used. A second use indicates theft. */
	spent: boolean;
	refresh: { readonly value: string; readonly expires: number } | null;
	/** Exchanged refresh tokens. Reuse of one indicates theft. */
	worn: string[];
	/** Values of the access tokens issued under the grant. */
	tokens: string[];
}

export interface Code {
	readonly value: string;
	readonly expires: number;
	/** The redirect URI as the request gives it; null if it gives none. */
	readonly redirect: string | null;
	/** The S256 challenge; null if the request has none. */
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
	/** The number of tokens of the newer form issued so far. */
	serial: number;
	/** The key that signs them, in base64. Made when it is missing. */
	key?: string;
}

/** Lifetimes in seconds. */
export interface Lifetimes {
	readonly session: number;
	readonly code: number;
	readonly exchange: number;
	readonly access: number;
	readonly refresh: number;
	/** For personal tokens and those of the legacy exchange. */
	readonly personal: number;
}

const daySeconds = 86_400;

export const usualLifetimes: Lifetimes = {
	session: 30 * daySeconds,
	code: 5 * 60,
	exchange: 15 * 60,
	access: 60 * 60,
	refresh: 90 * daySeconds,
	personal: 365 * daySeconds,
};

/** The clients of every sandbox: an editor on users' machines, and an application with a server. */
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
