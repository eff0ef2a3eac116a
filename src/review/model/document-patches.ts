import type {
	DiffDocument,
	PatchFileKey,
	PatchKey,
} from '../../patches/model/side-texts/document-address.ts';
import { fileOfDocument } from '../../patches/model/side-texts/line-after-patch.ts';

/** The files of patches whose lines a document shows; none for a message. */
export function filesOfDocument(document: DiffDocument): readonly PatchFileKey[] {
	if (document.kind === 'net') return document.changes;
	const file = fileOfDocument(document)?.file;
	return file ? [file] : [];
}

/** The patches whose lines a document shows. */
export const patchesOfDocument = (document: DiffDocument): readonly PatchKey[] =>
	document.kind === 'message' ? [document.patch] : filesOfDocument(document);
