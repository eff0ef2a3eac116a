import type { Patch } from '../../mail/patch/patch.ts';
import { mailBlocks, structureOf } from '../../mail/quotes/mail-blocks.ts';
import { trailerLines } from '../../mail/text/commit-trailers.ts';
import {
	type LinkTarget,
	references,
	type ServiceAddresses,
	type TrackerPath,
} from '../../platform/model/references.ts';

/** A ticket that a series names, and the forge that has it. */
export interface TicketMention<P extends ServiceAddresses = ServiceAddresses> {
	readonly target: Extract<LinkTarget, { readonly kind: 'ticket' }>;
	readonly instance: P;
	/** Whether a trailer says that the series closes or implements it. */
	readonly isResolved: boolean;
}

interface SeriesTexts {
	/** The title and text of the cover letter. */
	readonly cover: { readonly title: string; readonly text: string } | undefined;
	readonly patches: readonly {
		readonly subject: { readonly title: string };
		readonly message: string;
		readonly trailers: Patch['trailers'];
	}[];
}

/** The trailers that name tickets. */
const ticketTrailer = /^(?:fixes|closes|resolves|implements|references|link|bug)$/i;
const resolvingTrailer = /^(?:fixes|closes|resolves|implements)$/i;
/** `Fixes: 0123456789ab ("Open files")` names a commit. */
const commitValue = /^(?:commit )?[\da-f]{7,64}(?:$|[\s("])/i;

/** More tickets than a user follows. */
const maxTickets = 50;
const longestText = 100_000;

/**
 * The tickets that the cover letter, and the messages and trailers of the patches name, each once: first those that the series resolves,
 * otherwise in their order. `home` is the forge of the list.
 * `tracker` completes `#12`; without it, such references are left out.
 */
export function findTicketMentions<P extends ServiceAddresses>(
	{ cover, patches }: SeriesTexts,
	home: P,
	instances: readonly P[],
	tracker: TrackerPath | undefined,
): readonly TicketMention<P>[] {
	const own = cover ? ownBlocks(cover.text.slice(0, longestText)).filter(({ kind }) => kind === 'text') : [];
	const trailers = patches
		.flatMap(({ trailers }) => trailers)
		.filter(({ key, value }) => ticketTrailer.test(key) && !commitValue.test(value));
	const resolved = trailers.filter(({ key }) => resolvingTrailer.test(key));
	const others = trailers.filter(({ key }) => !resolvingTrailer.test(key));
	const messages = patches.flatMap(({ subject, message }) => [subject.title, withoutTrailers(message)]);
	const texts = [cover?.title ?? '', ...own.map(({ text }) => text), ...messages];
	const found = new Map<string, TicketMention<P>>();
	const add = (all: readonly string[], isResolved: boolean) => {
		for (const { target, instance = home } of references(all.join('\n\n'), instances, tracker)) {
			if (target.kind !== 'ticket') continue;
			const key = JSON.stringify([instance.trackers ?? null, target.owner, target.tracker, target.ticket]);
			if (!found.has(key)) found.set(key, { target, instance, isResolved });
		}
	};
	add(
		resolved.map(({ value }) => value),
		true,
	);
	add([...texts, ...others.map(({ value }) => value)], false);
	return [...found.values()].slice(0, maxTickets);
}

const ownBlocks = (text: string) => mailBlocks(text, structureOf(text, []));

/** Most trailers name no tickets. */
function withoutTrailers(message: string): string {
	const lines = message.slice(0, longestText).split('\n');
	return lines.slice(0, trailerLines(lines).start).join('\n');
}
