import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { type DiffDocuments, openDiffDocuments } from '../state/documents/diff-documents.ts';
import { type PatchFilesOptions, patchFiles } from '../state/documents/patch-files.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { followPatchEditors } from './patch-editors.ts';
import { colorPlaceholders } from './placeholder-tokens.ts';

/** The documents of patches that diff editors show. `files` finds the whole files that patches change. */
export function openDiffEditors(
	lists: MailingLists,
	files: PatchFilesOptions,
	log: Log,
	lifetime: Lifetime,
): DiffDocuments {
	lifetime.add(followPatchEditors());
	lifetime.add(colorPlaceholders());
	return openDiffDocuments(lists, patchFiles(files), log);
}
