import { abortable, isAbort } from '../../../base/abort.ts';
import { timeLimit } from '../../../base/clock.ts';
import type { Log } from '../../../base/log/log.ts';
import { LruCache } from '../../../base/lru-cache.ts';
import { SharedCalls } from '../../../base/shared-calls.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import { blobId } from '../../../platform/git/blob-id.ts';
import type { FindBlob } from '../../../platform/git/find-blob.ts';
import type { ListKey, MailKey } from '../../../platform/model/keys.ts';
import { signedOut } from '../../../platform/state/signed-out.ts';
import { combineChanges } from '../../model/net-diff/combine-changes.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import {
	type DiffDocument,
	type PatchFileKey,
	type PatchKey,
	readDocument,
} from '../../model/side-texts/document-address.ts';
import { wholeHunks } from '../../model/side-texts/document-hunks.ts';
import type { DocumentLines, KeyedChange } from '../../model/side-texts/document-lines.ts';
import { fullTexts } from '../../model/side-texts/full-texts.ts';
import { canNumberLines } from '../../model/side-texts/hunk-ranges.ts';
import { messageText } from '../../model/side-texts/message-text.ts';
import type { SideTexts } from '../../model/side-texts/side-text.ts';
import { hunksOfSide, sideTexts } from '../../model/side-texts/side-texts.ts';
import {
	haveSameBase,
	hunksOfVersion,
	ownVersion,
	versionTexts,
} from '../../model/side-texts/version-texts.ts';
import type { MailStore } from '../mails/mail-store.ts';
import { PatchResultCache } from './patch-result-cache.ts';

interface DiffDocumentsOptions {
	/** Reads the patches of a mail from memory, the disk or the forge. Undefined if it does not exist. */
	readonly patches: (key: MailKey) => Promise<readonly Patch[] | undefined>;
	/** Finds whole files: in local clones, then in the repository of a list on the forge. */
	readonly findBlob: (list: ListKey, patch: Patch) => FindBlob;
	readonly log: Log;
	/** The longest time to look for whole files. After that, a document has only the lines of the mail. */
	readonly blobTimeoutMs?: number;
}

type Mails = Pick<MailStore, 'read' | 'fetch'>;

/** Reads a mail of an account: a known one, or from the forge. Fails with a `ForgeError` if the account is signed out. */
export async function readMail(mails: Mails | undefined, mailId: number): Promise<FullMail | undefined> {
	if (!mails) throw signedOut('mailing list');
	const known = (await mails.read([mailId])).get(mailId);
	if (known) return known;
	await mails.fetch(mailId);
	return (await mails.read([mailId])).get(mailId);
}

/** The documents of the mails of all accounts. */
export const openDiffDocuments = (
	lists: { of(account: string): { readonly series: { readonly mails: Mails } } | undefined },
	findBlob: DiffDocumentsOptions['findBlob'],
	log: Log,
): DiffDocuments =>
	new DiffDocuments({
		patches: async ({ account, mail }) => (await readMail(lists.of(account)?.series.mails, mail))?.patches,
		findBlob,
		log,
	});

/** The patches whose texts were shown last stay in memory, up to this many characters. */
const maxCharacters = 32 * 1024 * 1024;
/** For so many files, it is known whether their documents have them whole. */
const maxDocuments = 10_000;
const maxBlobBytes = 5 * 1024 * 1024;
const usualTimeoutMs = 2000;

/** A document that shows a side of a file. */
type FileDocument = Exclude<DiffDocument, { readonly kind: 'message' }>;

interface OpenPatch {
	readonly patch: Patch;
	/** For each file, whether its documents have the line numbers of the file. */
	readonly areNumbered: readonly boolean[];
}

interface FoundFile extends KeyedChange {
	readonly patch: Patch;
	/** Whether its documents have the line numbers of the file. */
	readonly isNumbered: boolean;
}

/** The documents that diff editors show. They are read from mails when VS Code asks for them, also after a reload. */
export class DiffDocuments {
	readonly #options: DiffDocumentsOptions;
	readonly #patches = new LruCache<OpenPatch>(maxCharacters, ({ patch }) => patch.source.length + 1);
	readonly #reads = new SharedCalls<string, OpenPatch>();
	readonly #contents = new PatchResultCache();
	/** Whether the texts that were read last are those of whole files. */
	readonly #whole = new LruCache<boolean>(maxDocuments, () => 1);
	/** The texts of which only one side was read. Both sides must come from the same source. */
	readonly #halfRead = new Map<string, { readonly texts: Promise<SideTexts>; readonly side: string }>();

	constructor(options: DiffDocumentsOptions) {
		this.#options = options;
	}

	/** Keeps a patch that is known, so that its mail is not read and parsed again for its documents. */
	remember(key: PatchKey, patch: Patch): void {
		this.#patches.set(idOfPatch(key), open(patch));
	}

	/**
	 * The document at an address, by its query, as VS Code shows it. One that cannot be read says why: after a failure, VS Code would show an
	 * empty editor.
	 */
	async content(query: string): Promise<string> {
		const document = readDocument(query);
		try {
			if (!document) throw new ForgeError('missing', 'Tildeforge does not know this document.');
			return await this.text(document);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			return `${error.message}\nClose this editor, then open the diff again from the page of its patchset.\n`;
		}
	}

	/** Fails with a `ForgeError` if the document no longer exists. */
	async text(document: DiffDocument): Promise<string> {
		if (document.kind === 'message') return messageText((await this.#patch(document.patch)).patch);
		const { side } = document;
		const key = idOfTexts(document);
		const known = this.#halfRead.get(key);
		const read = known ?? { texts: this.#texts(document), side };
		if (!known) this.#halfRead.set(key, read);
		try {
			const texts = await read.texts;
			const isLast = read.side !== side || texts.old === undefined || texts.new === undefined;
			if (isLast && this.#halfRead.get(key) === read) this.#halfRead.delete(key);
			return texts[side] ?? '';
		} catch (error) {
			this.#halfRead.delete(key);
			throw error;
		}
	}

	/** A file of a patch. Fails with a `ForgeError` if its mail no longer exists. */
	async file(key: PatchFileKey): Promise<FoundFile> {
		const { patch, areNumbered } = await this.#patch(key);
		const file = patch.files[key.file];
		if (!file) throw missing();
		return { key, patch, source: patch.source, file, isNumbered: areNumbered[key.file] ?? false };
	}

	/** What several patches change in a file, as if one patch did. Fails with a `ForgeError` if their mails no longer exist. */
	async netFile(changes: readonly PatchFileKey[]): Promise<FoundFile> {
		const found = await Promise.all(changes.map((key) => this.file(key)));
		const last = found.at(-1);
		const combined = combineChanges(found);
		if (!last || combined.kind !== 'combined')
			throw new ForgeError('missing', 'The changes of these patches cannot be combined.');
		const { source, file } = combined;
		return { key: last.key, patch: last.patch, source, file, isNumbered: canNumberLines([file])[0] ?? false };
	}

	/** The lines of mails that a document shows. Fails with a `ForgeError` if a mail no longer exists. */
	async lines(document: DiffDocument): Promise<DocumentLines> {
		if (document.kind === 'message') {
			const { patch } = await this.#patch(document.patch);
			return { kind: 'message', key: document.patch, patch };
		}
		const isWhole = this.#whole.get(idOfTexts(document)) === true;
		if (document.kind === 'version') {
			const { old, current } = await this.#versions(document);
			const { own, other, side } = ownVersion(old, current, document.side);
			if (!own) throw missing();
			const hunks = isWhole ? wholeHunks(own, side) : hunksOfVersion(own, other, side);
			return { kind: 'file', changes: [own], hunks };
		}
		const keys = document.kind === 'net' ? document.changes : [document.file];
		const [changes, found] = await Promise.all([
			Promise.all(keys.map((key) => this.file(key))),
			this.#fileOf(document),
		]);
		const { side } = document;
		const hunks = isWhole ? wholeHunks(found, side) : hunksOfSide(found, side, found.isNumbered);
		return { kind: 'file', changes, hunks };
	}

	async #texts(document: FileDocument): Promise<SideTexts> {
		const whole = await this.#wholeTexts(document);
		this.#whole.set(idOfTexts(document), whole !== undefined);
		return whole ?? this.#hunkTexts(document);
	}

	/** Undefined if the whole files are not known, or not in time. */
	async #wholeTexts(document: FileDocument): Promise<SideTexts | undefined> {
		if (document.kind !== 'version') return this.#fullTexts(await this.#fileOf(document));
		const { old, current } = await this.#versions(document);
		if (!old || !current || !haveSameBase(old, current)) return undefined;
		const [one, other] = await Promise.all([this.#fullTexts(old), this.#fullTexts(current)]);
		return one && other && { old: one.new, new: other.new };
	}

	async #hunkTexts(document: FileDocument): Promise<SideTexts> {
		if (document.kind === 'version') {
			const { old, current } = await this.#versions(document);
			return versionTexts(old, current);
		}
		const found = await this.#fileOf(document);
		return sideTexts(found, found.isNumbered);
	}

	#fileOf(document: Exclude<FileDocument, { readonly kind: 'version' }>): Promise<FoundFile> {
		return document.kind === 'net' ? this.netFile(document.changes) : this.file(document.file);
	}

	async #versions(document: Extract<FileDocument, { readonly kind: 'version' }>) {
		const [old, current] = await Promise.all(
			[document.old, document.new].map((key) => key && this.file(key)),
		);
		return { old, current };
	}

	#patch(key: PatchKey): Promise<OpenPatch> {
		const name = idOfPatch(key);
		return this.#reads.join(name, async () => {
			const known = this.#patches.get(name);
			if (known) return known;
			const patch = (await this.#options.patches(key))?.[key.patch];
			if (!patch) throw missing();
			const opened = open(patch);
			this.#patches.set(name, opened);
			return opened;
		});
	}

	/** Undefined if the whole file is not known, or not in time. */
	async #fullTexts({ source, file, key, patch }: FoundFile): Promise<SideTexts | undefined> {
		const { findBlob, log, blobTimeoutMs = usualTimeoutMs } = this.#options;
		const signal = timeLimit(blobTimeoutMs);
		const find = findBlob(key, patch);
		const didFind = this.#contents.begin(key, file.newId);
		const read = async (id: string, path: string) => {
			const bytes = await find(id, { path, most: maxBlobBytes, signal });
			return bytes ? decode(bytes) : abortable(this.#contents.before(key, id), signal);
		};
		try {
			return await fullTexts({ source, file, read, hasId, didFind });
		} catch (error) {
			if (!isAbort(error) && !signal.aborted && !(error instanceof ForgeError)) throw error;
			log.info(`${pathOf(file)} is shown without the lines that are not in the mail`, error);
			return undefined;
		} finally {
			// If no content was found, the patches that wait for it go on. Otherwise, a second call has no effect.
			didFind();
		}
	}
}

/** The same for both sides. */
const idOfTexts = ({ side, ...both }: FileDocument): string => JSON.stringify(both);

const open = (patch: Patch): OpenPatch => ({
	patch,
	areNumbered: canNumberLines(patch.files),
});
const idOfPatch = ({ account, owner, list, mail, patch }: PatchKey): string =>
	JSON.stringify([account, owner, list, mail, patch]);
const pathOf = (file: FileDiff): string => file.new ?? file.old ?? 'A file';
const hasId = (content: string, id: string): boolean => blobId(Buffer.from(content), id).startsWith(id);

/** Undefined if it is not text in UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
	if (bytes.subarray(0, 8000).includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

const missing = (): ForgeError =>
	new ForgeError('missing', 'The mail with this patch was not found. It may have been removed.');
