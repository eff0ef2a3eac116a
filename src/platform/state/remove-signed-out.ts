import type { Name, Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';

/** The folders with what is stored of each account until it signs out: caches, by the name of its session file, and the rest by the id of its session. */
const folders = [['cache'], ['kept', 'inbox'], ['kept', 'seen']] as const;

/** Removes what was stored of accounts that have signed out, also if a killed window has left it. Never rejects. */
export async function removeSignedOut(
	storage: Storage,
	/**
	 * Returns the names of all session files, including those of sessions that have ended by themselves: signing in again then continues. Each
	 * name begins with the id of its session.
	 */
	sessionFiles: () => Promise<readonly string[]>,
	/** Returns the names of the caches that this window uses. They keep their names if the key of the sessions changes meanwhile. */
	openCaches: () => readonly string[],
	log: Log,
): Promise<void> {
	try {
		const found: { readonly id: string; readonly name: Name }[] = [];
		const unreadable = await storage.names(['kept', 'unreadable']);
		for (const folder of folders) {
			for (const id of await storage.names(folder)) found.push({ id, name: [...folder, id] });
			// Unreadable files of this folder go too. The user is told about all other unreadable files until they remove them.
			for (const name of unreadable)
				if (name.startsWith(`${folder.at(-1)} `))
					found.push({ id: name.split(' ')[1] ?? '', name: ['kept', 'unreadable', name] });
		}
		if (found.length === 0) return;
		// Read last, because an account may be signing in.
		const sessions = await sessionFiles();
		const open = openCaches();
		const left = found.filter(
			({ id }) => !open.includes(id) && !sessions.some((name) => name.startsWith(id)),
		);
		await Promise.all(left.map(({ name }) => storage.remove(name)));
	} catch (error) {
		log.warn('What was stored of accounts that have signed out could not be removed', error);
	}
}
