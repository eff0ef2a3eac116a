import type { Patch } from '../../../mail/patch/patch.ts';
import type { PatchFileKey, PatchKey } from './document-address.ts';
import type { DocumentHunks } from './document-hunks.ts';
import type { VersionFile } from './file-lines.ts';

/** A change of a file, and the patch that makes it. */
export interface KeyedChange extends VersionFile {
	readonly key: PatchFileKey;
}

/** The lines of mails that a document of a diff editor shows. */
export type DocumentLines =
	| { readonly kind: 'message'; readonly key: PatchKey; readonly patch: Patch }
	/** `changes`: of several patches if the document shows what they change together. Then the hunks are those of the combined diff. */
	| { readonly kind: 'file'; readonly changes: readonly KeyedChange[]; readonly hunks: DocumentHunks };
