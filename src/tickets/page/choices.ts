import type { Choice, ShownLabel } from '../../platform/page/snapshot-parts.ts';
import type { DraftBody } from '../model/ticket-draft.ts';

/** What sending would change now. Leaves out choices that the ticket already has by now. */
export interface ShownChanges {
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

export function changesOf(draft: DraftBody, composer: ComposerState): ShownChanges {
	const has = (name: string) => composer.labels.some((label) => label.name === name);
	const status = draft.status === composer.status.value ? null : draft.status;
	return {
		comment: draft.text.trim() !== '',
		status,
		resolution: changedResolution(draft, status, composer),
		addLabels: draft.addLabels.filter((name) => !has(name)),
		removeLabels: draft.removeLabels.filter(has),
	};
}

/** The resolution to set with `status`, which is the new status, or null if the status stays. Only a resolved ticket has one. */
function changedResolution(
	{ resolution: chosen }: DraftBody,
	status: string | null,
	{ status: current, resolution, resolutions }: ComposerState,
): string | null {
	if (status === 'resolved') return chosen ?? resolutions[0]?.value ?? resolution;
	const staysResolved = status === null && current.value === 'resolved';
	return staysResolved && chosen !== resolution ? chosen : null;
}
