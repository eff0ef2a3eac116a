import * as v from 'valibot';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import {
	type CommentBody,
	type CommentKey,
	continuesComment,
	idOfComment,
	isBlankComment,
} from '../../patches/model/review-comment.ts';
import type { Text, TextFormat } from '../../platform/state/texts/text.ts';
import { Texts } from '../../platform/state/texts/texts.ts';

/** A comment on lines of a mail. It is a draft until it is part of a mail that was sent. */
export type ReviewComment = Text<CommentKey, CommentBody>;
export type ReviewComments = Texts<CommentKey, CommentBody>;

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const range = { first: index, last: index };
const lines = v.variant('kind', [
	v.object({ kind: v.literal('diff'), patch: index, file: index, hunk: index, ...range }),
	v.object({ kind: v.literal('file'), patch: index, file: index }),
	v.object({
		kind: v.literal('text'),
		text: v.picklist(['message', 'notes', 'diffstat']),
		patch: index,
		...range,
	}),
	v.object({ kind: v.literal('mail'), ...range }),
	v.object({ kind: v.literal('whole') }),
]);

/** How comments are stored. */
const reviewComments: TextFormat<CommentKey, CommentBody> = {
	key: v.object({ account: v.string(), owner: v.string(), list: v.string(), mail: v.number(), lines }),
	body: v.object({
		text: v.string(),
		from: v.optional(v.object({ version: v.string(), isChanged: v.boolean() })),
		sentIn: v.optional(v.string()),
		isPrivate: v.optional(v.boolean()),
		mail: v.optional(v.unknown()),
	}),
	idOf: idOfComment,
	isEmpty: isBlankComment,
	continues: continuesComment,
	// Until a moderator has decided, the user may have the text nowhere else.
	keptSentMs: 30 * 24 * 60 * 60_000,
};

/** The comments of all accounts. Call `open` to read those on the disk. */
export const createReviewComments = (storage: Storage, log: Log): ReviewComments =>
	new Texts({ storage, format: reviewComments, log });
