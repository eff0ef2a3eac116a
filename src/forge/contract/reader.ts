import * as v from 'valibot';

/** Returns the value that the shape reads, or `unreadable` if the shape does not allow it. */
type Reader = (value: unknown) => unknown;

export const unreadable = Symbol('unreadable');

type Schema = v.GenericSchema;

/** The schemas that have a reader here. Valibot reads all others. */
type SupportedSchema =
	| v.StringSchema<undefined>
	| v.NumberSchema<undefined>
	| v.ArraySchema<Schema, undefined>
	| v.NullishSchema<Schema, unknown>
	| v.UnionSchema<Schema[], undefined>
	| v.LazySchema<Schema>
	| v.ObjectSchema<Readonly<Record<string, Schema>>, undefined>;

const readers = new WeakMap<Schema, Reader>();

/**
 * Returns a function that reads what the shape reads, several times as fast as valibot, which creates an object for each value that
 * it checks. The function does not say what is wrong; valibot does.
 */
export function readerOf(shape: Schema): Reader {
	const known = readers.get(shape);
	if (known) return known;
	const compiled = compile(shape);
	readers.set(shape, compiled);
	return compiled;
}

function compile(shape: Schema): Reader {
	const steps = 'pipe' in shape && Array.isArray(shape.pipe) ? shape.pipe : undefined;
	// A pipe takes on the fields of its first step, so a fallback may belong to the pipe or to that step.
	if (steps?.some((step) => 'fallback' in step)) return valibotReader(shape);
	const read = steps ? compileSteps(shape, steps) : compileSingle(shape);
	if (!('fallback' in shape)) return read;
	const { fallback } = shape;
	return (value) => {
		const result = read(value);
		if (result !== unreadable) return result;
		return typeof fallback === 'function' ? fallback() : fallback;
	};
}

function compileSteps(
	shape: Schema,
	steps: readonly v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[],
): Reader {
	const [first, second] = steps;
	if (steps.length !== 2 || first?.kind !== 'schema' || second?.type !== 'transform')
		return valibotReader(shape);
	const read = readerOf(first as Schema);
	const { operation } = second as v.TransformAction<unknown, unknown>;
	return (value) => {
		const result = read(value);
		return result === unreadable ? unreadable : operation(result);
	};
}

function compileSingle(shape: Schema): Reader {
	// The `type` identifies each of these schemas.
	const schema = shape as SupportedSchema;
	switch (schema.type) {
		case 'string':
			return (value) => (typeof value === 'string' ? value : unreadable);
		case 'number':
			return (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : unreadable);
		case 'array': {
			if (schema.item.type === 'unknown') return (value) => (Array.isArray(value) ? value : unreadable);
			const read = readerOf(schema.item);
			return (value) => {
				if (!Array.isArray(value)) return unreadable;
				const elements: unknown[] = [];
				for (const element of value) {
					const result = read(element);
					if (result === unreadable) return unreadable;
					elements.push(result);
				}
				return elements;
			};
		}
		case 'nullish': {
			if (schema.default !== null) return valibotReader(shape);
			const read = readerOf(schema.wrapped);
			return (value) => (value === null || value === undefined ? null : read(value));
		}
		case 'lazy':
			return (value) => readerOf(schema.getter(value))(value);
		case 'union': {
			const alternatives = schema.options.map(readerOf);
			return (value) => {
				for (const read of alternatives) {
					const result = read(value);
					if (result !== unreadable) return result;
				}
				return unreadable;
			};
		}
		case 'object':
			return Object.values(schema.entries).some(mayBeAbsent)
				? valibotReader(shape)
				: objectReader(schema.entries);
		default:
			return valibotReader(shape);
	}
}

/** Whether an object may be read without this field. */
const mayBeAbsent = (field: Schema): boolean =>
	['optional', 'exact_optional', 'unknown'].includes(field.type) ||
	(field.type === 'nullish' && Reflect.get(field, 'default') === undefined);

function objectReader(entries: Readonly<Record<string, Schema>>): Reader {
	const fields = Object.entries(entries).map(([key, shape]) => ({
		key,
		isText: acceptsText(shape),
		read: readerOf(shape),
	}));
	return (value) => {
		if (typeof value !== 'object' || value === null) return unreadable;
		const given = value as Readonly<Record<string, unknown>>;
		const result: Record<string, unknown> = {};
		for (const { key, isText, read } of fields) {
			let field = given[key];
			// Most fields are text, so text gets a shortcut. An absent field is undefined, which each shape handles.
			if (!isText || typeof field !== 'string') {
				field = read(field);
				if (field === unreadable) return unreadable;
			}
			result[key] = field;
		}
		return result;
	};
}

/** Whether a shape accepts every string unchanged. */
function acceptsText(shape: Schema): boolean {
	if ('pipe' in shape) return false;
	const schema = shape as SupportedSchema;
	return schema.type === 'string' || (schema.type === 'nullish' && acceptsText(schema.wrapped));
}

const valibotReader =
	(shape: Schema): Reader =>
	(value) => {
		const result = v.safeParse(shape, value);
		return result.success ? result.output : unreadable;
	};
