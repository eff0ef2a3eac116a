import type { GitProtocol } from './ask-git.ts';

export interface ReferenceData {
	readonly name: string;
	readonly target: string;
}

/** All references of a repository. Undefined if git's protocol cannot be used here. */
export async function referencesInGit(git: GitProtocol): Promise<ReferenceData[] | undefined> {
	const packets = await git.advertise();
	if (packets?.[0]?.toString() !== '# service=git-upload-pack\n') return undefined;
	return packets.flatMap((line) => {
		// The first reference is followed by what the server can do.
		const [, target = '', name = ''] = /^([0-9a-f]{40,64}) (refs\/[^\0\n]+)/.exec(line.toString()) ?? [];
		// The commit of an annotated tag has a separate line.
		return name === '' || name.endsWith('^{}') ? [] : [{ name, target }];
	});
}
