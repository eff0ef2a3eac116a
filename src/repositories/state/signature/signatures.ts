import { SharedCalls } from '../../../base/shared-calls.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { SignatureState } from '../../model/signature.ts';
import { Recent } from '../recent.ts';

type Verify = (commit: Commit) => Promise<SignatureState>;

const mostKnown = 1000;

/** The signatures of commits that the editor has shown. */
export class Signatures {
	readonly #verify: Verify;
	readonly #known = new Recent<SignatureState>(mostKnown, () => 1);
	readonly #calls = new SharedCalls<string, SignatureState>();

	constructor(verify: Verify) {
		this.#verify = verify;
	}

	/** Verifies a signature again only if that failed before: the user may have got the key. */
	async of(commit: Commit): Promise<SignatureState> {
		if (!commit.signature) return { kind: 'none' };
		const known = this.#known.get(commit.id);
		if (known) return known;
		const state = await this.#calls.join(commit.id, () => this.#verify(commit));
		if (state.kind !== 'unverified') this.#known.set(commit.id, state);
		return state;
	}
}
