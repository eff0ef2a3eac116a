import type { CommentKey } from '../../patches/model/review-comment.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import { type NetContent, netContent } from '../../patches/page/parts/net-content.ts';
import { type SeriesContent, seriesContent } from '../../patches/page/parts/series-content.ts';
import type { CommentPlace } from '../../patches/page/protocol/comment-protocol.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { linesAt } from './comment-places.ts';

/**
 * What is at a place of a page, whether the page shows each patch or what they change together: the user may have switched after the
 * comment was begun. Fails if no mail has it.
 */
export function keyAt(
	at: CommentPlace,
	{ account, owner, list }: ListKey,
	reading: SeriesReading,
	content: SeriesContent = seriesContent(reading),
	netOf: (content: SeriesContent) => NetContent = netContent,
): CommentKey {
	const isInPatch = !('file' in at) || content.files.has(at.file);
	const net = isInPatch ? undefined : netOf(content);
	return { account, owner, list, ...linesAt(at, { content, net, mails: reading.mails }) };
}
