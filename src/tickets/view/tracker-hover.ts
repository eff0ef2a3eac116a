import type { Tracker } from '../../forge/shapes/trackers.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { capitalize, timeOf } from '../../platform/model/words.ts';
import { describeAccess, visibilityOf } from '../model/tracker-access.ts';

/** The name of a tracker, as Markdown. */
export const trackerHeading = (key: TrackerKey): string => `**${escapeMarkdown(trackerRef(key))}**`;

/** What is known of a tracker, as Markdown below its name: who can see it, its dates, what the user may do there, and its description. */
export function trackerDetails(tracker: Tracker, me: string, now: number): string {
	const { created, updated, description, owner } = tracker;
	const dated = (what: string, at: string) => (at === '' ? [] : [`${what} ${timeOf(at, now).text}`]);
	const visibility = visibilityOf(tracker);
	const facts = [
		...(visibility === undefined ? [] : [visibility]),
		...dated('created', created),
		...(updated === created ? [] : dated('updated', updated)),
	].join(' · ');
	const access = owner.canonical_name === me ? 'You own this tracker.' : describeAccess(tracker);
	const text = hoverText(description);
	return [
		...(facts === '' ? [] : [escapeMarkdown(capitalize(facts))]),
		...(access === undefined ? [] : [escapeMarkdown(access)]),
		...(text === '' ? [] : ['---', text]),
	].join('\n\n');
}
