import type { Composer, DraftBody, ShownChanges, Snapshot } from '../../src/tickets/page/protocol.ts';

export const isEmpty = ({ comment, status, resolution, addLabels, removeLabels }: ShownChanges): boolean =>
	!comment && status === null && resolution === null && addLabels.length + removeLabels.length === 0;

const moveVerbs: Readonly<Record<string, string>> = {
	confirmed: 'confirm',
	in_progress: 'set to in progress',
	pending: 'set to pending',
};

function describeMove(
	{ status, resolution }: ShownChanges,
	{ status: current, moves, resolutions }: Composer,
): string[] {
	if (status === null && resolution === null) return [];
	const named = (value: string | null) =>
		(resolutions.find((one) => one.value === value)?.label ?? value ?? '').toLowerCase();
	if (status === null || status === 'resolved') return [`resolve as ${named(resolution)}`];
	if (current.value === 'resolved' && status === 'reported') return ['reopen'];
	const known = Object.hasOwn(moveVerbs, status) ? moveVerbs[status] : undefined;
	const label = moves.find((move) => move.value === status)?.label ?? status;
	return [known ?? `set to ${label.toLowerCase()}`];
}

function describeLabels({ addLabels: add, removeLabels: remove }: ShownChanges): string[] {
	const count = add.length + remove.length;
	if (count === 0) return [];
	const verb = remove.length === 0 ? 'add' : add.length === 0 ? 'remove' : 'change';
	return [`${verb} ${count} ${count === 1 ? 'label' : 'labels'}`];
}

/**
 * The label of the send button: everything that the button will do, and nothing else. `account` is the name of the account that does it, if
 * the user has several.
 */
export function sendButtonText(
	page: Snapshot['page'],
	change: ShownChanges,
	composer: Composer,
	account: string | undefined,
): string {
	const by = account === undefined ? '' : ` as ${account}`;
	const changes = [...(page === 'new' ? [] : describeMove(change, composer)), ...describeLabels(change)];
	const writes = page === 'new' ? 'create ticket' : change.comment || isEmpty(change) ? 'comment' : '';
	const parts = writes === '' ? changes : [`${writes}${by}`, ...changes];
	const text = parts.length > 2 ? parts.join(', ') : parts.join(' and ');
	const whole = writes === '' && account !== undefined ? `${text} (${account})` : text;
	return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}

export const isTitleTooShort = (title: string): boolean => title.trim().length < 3;

/** What the user needs to do before there is something to send; null if there is. */
export function missingText(page: Snapshot['page'], title: string, change: ShownChanges): string | null {
	if (page === 'new') return title.trim() === '' ? 'Enter a title of at least 3 characters' : null;
	return isEmpty(change) ? 'Write a comment, or change the status or labels' : null;
}

/** Why the forge would refuse the draft, to tell the user before sending. Null if there is no reason. */
export function findObstacle(
	page: Snapshot['page'],
	{ title, text }: DraftBody,
	change: ShownChanges,
): string | null {
	const length = text.trim().length;
	if (page === 'new') {
		if (isTitleTooShort(title)) return 'A title needs at least 3 characters.';
		if (title.length > 2048)
			return `A title can have at most 2,048 characters. This one has ${formatCount(title.length)}.`;
		if (length > 16383)
			return `A description can have at most 16,383 characters. This one has ${formatCount(length)}.`;
		return null;
	}
	if (change.comment && length < 3) return 'A comment needs at least 3 characters.';
	if (length > 16384)
		return `A comment can have at most 16,384 characters. This one has ${formatCount(length)}.`;
	return null;
}

const formatCount = (n: number) => n.toLocaleString('en-US');
