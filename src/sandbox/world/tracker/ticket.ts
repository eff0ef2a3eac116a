import type { Participant } from '../../../forge/shapes/people.ts';
import type { Standing } from '../../trackers/tracker-records.ts';
import type { Name } from '../material/people.ts';

type Member = 'ana' | 'bob' | 'carol' | 'dave' | 'eve';

/** Includes people without an account, who take part by mail or from another tracker. */
export type Who = Member | 'jürgen' | 'meiling' | 'gopher';

export type LabelName =
	| 'bug'
	| 'wish'
	| 'documentation'
	| 'question'
	| 'regression'
	| 'terminal'
	| 'unicode'
	| 'undo'
	| 'good first patch'
	| 'needs info';

/** A change of a ticket, or a comment. */
export interface Action extends Partial<Standing> {
	readonly comment?: string;
	/** All labels that the ticket has afterwards. */
	readonly labels?: readonly LabelName[];
	readonly assign?: Member;
	readonly unassign?: Member;
}

/** The author of an action, the number of days since the ticket was opened, and the action. */
type DatedAction = readonly [Who, number, Action];

export interface Ticket {
	readonly by: Who;
	readonly on: string;
	readonly title: string;
	readonly text?: string;
	readonly actions?: readonly DatedAction[];
	/** Whether only members of the project see the ticket. */
	readonly isHidden?: true;
}

export const labels: Readonly<Record<LabelName, { readonly background: string; readonly text: string }>> = {
	bug: { background: '#b91c1c', text: '#ffffff' },
	wish: { background: '#0369a1', text: '#ffffff' },
	documentation: { background: '#6d28d9', text: '#ffffff' },
	question: { background: '#f59e0b', text: '#1c1917' },
	regression: { background: '#7f1d1d', text: '#fecaca' },
	terminal: { background: '#334155', text: '#e2e8f0' },
	unicode: { background: '#0f766e', text: '#ffffff' },
	undo: { background: '#a3e635', text: '#1a2e05' },
	'good first patch': { background: '#15803d', text: '#ffffff' },
	'needs info': { background: '#fde68a', text: '#78350f' },
};

export const outsiders: Readonly<Record<Exclude<Who, Member>, Participant>> = {
	jürgen: { type: 'email', address: 'juergen.weiss@example.org', name: 'Jürgen Weiß' },
	meiling: { type: 'email', address: 'meiling.chen@example.org', name: null },
	gopher: {
		type: 'external',
		external_id: 'bugs.example.org:gopher',
		external_url: 'https://bugs.example.org/people/gopher',
	},
};

/** The person whose time zone applies to a date. */
export const personOf = (who: Who): Name => (who === 'gopher' ? 'ana' : who);
