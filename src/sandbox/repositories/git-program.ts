import { findGit } from '../../base/find-git.ts';
import { CannotStart } from '../server/cannot-start.ts';

/** The first version that can ignore the user's configuration. */
export const oldestGit = [2, 32] as const;
export const wantedGit = `git ${oldestGit.join('.')} or newer`;

const known = new Map<string, string>();

/** The absolute path of git. */
export function gitProgram(): string {
	const { PATH = '' } = process.env;
	const found = known.get(PATH) ?? findGit(PATH);
	if (found === undefined) {
		throw new CannotStart(
			`The forge needs git for its repositories, but git was not found. Install ${wantedGit}, make sure that it is on the PATH, and try again.`,
		);
	}
	known.set(PATH, found);
	return found;
}
