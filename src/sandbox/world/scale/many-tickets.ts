import { resolutions } from '../../../forge/shapes/trackers.ts';
import { participant } from '../../trackers/tickets.ts';
import type { EmptyForge } from '../world.ts';
import { type Amounts, firstEventMs, members, minuteMs, name } from './amounts.ts';
import { Random } from './random.ts';
import { remark, story, trouble } from './words.ts';

const colors = ['#b91c1c', '#0369a1', '#15803d', '#6d28d9', '#b45309'];
const unfinished = ['confirmed', 'in_progress', 'pending'] as const;
const finished = resolutions.filter((resolution) => resolution !== 'unresolved');

/** Fills the large tracker: each ticket is one hour younger than the previous one. */
export function fillTracker({ trackers }: EmptyForge, { tickets }: Amounts): void {
	const random = new Random(1);
	const tracker = trackers.create('bob', { name, description: 'Many.', at: new Date(firstEventMs) });
	const labels = Array.from({ length: 20 }, (_, index) => {
		const background = colors[index % colors.length] ?? '#000000';
		const at = new Date(firstEventMs);
		return trackers.createLabel(tracker, {
			name: `area-${index}`,
			colors: { background, text: '#ffffff' },
			at,
		});
	});
	for (let index = 0; index < tickets; index++) {
		const opened = firstEventMs + index * 60 * minuteMs;
		const after = (minutes: number) => ({ at: new Date(opened + minutes * minuteMs) });
		const who = () => participant(random.pick(members));
		const title = trouble(random);
		const ticket = trackers.tickets.open(tracker, who(), { title, description: story(random), ...after(0) });
		const wanted = labels.filter(() => random.below(12) === 0).map((label) => label.name);
		trackers.tickets.update(ticket, who(), { labels: wanted, ...after(3) });
		for (let left = random.below(6), at = 10; left > 0; left--, at += 17) {
			trackers.tickets.update(ticket, who(), { comment: remark(random), ...after(at) });
		}
		if (random.below(3) === 0) trackers.tickets.assign(ticket, who(), random.pick(members), after(120));
		const outcome = random.below(10);
		if (outcome < 3)
			trackers.tickets.update(ticket, who(), { status: random.pick(unfinished), ...after(130) });
		else if (outcome < 8) {
			const resolution = random.pick(finished);
			trackers.tickets.update(ticket, who(), { status: 'resolved', resolution, ...after(140) });
		}
	}
}
