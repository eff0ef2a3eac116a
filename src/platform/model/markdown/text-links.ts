import {
	type Reference,
	references,
	type ServiceAddresses,
	type TrackerPath,
	ticketReference,
	userReference,
} from '../references.ts';
import { findWebAddresses } from './web-addresses.ts';

/** A part of a plain text that is a link. */
export interface TextLink {
	readonly start: number;
	readonly end: number;
	/** An address or a reference, which `resolveReference` decodes. */
	readonly open: string;
}

/** More links than a user follows. */
const maxLinks = 500;

/** The links in a plain text, in order: references, and web and mail addresses. `currentTracker` completes `#12`. */
export function textLinks(
	text: string,
	instances: readonly ServiceAddresses[],
	currentTracker?: TrackerPath,
): readonly TextLink[] {
	const links = [
		...references(text, instances, currentTracker).flatMap(referenceLink),
		...addressLinks(text),
	].sort((one, other) => one.start - other.start || other.end - one.end);
	let end = 0;
	return links
		.filter((link) => {
			if (link.start < end) return false;
			end = link.end;
			return true;
		})
		.slice(0, maxLinks);
}

/** The link of a reference; none for the address of a page, which `addressLinks` finds. */
function referenceLink({ start, end, target, instance }: Reference): readonly TextLink[] {
	if (instance !== undefined) return [];
	if (target.kind === 'user') return [{ start, end, open: userReference(target.user) }];
	return target.kind === 'ticket' ? [{ start, end, open: ticketReference(target) }] : [];
}

function addressLinks(text: string): readonly TextLink[] {
	return findWebAddresses(text, maxLinks).map(({ start, end, address }) => ({ start, end, open: address }));
}
