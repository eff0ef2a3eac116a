import assert from 'node:assert/strict';
import type { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import {
	entriesOfPart,
	outlineOf,
	placeOfEvent,
	shownTimeline,
	textOfEntry,
} from '../../../../src/tickets/page/timeline-parts.ts';
import { said, ticket as shown, view } from '../../../kit/pages/ticket-view.ts';

const at = (nth: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + nth * 60_000).toISOString();
const comments = (count: number): TicketEvent[] =>
	Array.from({ length: count }, (_, nth) => ({
		...said(nth + 1, `Comment ${nth + 1}.`),
		created: at(nth + 1),
	}));
const events = comments(500);
const ticket = { ...shown, created: at(0) };
const long = { ...view, ticket, events };
const versions = (of: typeof view) => shownTimeline(of).parts.map(({ version }) => version);

describe('The timeline of a ticket', () => {
	it('is sent whole if it is short', () => {
		for (const count of [1, 15, 16, 50, 59]) {
			const { timeline, parts } = shownTimeline({ ...long, events: events.slice(0, count) });
			const all = [...timeline, ...parts.flatMap(({ entries }) => entries ?? [])];
			assert.deepEqual(
				all.map(({ key }) => key),
				['description', ...events.slice(0, count).map(({ id }) => String(id))],
			);
		}
	});

	it('keeps its beginning and its parts when it becomes long, so that the page draws only the new entry', () => {
		const [short, longer] = [59, 60].map((count) =>
			shownTimeline({ ...long, events: events.slice(0, count) }),
		);
		assert.deepEqual(longer?.timeline, short?.timeline);
		const versionsOf = (shown: typeof short) =>
			shown?.parts.slice(0, -1).map(({ key, version }) => [key, version]);
		assert.deepEqual(versionsOf(longer), versionsOf(short));
		assert.equal(longer?.parts[0]?.entries, null);
		assert.equal(longer?.parts.at(-1)?.entries?.at(-1)?.key, '60');
	});

	it('is the same in parts as whole', () => {
		const { timeline, parts } = shownTimeline(long);
		const rest = parts.flatMap(({ key, entries, count }) => {
			const asked = entriesOfPart(long, key);
			assert.equal(asked.length, count);
			if (entries) assert.deepEqual(entries, asked);
			return asked;
		});
		assert.deepEqual(
			[...timeline, ...rest].map(({ key }) => key),
			['description', ...events.map(({ id }) => String(id))],
		);
	});

	it('has the line before what is new in one part, which says so', () => {
		const seen = { ...long, seenUpTo: at(250) };
		const { parts } = shownTimeline(seen);
		const [part, ...others] = parts.filter(({ hasFirstUnseen }) => hasFirstUnseen);
		assert.deepEqual(others, []);
		const entries = entriesOfPart(seen, part?.key ?? '');
		const line = entries.findIndex(({ kind }) => kind === 'since');
		assert.equal(entries[line + 1]?.key, '251');
		assert.equal(entries.length, (part?.count ?? 0) + 1);
		assert.equal(outlineOf(seen, ticket).unseenCount, 250);
		assert.equal(outlineOf({ ...long, seenUpTo: at(-1) }, ticket).unseenCount, 501);
	});

	it('keeps the versions of its parts after a refresh, except of a part that has changed', () => {
		const before = versions(long);
		assert.deepEqual(versions({ ...long, events: [...events] }), before);
		const edited = events.map((one) => (one.id === 100 ? said(100, 'Edited.') : one));
		edited[99] = { ...said(100, 'Edited.'), created: at(100) };
		const after = versions({ ...long, events: edited });
		assert.deepEqual(
			after.flatMap((version, index) => (version === before[index] ? [] : index)),
			[5],
		);
	});

	it('has other versions of its parts when a label has another color', () => {
		const colored = long.labels.map((label) => ({ ...label, color: '#123456' }));
		assert.notDeepEqual(versions({ ...long, labels: colored }), versions(long));
	});

	it('has another version of its newest part each minute while that is less than an hour old', () => {
		const newest = Date.parse(at(500));
		const changed = (before: number, after: number) => {
			const [one = [], other = []] = [before, after].map((ms) => versions({ ...long, now: newest + ms }));
			return one.flatMap((version, index) => (version === other[index] ? [] : index));
		};
		const last = versions(long).length - 1;
		const minute = 60_000;
		assert.deepEqual(changed(5 * minute, 5.9 * minute), []);
		assert.ok(changed(5 * minute, 6 * minute).includes(last));
		assert.deepEqual(changed(3 * 60 * minute, 3 * 60 * minute + minute), []);
	});

	it('knows the text of each entry that has one', () => {
		assert.equal(textOfEntry(long, '300'), 'Comment 300.');
		assert.equal(textOfEntry(long, 'x'), '');
		assert.equal(textOfEntry({ ...long, ticket: undefined }, 'description'), '');
	});

	it('knows where the entry of an event is, whichever part it is in', () => {
		assert.deepEqual(placeOfEvent(long, 1), { entry: '1', part: null });
		assert.deepEqual(placeOfEvent(long, 300), { entry: '300', part: 'part-288' });
		const { entries } = { entries: entriesOfPart(long, 'part-288') };
		assert.ok(entries.some(({ key }) => key === '300'));
		assert.equal(placeOfEvent(long, 9999), undefined);
		const unknown = { ...long, ticket: undefined };
		assert.deepEqual([placeOfEvent(unknown, 300), entriesOfPart(unknown, 'part-288')], [undefined, []]);
	});

	it('has an event whose entry is part of an earlier one there', () => {
		const labeled = (id: number): TicketEvent => ({
			...said(id, ''),
			...{ created: at(1), comment: null, event_type: ['label_added'], label: [`label ${id}`] },
		});
		const merged = { ...long, events: [said(1, 'Hello.'), labeled(2), labeled(3), said(4, 'Bye.')] };
		assert.deepEqual(placeOfEvent(merged, 3), { entry: '2:labels', part: null });
		const created = { ...said(1, ''), comment: null, event_type: ['created'] };
		assert.deepEqual(placeOfEvent({ ...long, events: [created] }, 1), { entry: 'description', part: null });
	});
});
