import type { QuoteAnchor, TextAnchor } from '../replies/quote-anchor.ts';

/**
 * Lines of a mail that a comment is about. Indices count from 0; `patch` is the index in the patches of the mail.
 * Reasons: docs/decisions/reviews.md.
 */
export type CommentedLines =
	/** Lines of a hunk, as in `QuoteAnchor`. */
	| ({ readonly kind: 'diff' } & QuoteAnchor)
	/** The header of a file, for the file as a whole. */
	| { readonly kind: 'file'; readonly patch: number; readonly file: number }
	/** Lines above a diff, as in `TextAnchor`. */
	| {
			readonly kind: 'text';
			readonly text: Exclude<TextAnchor['text'], 'cover'>;
			readonly patch: number;
			readonly first: number;
			readonly last: number;
	  }
	/** Lines of `Mail.text`, for mails that are no patches: cover letters and replies. */
	| { readonly kind: 'mail'; readonly first: number; readonly last: number }
	/** The mail as a whole. */
	| { readonly kind: 'whole' };

/**
 * The lines at which `placeReplies` puts a reply about these lines; undefined for the whole mail. Lines of kind `mail` are returned as
 * lines of the cover letter. `firstPatch` is the index that the first patch of the mail has in its series.
 */
export function anchorOf(lines: CommentedLines, firstPatch = 0): QuoteAnchor | TextAnchor | undefined {
	switch (lines.kind) {
		case 'diff': {
			const { patch, file, hunk, first, last } = lines;
			return { patch: firstPatch + patch, file, hunk, first, last };
		}
		case 'file':
			return { patch: firstPatch + lines.patch, file: lines.file, hunk: 0, first: -1, last: -1 };
		case 'text': {
			const { text, patch, first, last } = lines;
			return { text, patch: firstPatch + patch, first, last };
		}
		case 'mail':
			return { text: 'cover', patch: -1, first: lines.first, last: lines.last };
		case 'whole':
			return undefined;
	}
}
