import type { MailKey } from '../../../platform/model/keys.ts';

/** A patch: the index among those of a mail. */
export interface PatchKey extends MailKey {
	readonly patch: number;
}

/** A file of a patch, by its index. */
export interface PatchFileKey extends PatchKey {
	readonly file: number;
}

/** The scheme of the documents, as in `extension.ts` and in the manifest. VS Code activates the extension for it when it restores a diff editor. */
export const patchScheme = 'tildeforge-patch';

type Side = 'old' | 'new';

/** A document that a diff editor shows. What it contains follows from mails, so it can be read again after a reload. */
export type DiffDocument =
	/** A side of a file. */
	| { readonly kind: 'file'; readonly file: PatchFileKey; readonly side: Side }
	| { readonly kind: 'message'; readonly patch: PatchKey }
	/** A side of a file that several patches of a list change, in their order: before all of them, or after. */
	| { readonly kind: 'net'; readonly changes: readonly PatchFileKey[]; readonly side: Side }
	/** The file after a patch, in one of two versions of that patch. One of them may not change it. */
	| {
			readonly kind: 'version';
			readonly old: PatchFileKey | undefined;
			readonly new: PatchFileKey | undefined;
			readonly side: Side;
	  };

/** A document as the query of its address. `readDocument` reads it. */
export function formatDocument(document: DiffDocument): string {
	const { kind } = document;
	if (kind === 'message') return JSON.stringify([kind, fieldsOfPatch(document.patch)]);
	if (kind === 'file') return JSON.stringify([kind, document.side, fieldsOfFile(document.file)]);
	if (kind === 'net') return JSON.stringify([kind, document.side, ...fieldsOfChanges(document.changes)]);
	const { side, old, new: current } = document;
	return JSON.stringify([kind, side, old ? fieldsOfFile(old) : null, current ? fieldsOfFile(current) : null]);
}

const fieldsOfPatch = ({ account, owner, list, mail, patch }: PatchKey) => [
	account,
	owner,
	list,
	mail,
	patch,
];
/** The names of the list only once: there may be many changes. */
const fieldsOfChanges = (changes: readonly PatchFileKey[]) => {
	const [first] = changes;
	const places = changes.map(({ mail, patch, file }) => [mail, patch, file]);
	return [[first?.account, first?.owner, first?.list], places];
};
const fieldsOfFile = (file: PatchFileKey) => [...fieldsOfPatch(file), file.file];

/** Undefined if the query is not that of a document. */
export function readDocument(query: string): DiffDocument | undefined {
	const [kind, ...parts] = parseList(query);
	if (kind === 'message') {
		const patch = readPatch(parts[0]);
		return patch && { kind, patch };
	}
	const [side] = parts;
	if (side !== 'old' && side !== 'new') return undefined;
	if (kind === 'net') {
		const changes = readChanges(parts[1], parts[2]);
		return changes.length > 0 ? { kind, side, changes } : undefined;
	}
	const one = readFile(parts[1]);
	const other = readFile(parts[2]);
	if (kind === 'file') return one && { kind, side, file: one };
	return kind === 'version' && (one || other) ? { kind, side, old: one, new: other } : undefined;
}

function parseList(text: string): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value : [];
	} catch {
		return [];
	}
}

function readPatch(value: unknown): PatchKey | undefined {
	const [account, owner, list, mail, patch]: unknown[] = Array.isArray(value) ? value : [];
	if (typeof account !== 'string' || typeof owner !== 'string' || typeof list !== 'string') return undefined;
	if (!isIndex(mail) || !isIndex(patch)) return undefined;
	return { account, owner, list, mail, patch };
}

function readFile(value: unknown): PatchFileKey | undefined {
	const patch = readPatch(value);
	const file: unknown = Array.isArray(value) ? value[5] : undefined;
	return patch && isIndex(file) ? { ...patch, file } : undefined;
}

function readChanges(list: unknown, places: unknown): readonly PatchFileKey[] {
	if (!Array.isArray(list) || !Array.isArray(places)) return [];
	const changes = places.map((place: unknown) =>
		Array.isArray(place) ? readFile([...list, ...place]) : undefined,
	);
	return changes.includes(undefined) ? [] : changes.flatMap((change) => change ?? []);
}

const isIndex = (value: unknown): value is number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
