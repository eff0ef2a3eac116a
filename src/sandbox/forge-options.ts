import type { GraphqlApi } from './graphql-api.ts';
import type { Identity, IdentityOptions } from './identity/identity.ts';
import type { Client, Lifetimes } from './identity/state.ts';
import type { Quirk } from './server/drift.ts';
import type { EmptyForge } from './world/world.ts';

/** What a sandbox forge can be started with. */
export interface ForgeOptions {
	/**
	 * The first of six consecutive ports: identity, lists, repositories, trackers, mail and, with GraphQL, the hub. 0 means any free ports.
	 */
	readonly port: number;
	readonly drift?: Iterable<Quirk>;
	/** Delay of every answer, in milliseconds. */
	readonly delayMs?: number;
	/** The share of requests, from 0 to 1, that fails. */
	readonly fail?: number;
	/** Whether passwords and tokens are random. Otherwise they are the same in every forge. */
	readonly hasRandomSecrets?: boolean;
	/** The folder that keeps the forge between runs. Without it, the forge starts empty and is deleted at the end. */
	readonly data?: string;
	/** Whether to refuse a folder in which there is no forge yet. */
	readonly mustExist?: boolean;
	/** How long to wait while another forge uses the folder. */
	readonly waitMs?: number | undefined;
	/** Whether the webhooks of earlier runs are removed, whose deliveries nothing receives. */
	readonly removesOldWebhooks?: boolean;
	/** The amount of data besides the demo world: 1 is 10,000 tickets, 500 patchsets, a tree of 20,000 files. */
	readonly scale?: number;
	/** Shifts the dates so that the newest event is an hour old when the world is built. Otherwise every forge has the same dates. */
	readonly hasRecentDates?: boolean;
	/** How long after the user has opened a ticket or thread other users write, in milliseconds. By default, they do nothing. */
	readonly answersAfterMs?: number;
	/** Lifetimes of sessions, codes and tokens in seconds, where they differ from the defaults. */
	readonly lifetimes?: Partial<Lifetimes>;
	/**
	 * Applications besides the demo ones that users can sign in with. A client replaces a demo client with the same id.
	 */
	readonly clients?: readonly Client[];
	/** The GraphQL API that the areas have besides REST, or in place of it. */
	readonly graphql?: GraphqlApi;
}

/** What the sample forge in the extension does not need, so that the package lacks it. */
export interface ForgeParts {
	/** The pages on which users sign in and grant tokens. */
	readonly signIn?: (options: IdentityOptions) => Identity;
	/** Adds to the world when it is built. */
	readonly buildMore?: (world: EmptyForge) => Promise<void>;
}

export interface Forge {
	readonly addresses: {
		readonly identity: string;
		readonly lists: string;
		readonly repositories: string;
		readonly trackers: string;
		/** Only if the forge has GraphQL. */
		readonly hub?: string;
	};
	readonly smtp: { readonly host: string; readonly port: number };
	/** The 32 raw bytes of the key that verifies deliveries, in base64. */
	readonly webhookKey: string;
	readonly users: readonly {
		readonly name: string;
		readonly token: string;
		readonly scopes: readonly string[];
		/** Only if the forge has GraphQL. */
		readonly graphqlToken?: string;
	}[];
	/** Resolves once all webhook deliveries are done. */
	settled(): Promise<void>;
	stop(): Promise<void>;
}
