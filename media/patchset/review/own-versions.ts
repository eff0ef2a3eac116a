import type { ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { CommentBox } from './comment-box.ts';

/**
 * If two windows have written on the same comment, the host keeps the version of the first one under another id. An open box goes on with the
 * version that it shows. Returns the boxes that show the same then.
 */
export function followOwnVersions(
	boxes: readonly CommentBox[],
	comments: readonly ShownComment[],
): readonly CommentBox[] {
	return boxes.flatMap((box) => {
		const { id, writer, revision, text, state, isSaved } = box;
		const isOwn = (one: ShownComment) =>
			one.writer === writer && one.revision === revision && one.body.text === text;
		const current = comments.find((one) => one.id === id);
		const own = comments.find((one) => one.id !== id && isOwn(one));
		if (state !== 'open' || !isSaved || !own || !current || isOwn(current)) return [];
		box.id = own.id;
		box.refusal = 'Another window has changed this comment, too. Both versions are kept.';
		return boxes.filter((one) => one !== box && one.id === own.id);
	});
}
