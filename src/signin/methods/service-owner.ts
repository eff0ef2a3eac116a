import { type CallOptions, connect, type Wire } from '../../forge/client/connect.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import { get, one } from '../../forge/contract/row.ts';
import { GraphqlCall } from '../../forge/graphql/graphql-call.ts';
import { ResourceMemory } from '../../forge/graphql/resource-memory.ts';
import { User } from '../../forge/shapes/people.ts';
import { knownGraphqlService, readGraphqlService } from '../instances/api-meta.ts';
import type { Instance, Service } from '../instances/instance.ts';
import { appendPath, type RequestContext } from '../instances/request.ts';
import { neededFields, scopeServices } from './graphql-areas.ts';
import { hasGraphqlForm } from './token.ts';

/** A service of a forge, and how requests with a token reach it. */
export interface AskedService {
	readonly service: Service;
	readonly address: string;
	readonly wire: Wire;
}

const areaRows = { user: get('/api/user', null, one(User)) };
const identityRows = { user: get('/api/user/profile', null, one(User)) };

/** Asks a service in REST which account the token belongs to. */
export async function askInRest({ service, wire }: AskedService, signal: AbortSignal): Promise<string> {
	const { user } = connect(service === 'identity' ? identityRows : areaRows, wire);
	return (await user({}, { signal })).canonical_name;
}

/** Asks a service in GraphQL which account the token belongs to. */
export async function askInGraphql(asked: AskedService, signal: AbortSignal): Promise<string> {
	return (await askWithFields(asked, {}, { signal })).account;
}

type Fields = Readonly<Record<string, readonly string[]>>;

type OwnerData = { readonly me: { readonly canonicalName: string } } & Readonly<
	Record<`type${number}`, { readonly fields: readonly { readonly name: string }[] | null } | null>
>;

/** Asks a service in GraphQL which account the token belongs to, and whether the service has all these fields. */
async function askWithFields(
	{ service, wire }: AskedService,
	fields: Fields,
	options: CallOptions,
): Promise<{ readonly account: string; readonly hasFields: boolean }> {
	const call = new GraphqlCall(
		wire,
		new ResourceMemory(),
		[`${scopeServices[service]}/PROFILE:RO`],
		options,
		undefined,
	);
	const types = Object.keys(fields).map(
		(name, index) => `type${index}: __type(name: "${name}") { fields { name } }`,
	);
	const document = `query { me { canonicalName } ${types.join(' ')} }`;
	return call.ask(document, {}, (data: OwnerData) => {
		if (data.me == null) return null;
		const account: unknown = data.me.canonicalName;
		if (typeof account !== 'string' || account === '') throw new TypeError('The account has no name.');
		const hasFields = Object.values(fields).every((needed, index) => {
			const names = data[`type${index}`]?.fields?.map(({ name }) => name) ?? [];
			return needed.every((name) => names.includes(name));
		});
		return { account, hasFields };
	});
}

const isMissing = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.kind === 'missing';

export const isRefusal = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.kind === 'signed-out';

/** Whether a service says that it speaks GraphQL. Returns an error if it cannot say so now; it is then asked in REST. */
async function speaksGraphql(
	context: RequestContext,
	{ service, address }: AskedService,
	signal: AbortSignal,
): Promise<boolean | ForgeError> {
	try {
		const known = knownGraphqlService(context, address);
		return (known ?? (await readGraphqlService(context, address, signal))) === service;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		return isTransient(error) ? error : false;
	}
}

/** The forge needs a token of the newer form. */
const oldTokenError = ({ name, identity }: Instance) => {
	const reason = `${name} needs a newer kind of token than this one.`;
	const page = identity === undefined ? '' : ` at ${appendPath(identity, '/oauth2/personal-token')}`;
	const message = `${reason} Create a personal access token${page} and sign in with it.`;
	return new ForgeError('refused', message, { reasons: [{ field: 'token', reason }] });
};

/**
 * Decides in which dialect a service is asked with a token, and returns the account that the token belongs to. GraphQL is used if the
 * service has all that Tildeforge needs there, or if its REST is missing or refuses the token; then calls `didChooseGraphql`, even if GraphQL
 * does not name the account.
 */
export async function findOwner(
	context: RequestContext,
	instance: Instance,
	asked: AskedService,
	token: string,
	didChooseGraphql: () => void,
	signal: AbortSignal,
): Promise<string> {
	if (!hasGraphqlForm(token)) {
		try {
			return await askInRest(asked, signal);
		} catch (error) {
			if (isMissing(error) && (await speaksGraphql(context, asked, signal)) === true)
				throw oldTokenError(instance);
			throw error;
		}
	}
	const answer = await speaksGraphql(context, asked, signal);
	if (answer !== true) {
		return askInRest(asked, signal).catch((error: unknown) => {
			// Real services have no REST for tokens of this form, or refuse them there, which says nothing while GraphQL does not answer.
			throw answer && (isRefusal(error) || isMissing(error)) ? answer : error;
		});
	}
	const { service } = asked;
	const needed = service === 'identity' ? {} : neededFields[service];
	const inGraphql = await askWithFields(asked, needed, { signal }).catch((error: unknown) => {
		if (!(error instanceof ForgeError) || error.kind === 'signed-out' || isTransient(error)) throw error;
		return error;
	});
	if (!(inGraphql instanceof ForgeError) && inGraphql.hasFields) {
		didChooseGraphql();
		return inGraphql.account;
	}
	try {
		return await askInRest(asked, signal);
	} catch (error) {
		// GraphQL knows the token, so REST is wrong if it refuses it.
		if (!isMissing(error) && !isRefusal(error)) throw error;
		didChooseGraphql();
		if (inGraphql instanceof ForgeError) throw inGraphql;
		return inGraphql.account;
	}
}
