import assert from 'node:assert/strict';
import type { GitProtocol } from '../../../../../../src/forge/graphql/repositories/git/ask-git.ts';
import { referencesInGit } from '../../../../../../src/forge/graphql/repositories/git/references-in-git.ts';

const id = (digit: string) => digit.repeat(40);

/** Reads the references that a server advertises in these lines. */
function read(...lines: readonly string[]) {
	const packets = lines.map((line) => Buffer.from(line));
	const git: Pick<GitProtocol, 'advertise'> = { advertise: async () => packets };
	return referencesInGit(git as GitProtocol);
}

const service = '# service=git-upload-pack\n';

describe("The references in git's protocol", () => {
	it('are all but HEAD and the commits of annotated tags', async () => {
		const found = await read(
			service,
			`${id('a')} HEAD\0multi_ack thin-pack symref=HEAD:refs/heads/master agent=git/2.47\n`,
			`${id('a')} refs/heads/master\n`,
			`${id('b')} refs/tags/v1\n`,
			`${id('a')} refs/tags/v1^{}\n`,
			`${'c'.repeat(64)} refs/notes/été\n`,
		);
		assert.deepEqual(found, [
			{ name: 'refs/heads/master', target: id('a') },
			{ name: 'refs/tags/v1', target: id('b') },
			{ name: 'refs/notes/été', target: 'c'.repeat(64) },
		]);
	});
});
