import type { DraftBody } from '../model/ticket-draft.ts';
import type { Composer, Snapshot } from './protocol.ts';

/** What sending would change now. Leaves out choices that the ticket already has by now. */
export interface Changes {
	readonly comment: boolean;
	readonly status: string | null;
	/** Can be set without `status`: a resolved ticket can get another resolution. */
	readonly resolution: string | null;
	readonly addLabels: readonly string[];
	readonly removeLabels: readonly string[];
}

type ComposerState = Pick<Composer, 'status' | 'resolution' | 'labels' | 'resolutions'>;

export function changesOf(
	draft: DraftBody,
	{ status: now, resolution, labels, resolutions }: ComposerState,
): Changes {
	const has = (name: string) => labels.some((label) => label.name === name);
	const status = draft.status === now.value ? null : draft.status;
	const otherwise = draft.resolution === resolution ? null : draft.resolution;
	return {
		comment: draft.text.trim() !== '',
		status,
		resolution:
			status === 'resolved'
				? (draft.resolution ?? resolutions[0]?.value ?? resolution)
				: status === null && now.value === 'resolved'
					? otherwise
					: null,
		addLabels: draft.addLabels.filter((name) => !has(name)),
		removeLabels: draft.removeLabels.filter(has),
	};
}

export const isEmpty = ({ comment, status, resolution, addLabels, removeLabels }: Changes): boolean =>
	!comment && status === null && resolution === null && addLabels.length + removeLabels.length === 0;

type ComposerChoices = ComposerState & Pick<Composer, 'moves'>;

const moveVerbs: Readonly<Record<string, string>> = {
	confirmed: 'confirm',
	in_progress: 'set to in progress',
	pending: 'set to pending',
};

function moveWords(
	{ status, resolution }: Changes,
	{ status: now, moves, resolutions }: ComposerChoices,
): string[] {
	if (status === null && resolution === null) return [];
	const named = (value: string | null) =>
		(resolutions.find((one) => one.value === value)?.words ?? value ?? '').toLowerCase();
	if (status === null || status === 'resolved') return [`resolve as ${named(resolution)}`];
	if (now.value === 'resolved' && status === 'reported') return ['reopen'];
	const known = Object.hasOwn(moveVerbs, status) ? moveVerbs[status] : undefined;
	const words = moves.find((one) => one.value === status)?.words ?? status;
	return [known ?? `set to ${words.toLowerCase()}`];
}

function labelWords({ addLabels: add, removeLabels: remove }: Changes): string[] {
	const count = add.length + remove.length;
	if (count === 0) return [];
	const verb = remove.length === 0 ? 'add' : add.length === 0 ? 'remove' : 'change';
	return [`${verb} ${count} ${count === 1 ? 'label' : 'labels'}`];
}

/** The label of the send button: everything that the button will do, and nothing else. */
export function buttonWords(page: Snapshot['page'], change: Changes, composer: ComposerChoices): string {
	const parts =
		page === 'new'
			? ['create ticket']
			: [
					...(change.comment || isEmpty(change) ? ['comment'] : []),
					...moveWords(change, composer),
					...labelWords(change),
				];
	const words = parts.length > 2 ? parts.join(', ') : parts.join(' and ');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export const isTitleShort = ({ title }: Pick<DraftBody, 'title'>): boolean => title.trim().length < 3;

/** Why the forge would refuse the draft, to tell the user before sending. Null if there is no reason. */
export function findObstacle(
	page: Snapshot['page'],
	{ title, text }: DraftBody,
	change: Changes,
): string | null {
	const length = text.trim().length;
	if (page === 'new') {
		if (isTitleShort({ title })) return 'A title needs at least 3 characters.';
		if (title.length > 2048)
			return `A title can have at most 2,048 characters. This one has ${formatNumber(title.length)}.`;
		if (length > 16383)
			return `A description can have at most 16,383 characters. This one has ${formatNumber(length)}.`;
		return null;
	}
	if (change.comment && length < 3) return 'A comment needs at least 3 characters.';
	if (length > 16384)
		return `A comment can have at most 16,384 characters. This one has ${formatNumber(length)}.`;
	return null;
}

const formatNumber = (n: number) => n.toLocaleString('en-US');
