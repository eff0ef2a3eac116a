import type { PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import type { ScrollPosition } from '../kit/scroll.ts';
import type { Content } from './content.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import type { Folding } from './folding.ts';
import type { Mails } from './mails/mails.ts';
import type { PatchsetState } from './patchset-state.ts';
import type { Comments } from './review/comments.ts';

/** Returns a function to call with each snapshot before it is drawn. It returns the scroll position to restore if the snapshot is the first of its page. */
export function receiver(
	state: PatchsetState,
	folding: Folding,
	content: Content,
	mails: Mails,
	details: ComparisonDetails,
	comments: Comments,
) {
	return (snapshot: PatchsetSnapshot): ScrollPosition | undefined => {
		const { key, patches, comparison, linksVersion } = snapshot;
		const restored = state.begin(key);
		if (restored) {
			folding.restore(restored.folded);
			content.shownPatch = restored.shownPatch;
		}
		folding.receive(patches.flatMap(({ files }) => files));
		content.receive(snapshot, { isAtStart: restored?.scroll.y === 0 });
		mails.receive(key, linksVersion);
		comments.receive(snapshot);
		details.receive(
			comparison ? JSON.stringify([key, comparison.old.key, comparison.new.key, comparison.rows]) : '',
		);
		return restored?.scroll;
	};
}
