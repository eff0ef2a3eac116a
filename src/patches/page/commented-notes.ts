import { count, formatNumber } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { Note } from '../../platform/page/snapshot-parts.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';

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

/** ` They are about something that v2 does not have: “Why?”, “Is this so?” and 1 more.` */
function goneText(shown: string, { comments, gone }: CommentedVersion): string {
	if (gone.length === 0) return '';
	const named = gone.slice(0, maxNamed).map(({ body }) => `“${oneLine(body.text, longestTitle)}”`);
	const more = gone.length > maxNamed ? ` and ${formatNumber(gone.length - maxNamed)} more` : '';
	const all = gone.length === 1 ? 'It' : 'They';
	const subject = gone.length < comments.length ? `${formatNumber(gone.length)} of them` : all;
	const verb = gone.length === 1 ? 'is' : 'are';
	return ` ${subject} ${verb} about something that ${shown} does not have: ${named.join(', ')}${more}.`;
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
