import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { openDiffDocuments } from '../state/documents/diff-documents.ts';
import { type PatchFilesOptions, patchFiles } from '../state/documents/patch-files.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import type { ReviewComments } from '../state/review/review-comments.ts';
import type { ReviewMails } from '../state/review/review-mails.ts';
import { DiffThreads } from './diff-threads/diff-threads.ts';
import { followPatchEditors } from './patch-editors.ts';
import { colorPlaceholders } from './placeholder-tokens.ts';

interface DiffEditorsOptions {
	readonly lists: MailingLists;
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	/** Finds the whole files that patches change. */
	readonly files: PatchFilesOptions;
	readonly log: Log;
}

/** The documents of patches that diff editors show, with the comments on them. */
export function openDiffEditors(
	{ lists, comments, mails, files, log }: DiffEditorsOptions,
	lifetime: Lifetime,
) {
	lifetime.add(followPatchEditors());
	lifetime.add(colorPlaceholders());
	const documents = openDiffDocuments(lists, patchFiles(files), log);
	const threads = lifetime.add(new DiffThreads({ lists, documents, comments, mails, log }));
	return { documents, threads };
}
