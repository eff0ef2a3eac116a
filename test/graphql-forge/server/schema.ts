import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	buildSchema,
	type GraphQLField,
	GraphQLNonNull,
	type GraphQLSchema,
	getDirectiveValues,
	getNullableType,
	isEnumType,
	isObjectType,
} from 'graphql';
import { grantMissing } from './errors.ts';
import { allows } from './grants.ts';
import type { Call, Resolvers } from './resolvers.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/**
 * Reads the schema of an area: the common one, the one in the area's folder and, if that has `WebhookEvent`, the one of webhooks. An older
 * area lacks what is in `newer.graphqls`.
 */
export function readSchema(area: string, isOlder = false): GraphQLSchema {
	const own = read(`../${area}/schema.graphqls`);
	const hasHooks = /^enum WebhookEvent\b/m.test(own);
	const newer = `../${area}/newer.graphqls`;
	const hasNewer = !isOlder && existsSync(join(import.meta.dirname, newer));
	const parts = [read('common.graphqls'), own];
	if (hasHooks) parts.push(read('hooks/hooks.graphqls'));
	if (hasNewer) parts.push(read(newer));
	return buildSchema(parts.join('\n'));
}

/** Makes fields required, such as `Tracker.ticket`. */
export function requireFields(schema: GraphQLSchema, required: readonly string[]): void {
	for (const { type, field } of fieldsOf(schema))
		if (required.includes(`${type}.${field.name}`))
			field.type = new GraphQLNonNull(getNullableType(field.type));
}

/** The names of the scopes of an area. */
export function scopesOf(schema: GraphQLSchema): readonly string[] {
	const scope = schema.getType('Scope');
	return isEnumType(scope) ? scope.getValues().map(({ name }) => name) : [];
}

/** The fields of all objects, except those of introspection. */
const fieldsOf = (schema: GraphQLSchema) =>
	Object.values(schema.getTypeMap())
		.filter(isObjectType)
		.filter(({ name }) => !name.startsWith('__'))
		.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type: type.name, field })));

/** The fields without a resolver, and the resolvers without a field, such as `User.name`. */
export function resolverProblems(schema: GraphQLSchema, resolvers: Resolvers): string[] {
	const fields = fieldsOf(schema).map(({ type, field }) => `${type}.${field.name}`);
	const resolved = Object.entries(resolvers).flatMap(([type, ofType]) =>
		Object.keys(ofType).map((field) => `${type}.${field}`),
	);
	return [
		...fields.filter((name) => !resolved.includes(name)).map((name) => `${name} has no resolver`),
		...resolved.filter((name) => !fields.includes(name)).map((name) => `${name} is not in the schema`),
	];
}

/** Sets the resolvers of a schema, or throws if one is missing. Each checks first that the token has the grant that its field needs. */
export function attachResolvers(schema: GraphQLSchema, resolvers: Resolvers, service: string): void {
	const problems = resolverProblems(schema, resolvers);
	if (problems.length > 0) throw new Error(problems.join(', '));
	for (const { type, field } of fieldsOf(schema)) {
		const resolve = resolvers[type]?.[field.name];
		if (!resolve) continue;
		const needed = neededGrant(schema, field);
		field.resolve = (source, args, call: Call) => {
			if (needed && !allows(call.grants, service, needed)) throw grantMissing();
			return resolve(source as never, args as never, call);
		};
	}
}

function neededGrant(schema: GraphQLSchema, { astNode }: GraphQLField<unknown, unknown>) {
	const directive = schema.getDirective('needs');
	const values = directive && astNode && getDirectiveValues(directive, astNode);
	return values && ({ scope: String(values.scope), access: values.access === 'RW' ? 'RW' : 'RO' } as const);
}
