import { count, formatNumber } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { Note } from '../../platform/page/snapshot-parts.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { EarlierVersion } from './parts/remarks.ts';

/** Another version of the series that the user has comments on. */
export interface CommentedVersion {
	readonly page: SeriesKey;
	/** `v2`. */
	readonly name: string;
	readonly comments: readonly unknown[];
	/** Whether the comments may be about something that the shown version has, too. */
	readonly canCarry: boolean;
	/** The comments about what the shown version does not have. */
	readonly gone: readonly { readonly body: { readonly text: string } }[];
}

/** Further comments are not named. */
const maxNamed = 3;
const longestTitle = 60;

/** `about something that v2 does not have: “Why?”, “Is this so?” and 1 more.` */
function aboutNothing(shown: string, texts: readonly string[]): string {
	const named = texts.slice(0, maxNamed).map((text) => `“${oneLine(text, longestTitle)}”`);
	const more = texts.length > maxNamed ? ` and ${formatNumber(texts.length - maxNamed)} more` : '';
	return `about something that ${shown} does not have: ${named.join(', ')}${more}.`;
}

/** ` They are about something that v2 does not have: “Why?”, “Is this so?” and 1 more.` */
function goneText(shown: string, { comments, gone }: CommentedVersion): string {
	if (gone.length === 0) return '';
	const all = gone.length === 1 ? 'It' : 'They';
	const subject = gone.length < comments.length ? `${formatNumber(gone.length)} of them` : all;
	const verb = gone.length === 1 ? 'is' : 'are';
	return ` ${subject} ${verb} ${aboutNothing(
		shown,
		gone.map(({ body }) => body.text),
	)}`;
}

/** Says that the user has draft comments on another version. */
export function commentedNotes(
	{ version }: SeriesReading,
	commented: CommentedVersion | undefined,
): readonly Note[] {
	if (!version || !commented) return [];
	const { name, comments, canCarry } = commented;
	const shown = versionName(version);
	const show = { act: 'show-commented', label: `Show ${name}` } as const;
	const carry = { act: 'carry-over', label: `Carry Over to ${shown}` } as const;
	return [
		{
			key: 'commented',
			kind: 'info',
			icon: 'comment-draft',
			pieces: [
				`You have ${count(comments.length, 'draft comment')} on ${name}.${goneText(shown, commented)}`,
			],
			acts: canCarry ? [show, carry] : [show],
		},
	];
}

/** Names the remarks on the version before that are about something that this one does not have. */
export function goneRemarkNotes(
	{ version }: SeriesReading,
	earlier: EarlierVersion | undefined,
): readonly Note[] {
	const { on, remarks } = earlier ?? {};
	const gone = remarks?.gone ?? [];
	if (!version || !on || gone.length === 0) return [];
	const texts = gone.map(({ fullMail: { mail }, start, end }) => mail.text.slice(start, end));
	const verb = gone.length === 1 ? 'is' : 'are';
	return [
		{
			key: 'gone-remarks',
			kind: 'info',
			icon: 'comment',
			pieces: [
				`${count(gone.length, 'remark')} on ${on.name} ${verb} ${aboutNothing(versionName(version), texts)}`,
			],
			acts: [{ act: 'show-earlier', label: `Show ${on.name}` }],
		},
	];
}
