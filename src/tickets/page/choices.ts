import type { Choice, ShownLabel } from '../../platform/page/snapshot-parts.ts';
import type { DraftBody } from '../model/ticket-draft.ts';

/** What sending would change now. Leaves out choices that the ticket already has by now. */
export interface Changes {
	readonly comment: boolean;
	readonly status: string | null;
	/** Can be set without `status`: a resolved ticket can get another resolution. */
	readonly resolution: string | null;
	readonly addLabels: readonly string[];
	readonly removeLabels: readonly string[];
}

/** What the ticket has now, and the resolutions to choose from. */
interface ComposerState {
	readonly status: Choice;
	readonly resolution: string;
	readonly labels: readonly ShownLabel[];
	readonly resolutions: readonly Choice[];
}

export function changesOf(
	draft: DraftBody,
	{ status: now, resolution, labels, resolutions }: ComposerState,
): Changes {
	const has = (name: string) => labels.some((label) => label.name === name);
	const status = draft.status === now.value ? null : draft.status;
	const otherResolution = draft.resolution === resolution ? null : draft.resolution;
	return {
		comment: draft.text.trim() !== '',
		status,
		resolution:
			status === 'resolved'
				? (draft.resolution ?? resolutions[0]?.value ?? resolution)
				: status === null && now.value === 'resolved'
					? otherResolution
					: null,
		addLabels: draft.addLabels.filter((name) => !has(name)),
		removeLabels: draft.removeLabels.filter(has),
	};
}
