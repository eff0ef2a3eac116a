import { count } from '../../../base/text/numbers.ts';
import type { Note } from '../../../platform/page/snapshot-parts.ts';
import { versionName } from '../../model/series/version-name.ts';
import type { SeriesReading } from '../../model/series-reading.ts';

interface CommentedVersion {
	/** `v2`. */
	readonly name: string;
	readonly comments: readonly unknown[];
	/** Whether the comments may be about something that the shown version has, too. */
	readonly canCarry: boolean;
}

/** Says that the user has draft comments on another version. */
export function commentedNotes(
	{ version, chain }: SeriesReading,
	commented: CommentedVersion | undefined,
): readonly Note[] {
	if (!version || !commented) return [];
	const { name, comments, canCarry } = commented;
	const shown = versionName(version);
	const isNewest = chain?.versions.at(-1) === version;
	const what = comments.length === 1 ? 'it is' : 'they are';
	const rest = isNewest && !canCarry ? ` ${shown} does not have what ${what} about.` : '';
	const show = { act: 'show-commented', label: `Show ${name}` } as const;
	const carry = { act: 'carry-over', label: `Carry Over to ${shown}` } as const;
	return [
		{
			key: 'commented',
			kind: 'info',
			icon: 'comment-draft',
			pieces: [`You have ${count(comments.length, 'draft comment')} on ${name}.${rest}`],
			acts: canCarry ? [show, carry] : [show],
		},
	];
}
