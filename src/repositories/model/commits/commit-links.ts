import { trailerLines } from '../../../mail/text/commit-trailers.ts';
import { safeAddress } from '../../../platform/model/addresses.ts';
import {
	type LinkTarget,
	references,
	type ServiceAddresses,
	type TrackerPath,
} from '../../../platform/model/references.ts';

/** What a link in the text of a commit opens. */
type Opened<P extends ServiceAddresses> =
	/** `instance` is undefined for the forge that has the commit. */
	| { readonly kind: 'reference'; readonly target: LinkTarget; readonly instance: P | undefined }
	/** A commit of the same repository, perhaps only the beginning of its ID. */
	| { readonly kind: 'commit'; readonly id: string }
	| { readonly kind: 'mail'; readonly address: string };

export interface CommitLink<P extends ServiceAddresses = ServiceAddresses> {
	readonly start: number;
	readonly end: number;
	readonly opens: Opened<P>;
}

interface LinkContext<P extends ServiceAddresses> {
	readonly instances: readonly P[];
	/** The tracker that `#12` is in; undefined if that is not known. */
	readonly tracker: TrackerPath | undefined;
}

/** More links than a user follows. VS Code asks again whenever the text changes. */
const maxLinks = 2000;

/** The links in a text that `commitText` has written, in order: to references, to commits, and to the people that trailers name. */
export function commitLinks<P extends ServiceAddresses>(
	text: string,
	{ instances, tracker }: LinkContext<P>,
): readonly CommitLink<P>[] {
	const messageStart = text.indexOf('\n\n') + 2;
	const head = text.slice(0, messageStart);
	const message = text.slice(messageStart);
	const inMessage = [
		...references(message, instances, tracker).map(
			({ start, end, target, instance }): CommitLink<P> => ({
				start,
				end,
				opens: { kind: 'reference', target, instance },
			}),
		),
		// Not within an address or a Message-ID, which are those of another site or mail.
		...matches<P>(message, /(?<![\w\-/=@.<])[\da-f]{40}(?:[\da-f]{24})?(?![\w\-@])/g, toCommit),
		...matches<P>(message, /(?<=\bcommit )[\da-f]{7,39}(?![\w-])/g, toCommit),
		...inTrailers<P>(message),
	].map((link) => ({ ...link, start: link.start + messageStart, end: link.end + messageStart }));
	const links = [...inHead<P>(head), ...inMessage].sort(
		(one, other) => one.start - other.start || other.end - one.end,
	);
	return withoutOverlaps(links).slice(0, maxLinks);
}

/** The parents, the author and the committer. */
function inHead<P extends ServiceAddresses>(head: string): readonly CommitLink<P>[] {
	let at = 0;
	return head.split('\n').flatMap((line): readonly CommitLink<P>[] => {
		const [, name = '', value = ''] = /^(\w+): +(.*)$/.exec(line) ?? [];
		const valueStart = at + line.length - value.length;
		const open = value.lastIndexOf('<') + 1;
		at += line.length + 1;
		if (name === 'Parent') return [{ start: valueStart, end: at - 1, opens: toCommit(value) }];
		const isPerson = open > 0 && value.endsWith('>') && /^(?:Author|Committer)$/.test(name);
		const opens = isPerson ? toMail(value.slice(open, -1)) : undefined;
		return opens ? [{ start: valueStart + open, end: at - 2, opens }] : [];
	});
}

/** People, and what a commit fixes: `Fixes: 0123456789ab ("Begin")`. */
function inTrailers<P extends ServiceAddresses>(message: string): readonly CommitLink<P>[] {
	const lines = message.split('\n');
	// The title is not part of the trailers.
	const { start, end } = trailerLines(lines.slice(1));
	const from = lengthOf(lines.slice(0, start + 1));
	const trailers = lines.slice(start + 1, end + 1).join('\n');
	return [
		...matches<P>(trailers, /(?<=<)[^<>\s@]+@[^<>\s@]+(?=>)/g, toMail),
		...matches<P>(trailers, /(?<=^[\w-]+:[ \t]{0,4}(?:commit )?)[\da-f]{7,40}(?=$|[ \t])/gm, toCommit),
	].map((link) => ({ ...link, start: link.start + from, end: link.end + from }));
}

const lengthOf = (lines: readonly string[]): number =>
	lines.reduce((length, line) => length + line.length + 1, 0);

function matches<P extends ServiceAddresses>(
	text: string,
	pattern: RegExp,
	open: (matched: string) => Opened<P> | undefined,
): readonly CommitLink<P>[] {
	return [...text.matchAll(pattern)].flatMap(({ 0: matched, index }) => {
		const opens = open(matched);
		return opens ? [{ start: index, end: index + matched.length, opens }] : [];
	});
}

const toCommit = (id: string) => ({ kind: 'commit', id }) as const;

function toMail(mail: string) {
	if (!/^[^<>\s@]+@[^<>\s@]+$/.test(mail)) return undefined;
	const address = safeAddress(`mailto:${encodeURIComponent(mail).replace('%40', '@')}`);
	return address === undefined ? undefined : ({ kind: 'mail', address } as const);
}

function withoutOverlaps<Link extends CommitLink>(links: readonly Link[]): Link[] {
	let end = 0;
	return links.filter((link) => {
		if (link.start < end) return false;
		end = link.end;
		return true;
	});
}
