import { createHash } from 'node:crypto';
import { LruCache } from '../../../base/lru-cache.ts';
import { SharedCalls } from '../../../base/shared-calls.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { SignatureState } from '../../model/commits/signature.ts';

type Verify = (commit: Commit) => Promise<SignatureState>;

const maxKnown = 1000;

/** The signatures of commits that the editor has shown. */
export class Signatures {
	readonly #verify: Verify;
	readonly #known = new LruCache<SignatureState>(maxKnown, () => 1);
	readonly #calls = new SharedCalls<string, SignatureState>();

	constructor(verify: Verify) {
		this.#verify = verify;
	}

	/** Verifies a signature again only if that can have another result: the user may have got, certified or renewed the key. */
	async of(commit: Commit): Promise<SignatureState> {
		if (!commit.signature) return { kind: 'none' };
		const key = keyOf(commit);
		const known = this.#known.get(key);
		if (known) return known;
		const state = await this.#calls.join(key, () => this.#verify(commit));
		if (isFinal(state)) this.#known.set(key, state);
		return state;
	}
}

/** Whether the state stays so, whatever the user does with the key. */
function isFinal(state: SignatureState): boolean {
	switch (state.kind) {
		case 'good':
			return state.isCertified;
		case 'expired-key':
		case 'revoked-key':
			return false;
		case 'unverified':
			return finalReasons.includes(state.why);
		default:
			return true;
	}
}

const finalReasons: readonly string[] = ['other-id', 'other-encoding', 'too-large'];

/** Covers all that is shown: a forge can show other texts with the ID of a commit that another forge has. */
const keyOf = (commit: Commit): string =>
	createHash('sha256').update(JSON.stringify(commit)).digest('base64');
