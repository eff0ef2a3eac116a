import assert from 'node:assert/strict';
import { parseSubject } from '../../../../../src/mail/patch/subject.ts';
import type { Chain, Version } from '../../../../../src/patches/model/series/chain.ts';
import { mailKindOf } from '../../../../../src/patches/model/series/mails/mail-kind.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { chainsOf } from '../../../../../src/patches/model/series/series.ts';

interface MailOptions {
	/** Whose mail it is: ana if not given. */
	readonly from?: string;
	/** The id of the mail that it replies to. */
	readonly re?: string;
	readonly references?: readonly string[];
	/** When it was sent, in days. */
	readonly day?: number | undefined;
	readonly hasPatches?: boolean;
	readonly isPull?: boolean;
	/** The titles that a cover letter lists, for each author. */
	readonly listed?: readonly (readonly string[])[];
	readonly changeId?: string;
	readonly baseCommit?: string;
}

export const dayMs = 24 * 60 * 60_000;

export const person = (name: string) => ({ name, email: `${name}@mail.test` });

/** A mail with the id `<id>`. Without an id, it was never sent. */
export function mail(id: string | undefined, subject: string, options: MailOptions = {}): SeriesMail {
	const { from = 'ana', re, references = [], day = 1, isPull = false, listed = [] } = options;
	const parsed = parseSubject(subject);
	const hasPatches = options.hasPatches ?? (parsed.isPatch && parsed.number !== 0 && !parsed.isReply);
	const inReplyTo = re === undefined ? undefined : `<${re}>`;
	return {
		messageId: id === undefined ? undefined : `<${id}>`,
		inReplyTo,
		references: references.map((one) => `<${one}>`),
		from: person(from),
		date: 'day' in options && options.day === undefined ? undefined : day * dayMs,
		subject: parsed,
		kind: mailKindOf({ subject: parsed, hasPatches, isPull, isListing: listed.length > 0, inReplyTo }),
		listed,
		changeId: options.changeId,
		baseCommit: options.baseCommit,
	};
}

/** The mail with the same name and another address in From: of a stranger, or of the same person. */
export const namesake = (of: SeriesMail): SeriesMail => ({
	...of,
	from: { ...of.from, email: `${of.from.name}@other.test` },
});

/** Mails as `git send-email` sends a series: the patches reply to the cover letter or to the first patch. */
export function sent(
	id: string,
	brackets: string,
	titles: readonly string[],
	options: MailOptions = {},
): SeriesMail[] {
	const [cover, ...patches] = titles;
	const of = patches.length;
	const number = (at: number) => `[${brackets} ${at}/${of}]`;
	const numbered = patches.map((title, at) => ({ at: at + 1, title }));
	if (cover !== '') {
		const replies = numbered.map(({ at, title }) =>
			mail(`${id}.${at}`, `${number(at)} ${title}`, { ...options, re: `${id}.0` }),
		);
		return [mail(`${id}.0`, `${number(0)} ${cover}`, options), ...replies];
	}
	return numbered.map(({ at, title }) =>
		mail(`${id}.${at}`, `${number(at)} ${title}`, at === 1 ? options : { ...options, re: `${id}.1` }),
	);
}

const idOf = ({ messageId, subject }: SeriesMail): string => messageId?.slice(1, -1) ?? `(${subject.title})`;

/** A version in a line: `v2 cover=b.0 1=b.1 2=(a.2) of 3 missing 3`. Inherited patches are in brackets. */
function versionLine({
	version,
	isRfc,
	isResend,
	isPartial,
	cover,
	patches,
	extra,
	of,
	missing,
	...rest
}: Version<SeriesMail>): string {
	const numbered = [...patches, ...extra].map(({ number, mail, isInherited }) =>
		isInherited ? `${number}=(${idOf(mail)})` : `${number}=${idOf(mail)}`,
	);
	return [
		`${isRfc ? 'rfc-' : ''}v${version}`,
		isResend ? 'again' : '',
		isPartial ? 'partly' : '',
		cover ? `cover=${idOf(cover)}` : '',
		...numbered,
		`of ${of}`,
		missing.length > 0 ? `missing ${missing.join(',')}` : '',
		rest.replaced.length > 0 ? `not ${rest.replaced.map(idOf).join(',')}` : '',
		rest.patchsets.length > 0 ? `sets ${rest.patchsets.join(',')}` : '',
		rest.warnings.length > 0 ? `warnings ${rest.warnings.join(',')}` : '',
	]
		.filter((part) => part !== '')
		.join(' ');
}

/** A chain in lines: its title, and its versions. */
export const lines = ({ kind, prefix, title, submitter, versions }: Chain<SeriesMail>): readonly string[] => [
	`${kind === 'pull' ? 'pull ' : ''}${prefix === '' ? '' : `${prefix}: `}${title} (${submitter.name})`,
	...versions.map(versionLine),
];

type Case = readonly [title: string, mails: readonly SeriesMail[], ...chains: string[]];

/** Tests how mails become chains of versions, in either order. */
export function checkChains(cases: readonly Case[]): void {
	for (const [title, mails, ...chains] of cases) {
		it(title, () => {
			const found = (all: readonly SeriesMail[]) => chainsOf(all).map((chain) => lines(chain).join(', '));
			assert.deepEqual(found(mails), chains);
			assert.deepEqual(found(mails.toReversed()), chains, 'in the opposite order');
		});
	}
}
