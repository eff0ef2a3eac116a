import assert from 'node:assert/strict';
import * as v from 'valibot';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { FirstUses } from '../../../../src/forge/wire/first-use.ts';
import { type IncomingAnswer, type OutgoingRequest, TooLarge } from '../../../../src/forge/wire/transport.ts';
import {
	appendPath,
	readJson,
	requireAnswer,
	sendRequest,
} from '../../../../src/signin/instances/request.ts';

/** A server that gives one answer to everything, and records the requests. */
function server(status = 200, headers: Readonly<Record<string, string>> = {}) {
	const asked: (Pick<OutgoingRequest, 'method' | 'headers' | 'body' | 'limit'> & { readonly url: string })[] =
		[];
	const answer: IncomingAnswer = {
		status,
		bytes: Buffer.from('{"a":1}'),
		header: (name) => headers[name] ?? null,
	};
	const context = {
		fetch: async (url: string, { method, headers, body, limit }: OutgoingRequest) => {
			asked.push({ url, method, headers, body, limit });
			return answer;
		},
		agent: 'Tildeforge/test',
		plainHosts: new Set(['plain.test']),
		firstUses: new FirstUses(),
	};
	return { context, asked };
}
const messageOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => assert.fail('it was answered'),
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof ForgeError, String(error));
	return [error.kind, error.message, error.status];
};
const common = { accept: 'application/json', 'user-agent': 'Tildeforge/test' };

describe('A request before there is a session', () => {
	it('is a GET without a body', async () => {
		const { context, asked } = server();
		await sendRequest(context, 'https://a.test/b');
		assert.deepEqual(asked, [
			{ url: 'https://a.test/b', method: 'GET', headers: common, body: undefined, limit: 256 * 1024 },
		]);
	});

	it('is a POST with a form or with JSON, and its own headers', async () => {
		const { context, asked } = server();
		await sendRequest(context, 'https://a.test/b', {
			form: { code: 'a b&c' },
			headers: { authorization: 'Basic x' },
		});
		await sendRequest(context, 'https://a.test/b', { json: { code: 'a' } });
		assert.deepEqual(
			asked.map(({ method, headers, body }) => [method, headers, body]),
			[
				[
					'POST',
					{ ...common, 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic x' },
					'code=a+b%26c',
				],
				['POST', { ...common, 'content-type': 'application/json' }, '{"code":"a"}'],
			],
		);
	});

	it('has a query only in an address that a server has named', async () => {
		const { context, asked } = server();
		await messageOf(sendRequest(context, 'https://a.test/b?c=d'));
		assert.equal(asked.length, 0);
		await sendRequest(context, 'https://a.test/b?c=d#e', { mayHaveQuery: true });
		assert.equal(asked[0]?.url, 'https://a.test/b?c=d');
	});

	it('is not sent without encryption, unless the user allows it for the host', async () => {
		const { context, asked } = server();
		const [kind, message] = await messageOf(sendRequest(context, 'http://a.test/b'));
		assert.equal(kind, 'refused');
		assert.match(
			String(message),
			/^The connection to a\.test would not be encrypted.*tildeforge\.instances\.$/,
		);
		assert.deepEqual(asked, []);
		await sendRequest(context, 'http://plain.test/b');
		assert.equal(asked.length, 1);
	});

	it('mentions no token if it is redirected to another host', async () => {
		const { context } = server(302, { location: 'https://b.test/' });
		const [kind, message] = await messageOf(sendRequest(context, 'https://a.test/b'));
		assert.deepEqual(
			[kind, message],
			[
				'surprise',
				'a.test redirects to https://b.test. Tildeforge does not follow redirects to other hosts. If the forge has moved, change its address in the settings.',
			],
		);
	});

	it('fails as other requests do if there is no answer', async () => {
		const { context } = server();
		const fetch = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
		const [kind] = await messageOf(sendRequest({ ...context, fetch }, 'https://a.test/b'));
		assert.equal(kind, 'offline');
	});

	it('never says that a change may have been made, however it fails', async () => {
		const { context } = server();
		const lost = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNRESET' }));
		const large = () => Promise.reject(new TooLarge());
		const redirected = server(302, { location: '/c' }).context.fetch;
		for (const [fetch, expected] of [
			[lost, 'The connection to a.test was lost.'],
			[large, 'The response is larger than 256 KB and was not read completely.'],
			[redirected, 'a.test redirects to another address, and only simple reads follow a redirect.'],
		] as const) {
			const asking = sendRequest({ ...context, fetch }, 'https://a.test/b', { form: { code: 'a' } });
			const error: unknown = await asking.catch((reason: unknown) => reason);
			assert.ok(error instanceof ForgeError, String(error));
			assert.deepEqual([error.message, error.mayBeDone], [expected, false]);
		}
	});

	it('ends with the reason of its signal', async () => {
		const reason = new Error('enough');
		const asking = sendRequest(server().context, 'https://a.test/b', { signal: AbortSignal.abort(reason) });
		await assert.rejects(asking, (error) => error === reason);
	});
});

describe('What is at an address', () => {
	for (const status of [200, 401, 404, 428, 499]) {
		it(`is shown by an answer of ${status}`, async () => {
			assert.equal((await requireAnswer(server(status).context, 'https://a.test/b')).status, status);
		});
	}

	for (const [status, problem] of [
		[429, 'is busy'],
		[500, 'has a problem'],
		[503, 'has a problem'],
	] as const) {
		it(`is not shown by an answer of ${status}`, async () => {
			const { context } = server(status);
			assert.deepEqual(await messageOf(requireAnswer(context, 'https://a.test:8443/b')), [
				'busy',
				`a.test:8443 ${problem} at the moment.`,
				status,
			]);
		});
	}
});

describe('The JSON of an answer', () => {
	const shape = v.object({ a: v.number() });
	for (const [text, value] of [
		['{"a":1,"b":2}', { a: 1 }],
		['{"a":"1"}', undefined],
		['{"a":', undefined],
		['', undefined],
	] as const) {
		it(`is ${JSON.stringify(value)} for ${JSON.stringify(text)}`, () => {
			const answer = { status: 200, bytes: Buffer.from(text), header: () => null };
			assert.deepEqual(readJson(shape, answer), value);
		});
	}
});

describe('A path below an address', () => {
	it('follows one slash, however many the address ends with', () => {
		for (const address of ['https://a.test', 'https://a.test/', 'https://a.test//'])
			assert.equal(appendPath(address, '/b'), 'https://a.test/b');
	});
});
