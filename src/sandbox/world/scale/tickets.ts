import { resolutions } from '../../../forge/shapes/trackers.ts';
import { participant } from '../../trackers/tickets.ts';
import { account } from '../accounts.ts';
import type { EmptyForge } from '../world.ts';
import { type Amounts, begun, folks, minute, name } from './amounts.ts';
import { Chance } from './chance.ts';
import { remark, story, trouble } from './words.ts';

const colors = ['#b91c1c', '#0369a1', '#15803d', '#6d28d9', '#b45309'];
const unfinished = ['confirmed', 'in_progress', 'pending'] as const;
const finished = resolutions.filter((resolution) => resolution !== 'unresolved');

/** Fills the large tracker: each ticket is one hour younger than the previous one. */
export function fillTracker({ trackers, accounts }: EmptyForge, { tickets }: Amounts): void {
	const chance = new Chance(1);
	const bob = account(accounts, 'bob');
	const tracker = trackers.create(bob, { name, description: 'Many.', at: new Date(begun) });
	const labels = Array.from({ length: 20 }, (_, index) => {
		const background = colors[index % colors.length] ?? '#000000';
		const at = new Date(begun);
		return trackers.createLabel(tracker, {
			name: `area-${index}`,
			colors: { background, text: '#ffffff' },
			at,
		});
	});
	for (let index = 0; index < tickets; index++) {
		const opened = begun + index * 60 * minute;
		const after = (minutes: number) => ({ at: new Date(opened + minutes * minute) });
		const who = () => participant({ name: chance.one(folks) });
		const title = trouble(chance);
		const ticket = trackers.tickets.open(tracker, who(), { title, description: story(chance), ...after(0) });
		const wanted = labels.filter(() => chance.below(12) === 0).map((label) => label.name);
		trackers.tickets.update(ticket, who(), { labels: wanted, ...after(3) });
		for (let left = chance.below(6), at = 10; left > 0; left--, at += 17) {
			trackers.tickets.update(ticket, who(), { comment: remark(chance), ...after(at) });
		}
		if (chance.below(3) === 0)
			trackers.tickets.assign(ticket, who(), { name: chance.one(folks) }, after(120));
		const fate = chance.below(10);
		if (fate < 3) trackers.tickets.update(ticket, who(), { status: chance.one(unfinished), ...after(130) });
		else if (fate < 8) {
			const resolution = chance.one(finished);
			trackers.tickets.update(ticket, who(), { status: 'resolved', resolution, ...after(140) });
		}
	}
}
