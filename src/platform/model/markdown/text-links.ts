import {
	type Reference,
	references,
	type ServiceAddresses,
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

/** The links in a plain text, in order: references, and web and mail addresses. `home` completes `#12`. */
export function textLinks(
	text: string,
	instances: readonly ServiceAddresses[],
	home?: Parameters<typeof references>[2],
): readonly TextLink[] {
	const links = [
		...references(text, instances, home).flatMap((reference) => referenceLink(reference)),
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

/** Addresses of known pages are found as addresses. */
function referenceLink({ start, end, target, instance }: Reference): readonly TextLink[] {
	if (instance !== undefined) return [];
	if (target.kind === 'user') return [{ start, end, open: userReference(target.user) }];
	return target.kind === 'ticket' ? [{ start, end, open: ticketReference(target) }] : [];
}

function addressLinks(text: string): readonly TextLink[] {
	return findWebAddresses(text, maxLinks).map(({ start, end, address }) => ({ start, end, open: address }));
}
