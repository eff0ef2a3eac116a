import { ForgeError } from '../../../contract/errors.ts';
import type { GraphqlCall } from '../../graphql-call.ts';
import { readPackets } from './packets.ts';

/** What a forge says about a repository, for its address in git's own protocol. */
export interface RepositoryAddress {
	readonly name: string;
	readonly visibility: string;
	readonly owner: { readonly canonical_name: string };
}

/** Answers are short: no folder or repository has so many names. */
const maxBytes = 16 * 1024 * 1024;

/** Reads what GraphQL cannot list. The lists of git's own protocol are complete. */
export class GitProtocol {
	readonly #call: GraphqlCall;
	readonly #folder: string | undefined;

	/** Private repositories cannot be read over HTTP, but only with SSH. */
	constructor(call: GraphqlCall, { name, visibility, owner }: RepositoryAddress) {
		this.#call = call;
		const isReadable = visibility === 'PUBLIC' || visibility === 'UNLISTED';
		if (isReadable) this.#folder = `/${[owner.canonical_name, name].map(encodeURIComponent).join('/')}`;
	}

	/** Undefined if git's protocol cannot be used here. */
	advertise(): Promise<readonly Buffer[] | undefined> {
		return this.#ask('/info/refs', { query: { service: 'git-upload-pack' } });
	}

	/** Undefined if git's protocol cannot be used here. */
	fetch(body: string): Promise<readonly Buffer[] | undefined> {
		const headers = {
			'content-type': 'application/x-git-upload-pack-request',
			'git-protocol': 'version=2',
		};
		return this.#ask('/git-upload-pack', { method: 'POST', body, headers });
	}

	async #ask(path: string, request: Parameters<GraphqlCall['bytes']>[1]) {
		if (this.#folder === undefined) return undefined;
		try {
			return readPackets(await this.#call.bytes(`${this.#folder}${path}`, { ...request, maxBytes }));
		} catch (error) {
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}
}
