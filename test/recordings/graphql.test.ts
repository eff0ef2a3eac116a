import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Log } from '../../src/base/log/log.ts';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import { get, one, post } from '../../src/forge/contract/row.ts';
import { connectGraphql } from '../../src/forge/graphql/connect-graphql.ts';
import { createVerifier } from '../../src/forge/webhooks/delivery.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import {
	asksWhoItIs,
	type Exchange,
	exchangesIn,
	type RecordedAnswer,
	readRecording,
	replay,
	tally,
} from './exchanges.ts';
import { hasErrors, isMissingIn, type Meaning, meaningOf } from './graphql-meaning.ts';
import { type Operation, operationOf, searchFor } from './graphql-operations.ts';

/** What Tildeforge reads in another way on purpose. */
const onPurpose: Readonly<Record<string, readonly [Meaning, reason: string]>> = {
	'graphql/lists/0032-email-by-Message-ID-search-.json': ['read', 'a search finds nothing'],
	'graphql/lists/0033-email-by-missing-Message-ID.json': ['read', 'a search finds nothing'],
	'graphql/todo/0327-legacy-token.json': ['busy', 'a token of the older form is sent only in REST'],
	'graphql/todo/0151-label-unknown.json': ['refused', 'the tracker has no such label'],
};

/** The tests about signing in read the others. */
const exchanges = [...exchangesIn('graphql'), ...exchangesIn('oauth')].filter(
	({ name, url, body }) =>
		!name.startsWith('graphql/signin/') && /\/query(\/blob\/.*)?$/.test(url) && !asksWhoItIs(body),
);

/** Sends a document that Tildeforge does not have. How its errors are read does not depend on it. */
const probe = (query: string): Operation => ({
	name: 'probe',
	row: query.startsWith('mutation')
		? post('/probe', null, null, one(v.unknown()))
		: get('/probe', null, one(v.unknown())),
	operation: {
		scopes: [],
		documents: [query],
		run: (call) => call.ask(query, {}, (data: object) => (isMissingIn(data) ? null : data)),
	},
});

/** The number of a resource or of a label, which a change looks up first. */
function numberIn(document: string): RecordedAnswer | undefined {
	const lookup = /\{ (\w+)\(name: \$\w+\) \{ id (?:label\(name: \$name\) \{ id \} )?\} \} \}$/;
	const word = lookup.exec(document.replace(/\s+/g, ' '))?.[1];
	const body = { data: { owner: { [word ?? '']: { id: 1, label: { id: 1 } } } } };
	return word === undefined ? undefined : { status: 200, headers: {}, body };
}

/** A request after the recorded one. */
const unrecorded = new Error('The answer was not recorded.');

/** Makes the recorded request with the function of its operation, and returns what that takes the answer for. */
async function readAnswer(exchange: Exchange, { name, row, operation, body }: Operation) {
	const { query = '', variables } = Object(exchange.body);
	const meaning = meaningOf(exchange);
	const lost: string[] = [];
	const stop = new AbortController();
	let wasAsked = false;
	const answerTo = (url: URL, sent: string): RecordedAnswer => {
		const isRecorded =
			query === '' ? url.pathname === new URL(exchange.url).pathname : sent.includes(JSON.stringify(query));
		const number = isRecorded || !sent.startsWith('{') ? undefined : numberIn(JSON.parse(sent).query);
		if (number) return number;
		// What failed also fails in a smaller query.
		const isSmaller = wasAsked && sent !== '' && hasErrors(exchange) && meaning !== 'asks for less';
		if ((isRecorded && !wasAsked) || isSmaller) {
			wasAsked = true;
			return exchange.answer;
		}
		stop.abort(unrecorded);
		throw unrecorded;
	};
	const wire = testWire({
		base: 'https://recorded.test',
		token: () => 'a-token',
		fetch: replay(answerTo),
		retryPolicy: { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 },
		log: new Log(({ level, message }) => void (level === 'warn' && lost.push(message))),
	});
	const client = connectGraphql({ [name]: row }, 'area.test', async () => ({ [name]: operation }), wire);
	// The types of the functions are those of their rows, which are not known here.
	const call = client[name] as unknown as (
		...given: readonly unknown[]
	) => AsyncIterable<unknown> | Promise<unknown>;
	const search = searchFor(query);
	const options = { signal: stop.signal, ...(search && { query: { search } }) };
	const given = row.body === null ? [options] : [body, options];
	const outcome = await firstOf(call(paramsFor(exchange, variables ?? {}), ...given)).then(
		() => 'read',
		(error: unknown) => {
			if (error instanceof ForgeError) return error.kind;
			if (error === unrecorded) return meaning === 'asks for less' ? meaning : 'read';
			throw error;
		},
	);
	assert(wasAsked, `${name} did not ask this`);
	return { outcome, lost };
}

/** A page of a list, or what else a function returns. */
async function firstOf(result: AsyncIterable<unknown> | Promise<unknown>): Promise<unknown> {
	if (!(Symbol.asyncIterator in result)) return result;
	for await (const page of result) return page;
	return undefined;
}

/** The parameters with which a function sends these variables. A patchset has to be in the list that is meant. */
function paramsFor({ url, answer: { body } }: Exchange, sent: Readonly<Record<string, unknown>>) {
	const list = Object(body).data?.patchset?.list;
	const name = (value: unknown) => (typeof value === 'string' ? value : 'garden');
	return {
		...sent,
		owner: list?.owner.canonical_name ?? (sent.owner === undefined ? undefined : `~${sent.owner}`),
		tracker: name(sent.tracker),
		list: list?.name ?? name(sent.list),
		repository: name(sent.repository),
		email: sent.id,
		patchset: sent.id,
		id: url.split('/').at(-1),
		label: sent.name,
		ref: sent.revision ?? sent.from ?? sent.id,
	};
}

const operationIn = ({ url, body }: Exchange) => operationOf(new URL(url), Object(body).query ?? '');

describe('Recorded answers in GraphQL', () => {
	const count = tally('GraphQL');

	it('are many, and most are of documents that Tildeforge sends', () =>
		assert.ok(exchanges.filter(operationIn).length > 350));

	for (const exchange of exchanges) {
		it(`are read, or fail with the error that they mean: ${exchange.name}`, async () => {
			const operation = operationIn(exchange);
			const { outcome, lost } = await readAnswer(exchange, operation ?? probe(Object(exchange.body).query));
			const [expected, reason] = onPurpose[exchange.name] ?? [meaningOf(exchange), undefined];
			assert.equal(outcome, expected);
			if (outcome === 'read' && !hasErrors(exchange)) assert.deepEqual(lost, []);
			if (reason !== undefined) count(`${outcome} on purpose: ${reason}`);
			else if (operation) count(outcome === 'read' ? outcome : `read as ${outcome}`);
			else if (outcome === 'read') count('not used: Tildeforge does not ask this');
			else count(`not used: Tildeforge does not ask this, but its error is read as ${outcome}`);
		});
	}
});

describe('Recorded deliveries in GraphQL', () => {
	const count = tally('GraphQL deliveries');
	const verify = createVerifier('hBforO86aqPmHKaVhAM+WWBqtL9aJQsc10/Bkjp1K3w=');

	for (const file of ['todo/deliveries.json', 'git/deliveries.json', 'lists/deliveries-lists-git.json']) {
		for (const [index, { headers, body }] of readRecording(`graphql/${file}`).entries()) {
			it(`are verified and understood: ${file} ${index}`, () => {
				const delivered = verify(headers, Buffer.from(body));
				assert.equal(delivered.kind, 'event', JSON.stringify(delivered));
				count(`${delivered.kind}: ${headers['x-webhook-event']}`);
			});
		}
	}
});
