import type { Commit } from '../../../src/forge/shapes/repositories.ts';

const author = { name: 'Ana', email: '' };

/** A commit whose message is its id, without parents and a signature. */
export const aCommit = (id: string, more: Partial<Commit> = {}): Commit => ({
	...{ id, short_id: id, author, committer: author, timestamp: '', message: id, tree: '' },
	...{ parents: [], signature: null, ...more },
});
