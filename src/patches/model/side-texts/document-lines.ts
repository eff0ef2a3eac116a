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
	/** If the document shows what several patches change together, `changes` has the changes of each, and `hunks` belong to the combined diff. */
	| { readonly kind: 'file'; readonly changes: readonly KeyedChange[]; readonly hunks: DocumentHunks };
