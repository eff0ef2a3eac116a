import assert from 'node:assert/strict';
import { sleep } from '../../../../src/base/clock.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Method } from '../../../../src/forge/contract/row.ts';
import { Deadlines } from '../../../../src/forge/wire/deadlines.ts';
import { exchange, type Limits } from '../../../../src/forge/wire/exchange.ts';
import { type IncomingAnswer, type OutgoingRequest, TooLarge } from '../../../../src/forge/wire/transport.ts';
import { settle } from '../../../kit/window/clock.ts';

const limits = { answerMs: 1000, wholeMs: 5000, bytes: 1024 };
const answer = (status: number, headers: Readonly<Record<string, string>> = {}): IncomingAnswer => ({
	status,
	bytes: Buffer.from(String(status)),
	header: (name) => headers[name] ?? null,
});

type Act = (request: OutgoingRequest, url: string) => Promise<IncomingAnswer> | IncomingAnswer;

interface Sent extends Partial<Limits> {
	readonly method?: Method;
	readonly signal?: AbortSignal;
	readonly body?: string | undefined;
	readonly beforeSending?: (() => Promise<void>) | undefined;
}

/** Sends one request to a server that acts like this. */
function send(
	act: Act,
	{ method = 'GET', signal = new AbortController().signal, body, beforeSending, ...own }: Sent = {},
) {
	const asked: (readonly [url: string, headers: OutgoingRequest['headers']])[] = [];
	const fetch = async (url: string, request: OutgoingRequest) => {
		asked.push([url, request.headers]);
		return act(request, url);
	};
	const headers = { accept: '*/*', 'if-none-match': '"1"', 'if-modified-since': 'today' };
	const httpRequest = {
		method,
		isWrite: method !== 'GET',
		url: 'https://a.test/b',
		headers,
		body,
		beforeSending,
	};
	const done = exchange(fetch, new Deadlines(), httpRequest, { ...limits, ...own }, signal);
	return { done, asked };
}

async function failureOf(act: Act, options?: Parameters<typeof send>[1]) {
	const outcome = await send(act, options).done;
	if (!('error' in outcome)) assert.fail('there is an answer');
	const { kind, message, status, mayBeDone } = outcome.error;
	return { kind, message, status, mayBeDone, sent: outcome.mayHaveArrived, again: outcome.isRetryable };
}

describe('An exchange with a server', () => {
	for (const status of [301, 302, 303, 307, 308]) {
		it(`follows a redirect of ${status} within the origin, without the conditions of the first request`, async () => {
			const { done, asked } = send((_, url) =>
				url.endsWith('/b') ? answer(status, { location: '/c?d#e' }) : answer(200),
			);
			const found = await done;
			assert.ok(!('error' in found));
			assert.deepEqual([found.status, found.redirected], [200, true]);
			assert.deepEqual(asked.slice(1), [['https://a.test/c?d', { accept: '*/*' }]]);
		});
	}

	for (const [location, where] of [
		['https://b.test/', 'https://b.test'],
		['http://a.test/', 'http://a.test'],
		['https://a.test:8443/', 'https://a.test:8443'],
		['https://user@a.test/', 'https://a.test'],
		['https://:secret@a.test/', 'https://a.test'],
		['ftp:/x', 'ftp://x'],
		['mailto:a@b.c', 'a mailto: address'],
	] as const) {
		it(`does not follow a redirect to ${location}`, async () => {
			const found = await failureOf(() => answer(302, { location }));
			assert.deepEqual([found.kind, found.status, found.again], ['surprise', 302, false]);
			assert.ok(
				found.message.startsWith(`a.test redirects to ${where}. Tildeforge does not follow`),
				found.message,
			);
		});
	}

	for (const [status, mayBeDone] of [
		[301, true],
		[302, true],
		[303, true],
		[307, false],
		[308, false],
	] as const) {
		for (const location of ['/c', 'https://b.test/']) {
			it(`sends no change twice after ${status} to ${location}, and ${mayBeDone ? 'does not know whether' : 'knows that'} it was not made`, async () => {
				const found = await failureOf(() => answer(status, { location }), { method: 'PUT' });
				assert.deepEqual([found.mayBeDone, /may have been made/.test(found.message)], [mayBeDone, mayBeDone]);
			});
		}
	}

	for (const [bytes, words] of [
		[1, '1 KB'],
		[1024 * 1024 - 1, '1024 KB'],
		[1024 * 1024, '1 MB'],
		[32 * 1024 * 1024, '32 MB'],
	] as const) {
		it(`says that an answer is larger than ${words}`, async () => {
			const large = () => Promise.reject(new TooLarge());
			const read = await failureOf(large, { bytes });
			assert.equal(read.message, `The response is larger than ${words} and was not read completely.`);
			assert.deepEqual([read.mayBeDone, read.sent, read.again], [false, true, false]);
			assert.equal((await failureOf(large, { bytes, method: 'POST' })).mayBeDone, true);
		});
	}

	it('gives an error of the forge as it is', async () => {
		const error = new ForgeError('refused', 'No.');
		const outcome = await send(() => Promise.reject(error)).done;
		assert.deepEqual(outcome, { error, mayHaveArrived: true, isRetryable: false });
	});
});

describe('An exchange that needs permission', () => {
	const long = 60_000;

	for (const body of [undefined, '{}']) {
		const what = body === undefined ? 'a request without a body' : 'a body';

		it(`gives the server its whole time to answer after a permission for ${what} that came late`, async () => {
			let isAllowed = false;
			const beforeSending = async () => {
				await sleep(60);
				isAllowed = true;
			};
			const act: Act = async ({ signal, beforeBody }) => {
				if (body !== undefined) await beforeBody?.();
				signal.throwIfAborted();
				return answer(isAllowed ? 200 : 500);
			};
			const found = await send(act, { method: 'PUT', body, beforeSending, answerMs: 20 }).done;
			assert.ok(!('error' in found));
			assert.equal(found.status, 200);
		});

		it(`still ends if the server does not answer in time after the permission for ${what}`, async () => {
			const act: Act = async ({ signal, beforeBody }) => {
				if (body !== undefined) await beforeBody?.();
				await sleep(long, signal);
				return answer(200);
			};
			const beforeSending = async () => {};
			const found = await failureOf(act, { method: 'PUT', body, beforeSending, answerMs: 20 });
			assert.equal(found.kind, 'timeout');
		});

		it(`does not wait for the permission for ${what} after it was cancelled`, async () => {
			const reason = new Error('enough');
			const stop = new AbortController();
			const act: Act = async ({ beforeBody }) => {
				if (body !== undefined) await beforeBody?.();
				return answer(200);
			};
			const beforeSending = () => new Promise<void>(() => {});
			const { done } = send(act, { method: 'PUT', signal: stop.signal, body, beforeSending });
			await settle();
			stop.abort(reason);
			await assert.rejects(done, (error) => error === reason);
		});
	}
});

describe('An exchange with a slow server', () => {
	/** Answers when the request is cancelled or after `ms`. With `begins`, the answer begins at once. */
	const slow =
		(begins: boolean, ms: number): Act =>
		async ({ signal, didBegin }) => {
			if (begins) didBegin();
			await sleep(ms, signal);
			return answer(200);
		};
	const long = 60_000;

	it('waits for the end of an answer that has begun in time', async () => {
		const found = await send(slow(true, 60), { answerMs: 20, wholeMs: long }).done;
		assert.ok(!('error' in found));
		assert.equal(found.status, 200);
	});
});
