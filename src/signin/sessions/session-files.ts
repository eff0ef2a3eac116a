import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, readText, remove, replaceFile, unlessMissing } from '../../base/files/files.ts';
import type { HeldLock } from '../../base/files/held-lock.ts';
import { sessionId } from './session.ts';
import { readSessionEntry, type SessionEntry } from './session-format.ts';

/** Identifies the file that stores a session. */
export interface SessionFileName {
	readonly id: string;
	/** The id of the key that decrypts it. Clients that share the files of a remote machine have a key each. */
	readonly keyId: string;
}

const namePattern = /^(?<id>[0-9a-f]{24})-(?<keyId>[0-9a-f]{16})$/;

export const fileName = ({ id, keyId }: SessionFileName): string => `${id}-${keyId}`;

/** The files that store sessions, one for each. All windows of this machine share them. */
export class SessionFiles {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	async names(): Promise<readonly SessionFileName[]> {
		return [...(await namesIn(this.#folder))].sort().flatMap((name) => {
			const { id, keyId } = namePattern.exec(name)?.groups ?? {};
			return id !== undefined && keyId !== undefined ? [{ id, keyId }] : [];
		});
	}

	/** Returns `later` for a file of a newer Tildeforge, which will read it when it is installed again. */
	async read(name: SessionFileName): Promise<SessionEntry | 'none' | 'damaged' | 'later'> {
		const text = await readText(this.#path(name));
		if (text === undefined) return 'none';
		const entry = readSessionEntry(text);
		if (typeof entry === 'string') return entry;
		const { instance, account, sealed } = entry;
		const isSameSession = sessionId(instance, account) === name.id;
		const isSameKey = sealed === undefined || sealed.keyId === name.keyId;
		return isSameSession && isSameKey ? entry : 'damaged';
	}

	/** `confirm`: that of the lock under which it is written. */
	async write(name: SessionFileName, entry: SessionEntry, confirm?: HeldLock['confirm']): Promise<void> {
		await mkdir(this.#folder, { recursive: true, mode: 0o700 });
		await replaceFile(this.#path(name), JSON.stringify(entry), { isDurable: true, confirm });
	}

	remove(name: SessionFileName): Promise<void> {
		return remove(this.#path(name));
	}

	/** Whether the file was written after `time`, in milliseconds since 1970. */
	async isWrittenAfter(name: SessionFileName, time: number): Promise<boolean> {
		const info = await unlessMissing(stat(this.#path(name)));
		return info !== undefined && info.mtimeMs > time;
	}

	#path({ id, keyId }: SessionFileName): string {
		return join(this.#folder, fileName({ id, keyId }));
	}
}
