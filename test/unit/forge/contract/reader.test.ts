import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { each, maybe, or } from '../../../../src/forge/contract/read.ts';
import { readerOf, unreadable } from '../../../../src/forge/contract/reader.ts';
import * as lists from '../../../../src/forge/shapes/lists.ts';
import * as people from '../../../../src/forge/shapes/people.ts';
import * as repositories from '../../../../src/forge/shapes/repositories.ts';
import * as trackers from '../../../../src/forge/shapes/trackers.ts';
import * as webhooks from '../../../../src/forge/shapes/webhooks.ts';

const isShape = (value: unknown): value is v.GenericSchema =>
	typeof value === 'object' && value !== null && '~run' in value;

const shapes = Object.entries<unknown>({
	...lists,
	...people,
	...repositories,
	...trackers,
	...webhooks,
}).filter((named): named is [string, v.GenericSchema] => isShape(named[1]));

const junk = fc.constantFrom<unknown[]>(null, undefined, 7, Number.NaN, '', 'word', true, [], [7, 'a'], {});
const participant = fc.constantFrom<unknown[]>(
	{ type: 'user', canonical_name: '~ada', name: '' },
	{ canonical_name: '~ada', more: 1 },
	{ type: 'email', address: 'a@b.test' },
	{ type: 'external', external_id: 'gitlab:ada', external_url: 7 },
	{ type: 'external' },
);

/** Possible answers of a forge for a shape: mostly valid, with an occasional missing, wrong or unknown field. */
function answersFor(shape: v.GenericSchema): fc.Arbitrary<unknown> {
	return fc.oneof({ weight: 12, arbitrary: rightFor(shape) }, { weight: 1, arbitrary: junk });
}

function rightFor(shape: v.GenericSchema): fc.Arbitrary<unknown> {
	if ('entries' in shape) {
		const entries = Object.entries(shape.entries as Readonly<Record<string, v.GenericSchema>>);
		const fields = Object.fromEntries(entries.map(([key, entry]) => [key, answersFor(entry)]));
		const more = fc.constantFrom({}, { unknown: 'field' });
		return fc
			.tuple(fc.record(fields, { requiredKeys: [] }), fc.record(fields), more, fc.integer({ min: 0, max: 3 }))
			.map(([some, all, extra, kind]) => ({ ...(kind === 0 ? some : all), ...extra }));
	}
	if ('wrapped' in shape) return fc.oneof(fc.constant(null), answersFor(shape.wrapped as v.GenericSchema));
	if (shape.type === 'lazy') return participant;
	if (shape.type === 'number') return fc.integer();
	if (shape.type === 'string') return fc.constantFrom('word', '', 'status_change');
	if (shape.type === 'array') return fc.array(fc.constantFrom<unknown>('word', 7, { id: 1, name: 'a' }));
	return junk;
}

/** Valibot's result, in the form that a reader returns. */
const byValibot = (shape: v.GenericSchema, value: unknown) => {
	const result = v.safeParse(shape, value);
	return result.success ? result.output : unreadable;
};

describe('a reader', () => {
	assert(shapes.length > 20);
	for (const [name, shape] of shapes) {
		it(`reads the shape ${name} as valibot does`, () => {
			fc.assert(
				fc.property(answersFor(shape), (value) =>
					assert.deepStrictEqual(readerOf(shape)(value), byValibot(shape, value)),
				),
				{ numRuns: 60 },
			);
		});
	}

	const others: readonly [what: string, shape: v.GenericSchema][] = [
		['an optional field', v.object({ a: v.optional(v.string()), b: v.optional(v.string(), 'none') })],
		['a nullish field', v.object({ a: v.nullish(v.string()), b: v.nullish(v.string(), 'none') })],
		['an unknown field', v.object({ a: v.unknown() })],
		['a picklist', v.picklist(['word', ''])],
		['a nullish value', v.nullish(v.string())],
		['a value with a check', v.pipe(v.string(), v.minLength(3))],
		['a value with a fallback in a pipe', v.pipe(or(v.string(), 'none'), v.toUpperCase())],
		['a list of lists', each(each(v.string()))],
		['a literal', maybe(v.literal('word'))],
		['strict objects', v.strictObject({ a: v.string() })],
	];
	for (const [what, shape] of others) {
		it(`reads ${what} as valibot does`, () => {
			const values = [
				undefined,
				null,
				'word',
				'',
				'long word',
				7,
				[],
				[['a', 7], 7],
				{},
				{ a: 'x' },
				{ a: 'x', b: 1 },
			];
			for (const value of values)
				assert.deepStrictEqual(readerOf(shape)(value), byValibot(shape, value), JSON.stringify(value));
		});
	}
});
