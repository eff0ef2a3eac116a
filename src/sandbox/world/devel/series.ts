import type { PatchsetStatus } from '../../../forge/shapes/lists.ts';
import type { TopicName } from '../editor/past.ts';
import type { Name } from '../people.ts';

/** A mail about a series. Passages of the patch that it answers stand above what is said to them. */
export interface Remark {
	readonly by: Name;
	readonly on: string;
	/** The number of a patch, 0 for the cover letter, or the remark before. */
	readonly to: number | 'before';
	readonly points?: readonly (readonly [string, string])[];
	readonly say?: string;
	/** A header of the mail sets the status of the patchset. */
	readonly status?: PatchsetStatus;
}

/** One version of a series, as it is sent. */
export interface Series {
	readonly topic: TopicName;
	/** What stands in the brackets before the number. */
	readonly brackets: string;
	readonly by: Name;
	readonly on: string;
	readonly cover?: { readonly subject: string; readonly text: string };
	/** Numbers of patches that never came. */
	readonly lost?: readonly number[];
	readonly remarks: readonly Remark[];
}
