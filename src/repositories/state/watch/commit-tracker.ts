import { ForgeError } from '../../../forge/contract/errors.ts';
import { parseHutFile } from '../../../platform/git/hut-file.ts';
import type { Objects } from '../../../platform/git/objects.ts';
import type { RepositoryKey } from '../../../platform/model/keys.ts';
import {
	locate,
	references,
	type ServiceAddresses,
	type TrackerPath,
} from '../../../platform/model/references.ts';

const fileName = '.hut.scfg';
const maxBytes = 64 * 1024;

/**
 * The tracker that `#12` in the message of a commit is in: the one that the repository's `.hut.scfg` names, or else the one of the
 * repository's name.
 */
export async function trackerOfCommit(
	objects: Objects,
	commit: string,
	{ owner, repository }: Omit<RepositoryKey, 'account'>,
	instance: ServiceAddresses,
): Promise<TrackerPath | undefined> {
	if (instance.trackers === undefined) return undefined;
	const written = await namedTracker(objects, commit);
	const named = written === undefined ? undefined : readTracker(written, instance);
	return named ?? { owner, tracker: repository };
}

async function namedTracker(objects: Objects, commit: string): Promise<string | undefined> {
	try {
		const root = await objects.rootTree(commit);
		const entry = root?.entries.find(({ name, kind }) => name === fileName && kind !== 'directory');
		const location = { commit, path: fileName };
		const blob = entry && (await objects.blob(entry.id, { location, most: maxBytes }));
		return blob?.kind === 'bytes'
			? parseHutFile(Buffer.from(blob.bytes).toString('utf8')).tracker
			: undefined;
	} catch (error) {
		// Links are no reason to fail: the text itself is already there.
		if (error instanceof ForgeError) return undefined;
		throw error;
	}
}

/** Reads an address or `~user/tracker`. */
function readTracker(text: string, instance: ServiceAddresses): TrackerPath | undefined {
	const target = locate(text, [instance])?.target ?? references(`${text}#1`, [])[0]?.target;
	const isNamed = target?.kind === 'tracker' || target?.kind === 'ticket';
	return isNamed ? { owner: target.owner, tracker: target.tracker } : undefined;
}
