import type { Handlers } from '../../platform/page/requests.ts';
import { fileDiff, hunkRows } from './parts/file-diff.ts';
import { mailText } from './parts/mail-parts.ts';
import type { PatchsetRequests } from './protocol/protocol.ts';
import type { SeriesPage } from './series-page.ts';

type ReadRequest = 'diff' | 'tokens' | 'hunk' | 'mails' | 'comparedPatch';

/** The handlers of requests for what the page draws. */
export function readRequests(page: SeriesPage): Pick<Handlers<PatchsetRequests>, ReadRequest> {
	const { host } = page;
	return {
		diff: ({ file }) =>
			fileDiff(page.file(file), {
				ignoresWhitespace: host.options.value.ignoresWhitespace,
				links: page.links(),
				mails: page.shown().reading.mails,
				isUnseen: page.isUnseen,
				now: Date.now(),
				zone: undefined,
			}),
		tokens: async ({ file }) => {
			// The highlighter is a library.
			const { fileSyntaxTokens } = await import('./parts/file-syntax-tokens.ts');
			return fileSyntaxTokens(page.file(file), host.options.value.ignoresWhitespace);
		},
		hunk: ({ file, hunk, from }) => ({
			lines: hunkRows(page.file(file), hunk, from, host.options.value.ignoresWhitespace),
		}),
		mails: ({ mails }) => {
			const { reading } = page.shown();
			return {
				texts: mails.map((id) => {
					const fullMail = reading.mails.get(id);
					return fullMail ? mailText(fullMail, page.links()) : null;
				}),
			};
		},
		comparedPatch: ({ row }) => ({ parts: page.comparison.parts(row) }),
	};
}
