import type { Icon } from '../../platform/model/icon.ts';
import type { Tone } from '../../platform/page/parts.ts';

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
const approve = move('approved', 'Approve');
const revise = move('needs_revision', 'Needs Revision');
const reject = move('rejected', 'Reject');
const apply = move('applied', 'Mark as Applied');
const propose = move('proposed', 'Mark as Proposed');

/** The statuses that usually follow one. */
export function statusMoves(status: string): readonly Move[] {
	if (status === 'proposed' || status === 'unknown') return [approve, revise, reject];
	if (status === 'needs_revision') return [approve, reject, propose];
	if (status === 'approved') return [apply, revise];
	return [propose];
}
