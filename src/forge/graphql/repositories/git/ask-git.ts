import { percentEncode } from '../../../../base/text/percent-encode.ts';
import { bounds } from '../../../contract/bounds.ts';
import { ForgeError } from '../../../contract/errors.ts';
import type { GraphqlCall } from '../../graphql-call.ts';
import { readPackets } from './packets.ts';

/** What a forge says about a repository, for its address in git's own protocol. */
export interface RepositoryForGit {
	readonly name: string;
	readonly visibility: string;
	readonly owner: { readonly canonical_name: string };
}

/** After this many refusals in succession, filters are not tried again. A single empty answer may come from a proxy. */
const maxRefusals = 2;

/** Reads what GraphQL cannot list. The lists of git's own protocol are complete. */
export class GitProtocol {
	readonly #call: GraphqlCall;
	readonly #folder: string | undefined;

	/** Private repositories cannot be read over HTTP, but only with SSH. */
	constructor(call: GraphqlCall, { name, visibility, owner }: RepositoryForGit) {
		this.#call = call;
		const isReadable = visibility === 'PUBLIC' || visibility === 'UNLISTED';
		if (isReadable) this.#folder = `/${[owner.canonical_name, name].map(percentEncode).join('/')}`;
	}

	/** Undefined if git's protocol cannot be used here. */
	async advertise(): Promise<readonly Buffer[] | undefined> {
		const answer = await this.#ask('/info/refs', { query: { service: 'git-upload-pack' } });
		return answer && readPackets(answer);
	}

	/** Sends a request that has a filter. Undefined if git's protocol cannot be used here, or the forge refuses filters. */
	async fetchFiltered(body: string): Promise<readonly Buffer[] | undefined> {
		const { memory } = this.#call;
		if (memory.filterRefusals >= maxRefusals) return undefined;
		const headers = {
			'content-type': 'application/x-git-upload-pack-request',
			'git-protocol': 'version=2',
		};
		const answer = await this.#ask('/git-upload-pack', { method: 'POST', body, headers });
		if (answer) memory.filterRefusals = isRefusedFilter(answer) ? memory.filterRefusals + 1 : 0;
		return answer && readPackets(answer);
	}

	async #ask(path: string, request: Parameters<GraphqlCall['bytes']>[1]): Promise<Uint8Array | undefined> {
		if (this.#folder === undefined) return undefined;
		try {
			const call = { ...request, needsNoToken: true, maxBytes: bounds.gitBytes };
			return await this.#call.bytes(`${this.#folder}${path}`, call);
		} catch (error) {
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}
}

/** Git ends without an answer if its settings do not allow filters. If they do not allow this one, it says so. */
const isRefusedFilter = (answer: Uint8Array): boolean =>
	answer.length === 0 ||
	/^[0-9a-f]{4}ERR [^\n]*\bfilter\b/.test(Buffer.from(answer).toString('latin1', 0, 1000));
