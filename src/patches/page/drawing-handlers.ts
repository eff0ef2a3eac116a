import { timeOfDay } from '../../base/clock.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { fileDiff, hunkRows } from './parts/file-diff.ts';
import { mailText } from './parts/mail-parts.ts';
import { otherPlace } from './parts/other-place.ts';
import type { PatchsetRequests } from './protocol/protocol.ts';
import type { SeriesPage } from './series-page.ts';

/** Handles the requests for what the page draws. */
export function drawingHandlers(page: SeriesPage) {
	const ignoresWhitespace = () => page.host.options.value.ignoresWhitespace;
	return {
		diff: ({ file }) =>
			fileDiff(page.file(file), {
				ignoresWhitespace: ignoresWhitespace(),
				links: page.links(),
				paths: page.shown().content.paths,
				mails: page.shown().reading.mails,
				isUnseen: page.isUnseen,
				now: timeOfDay(),
				zone: undefined,
			}),
		tokens: async ({ file }) => {
			// The highlighter is a library.
			const { fileSyntaxTokens } = await import('./parts/file-syntax-tokens.ts');
			return fileSyntaxTokens(page.file(file), ignoresWhitespace());
		},
		hunk: ({ file, hunk, from }) => ({
			lines: hunkRows(page.file(file), hunk, from, ignoresWhitespace()),
		}),
		mails: ({ mails }) => {
			const { reading, content } = page.shown();
			return {
				texts: mails.map((id) => {
					const fullMail = reading.mails.get(id);
					const start = id === content.cover?.id ? content.coverStart : 0;
					return fullMail ? mailText(fullMail, page.links(), content.paths, start) : null;
				}),
			};
		},
		otherPlace: (place) => otherPlace(place, page.netOf(page.shown().content)),
		comparedPatch: ({ row }) => ({ parts: page.comparison.parts(row) }),
	} satisfies Partial<Handlers<PatchsetRequests>>;
}
