import { percentEncode } from '../../../base/text/percent-encode.ts';
import { trailerLines } from '../../../mail/text/commit-trailers.ts';
import { safeAddress } from '../../../platform/model/addresses.ts';
import {
	type LinkTarget,
	references,
	type ServiceAddresses,
	type TrackerPath,
} from '../../../platform/model/references.ts';

/** What a link in the text of a commit opens. */
type Opened =
	| {
			readonly kind: 'reference';
			readonly target: LinkTarget;
			/** The index of its forge in the given instances; undefined for the forge that has the commit. */
			readonly instance: number | undefined;
	  }
	/** A commit of the same repository, perhaps only the beginning of its ID. */
	| { readonly kind: 'commit'; readonly id: string }
	| { readonly kind: 'mail'; readonly address: string };

export interface CommitLink {
	readonly start: number;
	readonly end: number;
	readonly opens: Opened;
}

/** More links than a user follows. VS Code asks again whenever the text changes. */
const maxLinks = 2000;

/** The links in a text that `commitText` has written, in order: to references, to commits, and to the people that trailers name. */
export function commitLinks(
	text: string,
	instances: readonly ServiceAddresses[],
	/** The tracker that `#12` is in; undefined if that is not known. */
	tracker: TrackerPath | undefined,
): readonly CommitLink[] {
	const messageStart = text.indexOf('\n\n') + 2;
	const head = text.slice(0, messageStart);
	const message = text.slice(messageStart);
	const inMessage = [
		...references(message, instances, tracker).map(
			({ start, end, target, instance }): CommitLink => ({
				start,
				end,
				opens: { kind: 'reference', target, instance: instance && instances.indexOf(instance) },
			}),
		),
		// An ID within a web address or a Message-ID is that of another site or of a mail.
		...matches(message, /(?<![\w\-/=@.<])[\da-f]{40}(?:[\da-f]{24})?(?![\w\-@])/g, toCommit),
		...matches(message, /(?<=\bcommit )[\da-f]{7,39}(?![\w-])/g, toCommit),
		...inTrailers(message),
	].map((link) => ({ ...link, start: link.start + messageStart, end: link.end + messageStart }));
	const links = [...inHead(head), ...inMessage].sort(
		(one, other) => one.start - other.start || other.end - one.end,
	);
	return withoutOverlaps(links).slice(0, maxLinks);
}

/** The parents, the author and the committer. */
function inHead(head: string): readonly CommitLink[] {
	let lineStart = 0;
	return head.split('\n').flatMap((line): readonly CommitLink[] => {
		const [, name = '', value = ''] = /^(\w+): +(.*)$/.exec(line) ?? [];
		const lineEnd = lineStart + line.length;
		const valueStart = lineEnd - value.length;
		lineStart = lineEnd + 1;
		if (name === 'Parent') return [{ start: valueStart, end: lineEnd, opens: toCommit(value) }];
		const mailAt = value.lastIndexOf('<') + 1;
		const isPerson = mailAt > 0 && value.endsWith('>') && /^(?:Author|Committer)$/.test(name);
		const opens = isPerson ? toMail(value.slice(mailAt, -1)) : undefined;
		return opens ? [{ start: valueStart + mailAt, end: lineEnd - 1, opens }] : [];
	});
}

/** People, and what a commit fixes: `Fixes: 0123456789ab ("Begin")`. */
function inTrailers(message: string): readonly CommitLink[] {
	// The title is not part of the trailers.
	const [title = '', ...body] = message.split('\n');
	const { start, end } = trailerLines(body);
	const from = lengthOf([title, ...body.slice(0, start)]);
	const trailers = body.slice(start, end).join('\n');
	return [
		...matches(trailers, /(?<=<)[^<>\s@]+@[^<>\s@]+(?=>)/g, toMail),
		...matches(trailers, /(?<=^[\w-]+:[ \t]{0,4}(?:commit )?)[\da-f]{7,40}(?=$|[ \t])/gm, toCommit),
	].map((link) => ({ ...link, start: link.start + from, end: link.end + from }));
}

const lengthOf = (lines: readonly string[]): number =>
	lines.reduce((length, line) => length + line.length + 1, 0);

function matches(
	text: string,
	pattern: RegExp,
	open: (matched: string) => Opened | undefined,
): readonly CommitLink[] {
	return [...text.matchAll(pattern)].flatMap(({ 0: matched, index }) => {
		const opens = open(matched);
		return opens ? [{ start: index, end: index + matched.length, opens }] : [];
	});
}

const toCommit = (id: string) => ({ kind: 'commit', id }) as const;

function toMail(mail: string) {
	if (!/^[^<>\s@]+@[^<>\s@]+$/.test(mail)) return undefined;
	const address = safeAddress(`mailto:${percentEncode(mail).replace('%40', '@')}`);
	return address === undefined ? undefined : ({ kind: 'mail', address } as const);
}

function withoutOverlaps(links: readonly CommitLink[]): CommitLink[] {
	let end = 0;
	return links.filter((link) => {
		if (link.start < end) return false;
		end = link.end;
		return true;
	});
}
