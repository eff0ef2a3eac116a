import fc from 'fast-check';
import type { Participant } from '../../../src/forge/shapes/people.ts';
import type { Ticket } from '../../../src/forge/shapes/trackers.ts';

export const person = (name: string) => ({ canonical_name: `~${name}`, name });
export const user = (name: string): Participant => ({ type: 'user', ...person(name) });

export const ticket = (fields: Partial<Ticket> = {}): Ticket => ({
	id: 1,
	ref: '~ana/editor#1',
	tracker: null,
	title: 'It is slow',
	created: '2026-01-01T00:00:00Z',
	updated: '2026-01-01T00:00:00Z',
	submitter: user('bob'),
	description: '',
	status: 'reported',
	resolution: 'unresolved',
	permissions: null,
	labels: [],
	assignees: [],
	...fields,
});

/** Texts that are likely to cause trouble: the marks of the query language, other scripts, and arbitrary text. */
export const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string({
		unit: fc.constantFrom('a', 'é', 'İ', 'ß', 'Σ', '"', '\\', ':', '!', '~', '#', ' ', '\n', '\u0301', '-'),
	}),
);

/** Queries roughly as users write them. */
export const anyQuery = fc
	.array(
		fc
			.tuple(
				fc.constantFrom('', '!'),
				fc.constantFrom(
					...[
						'status:',
						'resolution:',
						'label:',
						'no:',
						'assigned:',
						'submitter:',
						'sort:',
						'rsort:',
						'lable:',
						'',
					],
				),
				fc.oneof(
					fc.constantFrom(
						'open',
						'any',
						'resolved',
						'in-progress',
						'fixed',
						'me',
						'~ana',
						'label',
						'title',
						'id',
					),
					fc.constantFrom('"needs info"', '"', 'c\\', '"a \\" b"', 'updated', 'slow', 'É', ':', '//'),
					anyText,
				),
			)
			.map((parts) => parts.join('')),
		{ maxLength: 6 },
	)
	.map((terms) => terms.join(' '));

const anyStamp = fc.oneof(
	fc.constantFrom('', 'yesterday', '2026-01-01T00:00:00Z', '2026-01-01 02:00:00+02:00', '2026-05-01'),
	fc.string(),
);
const anyName = fc.oneof(fc.constantFrom('ana', 'bob', ''), fc.string());
const anyUser = fc.record({ canonical_name: anyName.map((name) => `~${name}`), name: anyName });

export const anyTicket: fc.Arbitrary<Ticket> = fc.record({
	id: fc.oneof(fc.nat(5), fc.double({ noNaN: true })),
	ref: fc.constantFrom('', '~ana/editor#1', '~bob/other#1'),
	tracker: fc.constant(null),
	title: fc.oneof(fc.constantFrom('It is slow', 'Änderung', ''), anyText),
	created: anyStamp,
	updated: anyStamp,
	submitter: fc.oneof(
		fc.constant(null),
		anyUser.map((who): Participant => ({ type: 'user', ...who })),
		fc.record({ type: fc.constant('email'), address: fc.string(), name: fc.option(anyName) }),
		fc.record({ type: fc.constant('external'), external_id: fc.string(), external_url: fc.constant(null) }),
	),
	description: anyText,
	status: fc.oneof(fc.constantFrom('reported', 'in_progress', 'resolved', 'IN_PROGRESS'), fc.string()),
	resolution: fc.oneof(fc.constantFrom('unresolved', 'fixed'), fc.string()),
	permissions: fc.constant(null),
	labels: fc.array(fc.oneof(fc.constantFrom('bug', 'needs info'), fc.string()), { maxLength: 3 }),
	assignees: fc.array(anyUser, { maxLength: 2 }),
});
