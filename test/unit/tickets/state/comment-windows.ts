import { Drafts } from '../../../../src/platform/state/drafts/drafts.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import type { Storage } from '../../../../src/platform/state/store/storage.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import { BulkComments, bulkComments } from '../../../../src/tickets/state/changes/bulk-comments.ts';
import { readable, type stage } from './forge.ts';

export const ticket = (number: number) => ({
	...{ account: 'ana', owner: '~ana', tracker: 'editor' },
	ticket: number,
});

/** The comments for several tickets in a window. */
export async function openComments(storage: Storage, ending: (end: () => unknown) => unknown) {
	const drafts = new Drafts({ storage, format: bulkComments, pauseMs: 0, log: readable().log });
	ending(() => drafts.dispose());
	await drafts.open();
	const comments = new BulkComments({ drafts, sessionOf: () => undefined, versionOf: () => undefined });
	return { comments, files: new CommentFiles(comments) };
}

/** Windows that share a folder. */
export const commentWindows = ({ folder, ending }: Pick<ReturnType<typeof stage>, 'folder' | 'ending'>) => ({
	windows: async () => {
		const at = await folder();
		return () => openComments(fileStorage(at, readable().log), ending);
	},
});
