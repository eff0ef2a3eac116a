import { join } from 'node:path';
import { namesIn, remove } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';

/** Before the id of the account in the name of a file that could not be read. */
const unreadablePrefix = 'inbox ';

/** Removes the events of accounts that have signed out, including those that a killed window has left. Never rejects. */
export async function removeSignedOutEvents(
	/** The folder with the events of each account, by the id of its session. */
	folder: string,
	/** The folder with the files that could not be read. */
	unreadable: string,
	/**
	 * Returns the names of all session files, including those of sessions that have ended by themselves: signing in again then continues. Each
	 * name begins with the id of its session.
	 */
	sessionFiles: () => Promise<readonly string[]>,
	log: Log,
): Promise<void> {
	try {
		const [stored, bad] = await Promise.all([namesIn(folder), namesIn(unreadable)]);
		const found = [
			...stored.map((id) => ({ id, path: join(folder, id) })),
			// Other parts of the extension keep files there too.
			...bad
				.filter((name) => name.startsWith(unreadablePrefix))
				.map((name) => ({
					id: name.slice(unreadablePrefix.length).split(' ', 1)[0] ?? '',
					path: join(unreadable, name),
				})),
		];
		if (found.length === 0) return;
		// Read last, because an account may be signing in.
		const sessions = await sessionFiles();
		const left = found.filter(({ id }) => !sessions.some((name) => name.startsWith(id)));
		await Promise.all(left.map(({ path }) => remove(path)));
	} catch (error) {
		log.warn('The events of accounts that have signed out could not be removed', error);
	}
}
