import { ForgeError } from '../../forge/contract/errors.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { PageComments } from './page-comments.ts';
import type { PatchsetRequests } from './protocol/protocol.ts';

/** Handles the requests about the comments of the user's review. */
export const commentHandlers = (comments: PageComments) =>
	({
		comment: ({ text, page, at }) => comments.write(text, page, at),
		linesToReplace: ({ at }) => ({ text: comments.linesToReplace(at) }),
		discardComment: async ({ id }) => {
			await comments.discard(id);
			return null;
		},
		restoreComment: async ({ id }) => {
			if (!(await comments.restore(id))) throw new ForgeError('missing', 'There is nothing left to restore.');
			return null;
		},
	}) satisfies Partial<Handlers<PatchsetRequests>>;
