import { visible } from '../../../base/text/invisible-characters.ts';
import { textLinks } from '../../../platform/model/markdown/text-links.ts';
import type { ServiceAddresses, TrackerPath } from '../../../platform/model/references.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';
import type { PeopleByAddress } from './people-by-address.ts';
import { trailerLinks } from './trailer-links.ts';

/** What the links in a text of a mail refer to. */
export interface LinkContext {
	readonly instances: readonly ServiceAddresses[];
	/** The tracker that `#12` is in; undefined if that is not known. */
	readonly tracker: TrackerPath | undefined;
	/** Whose names in trailers are links. Only people whom the texts name, because texts are drawn again when these change. */
	readonly people: PeopleByAddress;
}

/** Texts with another version may have other links. */
export const linksVersion = ({ instances, tracker, people }: LinkContext): string =>
	JSON.stringify([
		tracker && [tracker.owner, tracker.tracker],
		[...people].toSorted(([one], [other]) => (one < other ? -1 : 1)),
		instances.map(({ lists, repositories, trackers }) => [lists, repositories, trackers]),
	]);

/** Longer texts are cut; the original mail has the rest. */
const longestText = 200_000;
/** A longer text has no links, because finding them would take too long. */
const longestLinked = 50_000;

/** A text of a mail with its links. */
export function textPieces(text: string, { instances, tracker, people }: LinkContext): readonly Piece[] {
	const shown = text.length > longestText ? `${text.slice(0, longestText)}\n…` : text;
	if (shown.length > longestLinked) return [visible(shown)];
	const pieces: Piece[] = [];
	let at = 0;
	const links = [...textLinks(shown, instances, tracker), ...trailerLinks(shown, people)];
	for (const { start, end, open } of links.toSorted((one, other) => one.start - other.start)) {
		if (start < at) continue;
		if (start > at) pieces.push(visible(shown.slice(at, start)));
		pieces.push({ link: visible(shown.slice(start, end)), open });
		at = end;
	}
	return at < shown.length ? [...pieces, visible(shown.slice(at))] : pieces;
}
