import type { PatchsetStatus } from '../../../forge/shapes/lists.ts';
import type { TopicName } from '../editor/history.ts';
import type { Name } from '../material/people.ts';

/** A reply to a series. It quotes passages of the patch above its remarks on them. */
export interface Remark {
	readonly by: Name;
	readonly on: string;
	/** The number of the patch, 0 for the cover letter, or `before` for the previous remark. */
	readonly to: number | 'before';
	/** Passages of the patch, each with the remark on it. */
	readonly quotes?: readonly (readonly [string, string])[];
	readonly text?: string;
	/** The patchset status that a header of the mail sets. */
	readonly status?: PatchsetStatus;
}

interface Version {
	readonly topic: TopicName;
	/** The text in the brackets before the number. */
	readonly brackets: string;
	readonly on: string;
}

/** One sent version of a series. */
export interface Series extends Version {
	readonly by: Name;
	readonly cover?: { readonly subject: string; readonly text: string };
	/** Numbers of patches that did not arrive. Their author sends them again in reply to the last remark, if a user reads along. */
	readonly lost?: readonly number[];
	readonly remarks: readonly Remark[];
	/** The next version, which is sent in reply to the last remark, if a user reads along. */
	readonly next?: Version;
}
