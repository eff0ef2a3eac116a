import type { Icon } from '../../../platform/model/icon.ts';
import type { Tone } from '../../../platform/page/snapshot-parts.ts';

interface StatusLook {
	readonly icon: Icon;
	readonly tone: Tone;
}

const looks: Readonly<Record<string, StatusLook>> = {
	proposed: { icon: 'git-pull-request', tone: 'info' },
	needs_revision: { icon: 'git-pull-request-go-to-changes', tone: 'warn' },
	approved: { icon: 'pass', tone: 'good' },
	applied: { icon: 'git-merge', tone: 'done' },
	rejected: { icon: 'git-pull-request-closed', tone: 'bad' },
	superseded: { icon: 'git-pull-request-draft', tone: 'idle' },
};

/** The icon of a status. A forge may have statuses that are not known here. */
export const statusLook = (status: string): StatusLook =>
	(Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { icon: 'question', tone: 'idle' };

interface Move {
	readonly value: string;
	readonly label: string;
	readonly icon: Icon;
}

const move = (value: string, label: string): Move => ({ value, label, icon: statusLook(value).icon });

/** The statuses that have a button. They are the same whatever the status is, so that no button takes the place of another one. */
export const statusMoves: readonly Move[] = [
	move('approved', 'Approve'),
	move('needs_revision', 'Needs Revision'),
	move('rejected', 'Reject'),
	move('applied', 'Mark as Applied'),
	move('proposed', 'Mark as Proposed'),
];
