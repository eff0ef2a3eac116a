import type { SendState, ShownComment } from '../../patches/page/protocol/comment-protocol.ts';
import { formatClock } from '../../platform/model/words.ts';
import type { ReviewComment } from '../state/review-comments.ts';
import { placeOfLines, type ShownMails } from './comment-places.ts';

/**
 * The comments on what the page shows. `sendStateOf`: null for a draft. `versionKeyOf`: the key of a version by its name;
 * empty if the page does not have it.
 */
export const shownComments = (
	comments: readonly ReviewComment[],
	shown: ShownMails,
	sendStateOf: (comment: ReviewComment) => SendState | null,
	versionKeyOf: (name: string) => string,
	zone?: string,
): readonly ShownComment[] =>
	comments.flatMap((comment) => {
		const { id, key, revision, writer, body, saved } = comment;
		const at = placeOfLines(key.mail, key.lines, shown);
		if (!at) return [];
		const { text, from } = body;
		const origin = from ? `from ${from.version}, ${from.isChanged ? 'changed' : 'unchanged'} here` : '';
		const sendState = sendStateOf(comment);
		const originVersion = from ? versionKeyOf(from.version) : '';
		return [
			{
				id,
				revision,
				writer,
				body: { text },
				saved: formatClock(saved, zone),
				at,
				origin,
				originVersion,
				sendState,
			},
		];
	});
