import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { getEventListeners, once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Log } from '../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { transport } from '../../../../src/forge/wire/transport.ts';
import { mine } from '../../../kit/forge/mine.ts';
import { plainTransport } from '../../../kit/forge/plain-transport.ts';
import { testCertificate } from '../../../kit/mails/mail-certificate.ts';
import { stopTheClock, untilPassed } from '../../../kit/window/clock.ts';
import { answer, stage, ticket, user } from '../server.ts';

const failsWith = (kind: ForgeErrorKind, message: RegExp) => (error: unknown) => {
	assert(error instanceof ForgeError, `${error}`);
	assert.equal(error.kind, kind, error.message);
	assert.match(error.message, message);
	assert.doesNotMatch(error.message, /secret-token/);
	return true;
};

/** Without a token, no request waits for the first use of one. */
const signedOut = () => undefined;

/** A port without a listener. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === 'object' && address ? address.port : 0;
}

for (const through of ['plain', 'editor'] as const) {
	describe(`a wire ${through === 'plain' ? 'in plain Node' : "through the host's fetch"}`, () => {
		const { serve, wireTo, clientsOf, connection } = stage(through);

		it('sends the token, the user agent and the accepted type, and a GET without a body', async () => {
			const server = await serve((_, response) => answer(response, 200, user));
			const { trackers } = clientsOf(server.address);
			assert.equal((await trackers.user({})).canonical_name, '~ada');
			const [asked] = server.asked;
			assert.equal(asked?.url, '/api/user');
			assert.equal(asked?.headers.authorization, 'Bearer secret-token');
			assert.equal(asked?.headers['user-agent'], 'Tildeforge/0.1.0');
			assert.equal(asked?.headers.accept, 'application/json');
			assert.equal(asked?.headers['content-type'], undefined);
			assert.equal(asked?.body, '');
		});

		it('sends a change as JSON, with exactly this content type and only the keys that have a value', async () => {
			const server = await serve((_, response) => answer(response, 201, ticket(1)));
			const { trackers } = clientsOf(server.address);
			// An untyped caller, such as a page, may pass a key without a value.
			const body: { title: string; description?: string } = JSON.parse('{"title":"Ünïcode"}');
			Object.assign(body, { description: undefined });
			await trackers.createTicket({ owner: '~ada', tracker: 'editor' }, body);
			assert.equal(server.asked[0]?.headers['content-type'], 'application/json');
			assert.equal(server.asked[0]?.body, '{"title":"Ünïcode"}');
		});

		it('rejects a body that does not match the row before sending it, and names the field', async () => {
			const server = await serve((_, response) => answer(response, 200, ticket(1)));
			const { trackers } = clientsOf(server.address);
			for (const body of ['{"title":null}', '{"title":"a","nope":1}', '{}', '{"title":7}']) {
				const wrong: { title: string } = JSON.parse(body);
				await assert.rejects(trackers.createTicket({ tracker: mine('t') }, wrong), (error: unknown) => {
					assert(error instanceof ForgeError);
					assert.equal(error.kind, 'refused');
					assert.notEqual(error.reasons[0]?.field, undefined);
					return true;
				});
			}
			assert.equal(server.asked.length, 0);
		});

		it('sends the current token, and none when the user is not signed in', async () => {
			const server = await serve((_, response) => answer(response, 200, user));
			let token: string | undefined = 'first';
			const { trackers } = clientsOf(server.address, { token: () => token });
			await trackers.user({});
			token = 'second';
			await trackers.user({});
			token = undefined;
			await trackers.user({});
			const seen = server.asked.map(({ headers }) => headers.authorization);
			assert.deepEqual(seen, ['Bearer first', 'Bearer second', undefined]);
		});

		it('never puts a malformed token into a header or a message', async () => {
			const server = await serve((_, response) => answer(response, 200, user));
			const { trackers } = clientsOf(server.address, { token: () => 'secret-token\r\nX-Evil: 1' });
			await assert.rejects(trackers.user({}), failsWith('signed-out', /Sign in again/));
			assert.equal(server.asked.length, 0);
		});

		it('returns the bytes of a blob unchanged', async () => {
			const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
			const server = await serve((_, response) =>
				answer(response, 200, bytes, { 'Content-Type': 'application/x-octet-stream' }),
			);
			const { repositories } = clientsOf(server.address);
			const got = await repositories.blobAt({ repository: mine('r'), ref: 'master', path: 'a/b.bin' });
			assert.deepEqual(Buffer.from(got), bytes);
			assert.equal(server.asked[0]?.url, '/api/repos/r/blob/master/a/b.bin');
		});

		it('does not take a web page for a file', async () => {
			const page = { 'Content-Type': 'text/html; charset=utf-8' };
			const server = await serve((_, response) => answer(response, 200, '<h1>Sign in</h1>', page));
			const { repositories } = clientsOf(server.address);
			await assert.rejects(
				repositories.blobAt({ repository: mine('r'), ref: 'master', path: 'a.txt' }),
				failsWith('surprise', /sent a web page instead of a file\.$/),
			);
		});

		it('takes the id of a commit that a forge declares to be a web page', async () => {
			const page = { 'Content-Type': 'text/html; charset=utf-8' };
			const server = await serve((_, response) => answer(response, 200, '6bcd4268', page));
			const { repositories } = clientsOf(server.address);
			const blob = await repositories.blobAt({ repository: mine('r'), ref: 'master', path: 'a.txt' });
			assert.equal(blob.toString(), '6bcd4268');
		});

		it('accepts any successful response to a deletion, whatever its body', async () => {
			const answers = ['', '<h1>Deleted</h1>', 'cut {'];
			const server = await serve((_, response, nth) => answer(response, 200, answers[nth]));
			const { trackers } = clientsOf(server.address);
			for (const _ of answers) {
				assert.equal(await trackers.deleteTracker({ tracker: mine('t') }), undefined);
			}
		});

		it('does not take a web page, such as that of a login, for the response to a change', async () => {
			const page = { 'Content-Type': 'text/html; charset=utf-8' };
			const server = await serve((_, response) => answer(response, 200, '<h1>Sign in</h1>', page));
			const { trackers, repositories } = clientsOf(server.address);
			const changes = [
				() => trackers.deleteTracker({ tracker: mine('t') }),
				() => repositories.createRepository({}, { name: 'r' }),
			];
			for (const change of changes) {
				const error: unknown = await change().catch((reason: unknown) => reason);
				assert.ok(error instanceof ForgeError && error.mayBeDone, String(error));
				assert.match(
					error.message,
					/sent a web page instead of .* The change may have been made\. Check before/,
				);
			}
			assert.equal(server.asked.length, 2);
		});

		it('accepts an empty response to a deletion even if it is declared to be a web page', async () => {
			const page = { 'Content-Type': 'text/html; charset=utf-8' };
			const server = await serve((_, response) => answer(response, 204, '', page));
			await clientsOf(server.address).trackers.deleteTracker({ tracker: mine('t') });
			assert.equal(server.asked.length, 1);
		});

		const unreadableCases: readonly [status: number, body: string, message: RegExp][] = [
			[204, '', /sent an empty response instead of data/],
			[200, '', /sent an empty response instead of data/],
			[200, '<h1>Done</h1>', /an unreadable response instead of data/],
			[200, '{}', /unexpected format \(id: it is missing; name: it is missing\)/],
			[200, '{"id":"private words"}', /unexpected format \(id: expected number;[^;]*\)/],
		];
		for (const [status, body, message] of unreadableCases) {
			it(`says that a change was probably made after ${status} ${JSON.stringify(body)}`, async () => {
				const server = await serve((_, response) => answer(response, status, body));
				const { repositories } = clientsOf(server.address);
				const place = { repository: mine('r') };
				const changing = repositories.updateRepository(place, { description: 'new' });
				const expectedMessage = new RegExp(
					`${message.source}.*The change was probably made\\. Check the result\\.$`,
				);
				await assert.rejects(changing, failsWith('surprise', expectedMessage));
				await assert.rejects(
					repositories.createRepository({}, { name: 'r' }),
					failsWith('surprise', expectedMessage),
				);
				const asking = repositories.repository(place);
				await assert.rejects(asking, (error: Error) => !/change/.test(error.message));
				assert.equal(server.asked.length, 3);
			});
		}

		describe('that asks before it sends a change', () => {
			/** A server that only counts what arrives, and answers nothing. */
			const listen = async () => {
				const connected = Promise.withResolvers<Socket>();
				let bytes = 0;
				const server = createServer((socket) => {
					socket.on('data', (data) => {
						bytes += data.length;
					});
					connected.resolve(socket);
				});
				await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
				const { port } = server.address() as AddressInfo;
				return {
					server,
					address: `http://127.0.0.1:${port}`,
					connected: connected.promise,
					bytes: () => bytes,
				};
			};

			it('asks only when the connection is there, and sends nothing if it must not, not even a header', async () => {
				const { server, address, connected, bytes } = await listen();
				const reason = new Error('the lock is lost');
				const beforeSending = async () => {
					// The program may have hung while it was connecting.
					await connected;
					throw reason;
				};
				const { trackers } = clientsOf(address);
				const key = { owner: '~ada', tracker: 'editor', ticket: 1 };
				await assert.rejects(trackers.updateTicket(key, { comment: 'Hi' }, { beforeSending }), reason);
				const socket = await connected;
				if (!socket.closed) await once(socket, 'close');
				assert.equal(bytes(), 0);
				server.close();
			});

			it('sends it with its length, like any other', async () => {
				const server = await serve((_, response) => answer(response, 200, { ticket: ticket(1), events: [] }));
				const { trackers } = clientsOf(server.address);
				let asked = 0;
				const beforeSending = async () => {
					asked += 1;
				};
				const key = { owner: '~ada', tracker: 'editor', ticket: 1 };
				const change = { comment: 'Grüße' };
				await trackers.updateTicket(key, change);
				await trackers.updateTicket(key, change, { beforeSending });
				const [usual, confirmed] = server.asked;
				assert.deepEqual([asked, confirmed], [1, usual]);
			});

			it('does not send a deletion either if it must not', async () => {
				const server = await serve((_, response) => answer(response, 204, ''));
				const { trackers } = clientsOf(server.address);
				const reason = new Error('the lock is lost');
				const beforeSending = () => Promise.reject(reason);
				const key = { tracker: mine('editor') };
				await assert.rejects(trackers.deleteTracker(key, { beforeSending }), reason);
				assert.equal(server.asked.length, 0);
			});
		});

		describe('after a redirect', () => {
			it('follows it within the origin, with the token', async () => {
				const server = await serve((request, response) => {
					if (request.url === '/new') answer(response, 200, user);
					else answer(response, 302, '', { Location: '/new' });
				});
				assert.equal((await clientsOf(server.address).lists.user({})).name, 'ada');
				assert.equal(server.asked[1]?.headers.authorization, 'Bearer secret-token');
			});

			it('does not send the token to another origin, and names that origin', async () => {
				const thief = await serve((_, response) => answer(response, 200, user));
				const server = await serve((_, response) => answer(response, 307, '', { Location: thief.address }));
				const expectedFailure = failsWith('surprise', new RegExp(thief.address.replaceAll('.', '\\.')));
				await assert.rejects(clientsOf(server.address).lists.user({}), expectedFailure);
				assert.equal(thief.asked.length, 0);
			});

			for (const [status, message] of [
				[308, /not sent twice\.$/],
				[303, /not sent twice\. The change may have been made/],
			] as const) {
				it(`does not repeat a change, and says whether it may have been made after ${status}`, async () => {
					const server = await serve((_, response) => answer(response, status, '', { Location: '/new' }));
					const creating = clientsOf(server.address).lists.createList({}, { name: 'l' });
					await assert.rejects(creating, failsWith('surprise', message));
					assert.equal(server.asked.length, 1);
				});
			}

			it('does not use the cached response of one address for the other', async () => {
				const server = await serve((request, response, nth) => {
					if (nth === 0) answer(response, 200, user, { ETag: '"v1"' });
					else if (request.url !== '/new') answer(response, 302, '', { Location: '/new' });
					else if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
					else answer(response, 200, { ...user, name: 'grace' }, { ETag: '"v1"' });
				});
				const { lists } = clientsOf(server.address);
				assert.equal((await lists.user({})).name, 'ada');
				assert.equal((await lists.user({})).name, 'grace');
				assert.equal(server.asked[1]?.headers['if-none-match'], '"v1"');
			});

			it('gives up after five redirects', async () => {
				const server = await serve((_, response, nth) => answer(response, 302, '', { Location: `/${nth}` }));
				await assert.rejects(
					clientsOf(server.address).lists.user({}),
					failsWith('surprise', /redirects too many times/),
				);
				assert.equal(server.asked.length, 6);
			});

			for (const location of ['http://', 'http://[', '']) {
				it(`to the invalid address ${JSON.stringify(location)} fails with a ForgeError`, async () => {
					const server = await serve((_, response, nth) =>
						nth > 8 ? response.destroy() : answer(response, 302, '', { Location: location }),
					);
					await assert.rejects(clientsOf(server.address).lists.user({}), ForgeError);
				});
			}
		});

		describe('whose caller aborts', () => {
			const reason = new Error('the view was closed');

			it('before the connection sends nothing', async () => {
				const server = await serve((_, response) => answer(response, 200, user));
				const aborted = AbortSignal.abort(reason);
				const { lists } = clientsOf(server.address);
				await assert.rejects(lists.user({}, { signal: aborted }), reason);
				await assert.rejects(lists.createList({}, { name: 'l' }, { signal: aborted }), reason);
				assert.equal(server.asked.length, 0);
			});

			for (const [where, begin] of [
				['before the response', () => {}],
				[
					'during the body',
					(response: import('node:http').ServerResponse) => {
						response.writeHead(200, { 'Content-Type': 'application/json' });
						response.write('{"canonical_');
					},
				],
			] as const) {
				for (const what of ['user', 'createList'] as const) {
					it(`${where} of ${what} closes the connection and leaves no listener`, async () => {
						const closed = Promise.withResolvers<void>();
						const server = await serve((_, response) => {
							response.on('close', closed.resolve);
							begin(response);
						});
						const controller = new AbortController();
						const { lists } = clientsOf(server.address, { token: signedOut });
						const { signal } = controller;
						const asking =
							what === 'user' ? lists.user({}, { signal }) : lists.createList({}, { name: 'l' }, { signal });
						await server.reached(1);
						controller.abort(reason);
						await assert.rejects(asking, reason);
						await closed.promise;
						assert.equal(getEventListeners(signal, 'abort').length, 0);
					});
				}
			}

			it('between two attempts makes no further attempt', async () => {
				const server = await serve((_, response) => answer(response, 503, {}));
				const controller = new AbortController();
				const longDelays = { times: 3, baseMs: 1e9, capMs: 1e9, maxWaitMs: 1e9 };
				const asking = clientsOf(server.address, { retryPolicy: longDelays }).lists.user(
					{},
					{ signal: controller.signal },
				);
				await server.reached(1);
				controller.abort(reason);
				await assert.rejects(asking, reason);
				assert.equal(server.asked.length, 1);
			});

			it('in the queue leaves the place to other requests', async () => {
				const held: (() => void)[] = [];
				const server = await serve((_, response) => held.push(() => answer(response, 200, user)));
				const { lists } = clientsOf(server.address, { token: signedOut });
				const names = Array.from({ length: 8 }, (_, index) => `~u${index}`);
				const controller = new AbortController();
				const asking = names.map((owner, index) =>
					lists.user({ owner }, index === 6 ? { signal: controller.signal } : {}),
				);
				await server.reached(6);
				controller.abort(reason);
				await assert.rejects(asking[6] ?? Promise.resolve(), reason);
				for (const go of held) go();
				await server.reached(7);
				held.at(-1)?.();
				await Promise.all(asking.toSpliced(6, 1));
				assert.deepEqual(
					server.asked.map(({ url }) => url),
					names.toSpliced(6, 1).map((name) => `/api/user/${name}`),
				);
			});
		});

		it('shares one request among callers that ask the same, and lets each of them abort alone', async () => {
			const go = Promise.withResolvers<void>();
			const server = await serve((_, response) => void go.promise.then(() => answer(response, 200, user)));
			const { lists } = clientsOf(server.address);
			const controller = new AbortController();
			const asking = [lists.user({}), lists.user({}, { signal: controller.signal }), lists.user({})];
			await server.reached(1);
			controller.abort();
			await assert.rejects(asking[1] ?? Promise.resolve(), { name: 'AbortError' });
			go.resolve();
			const [first, , third] = await Promise.allSettled(asking);
			assert.equal(first?.status, 'fulfilled');
			assert.equal(third?.status, 'fulfilled');
			assert.equal(server.asked.length, 1);
		});

		it('does not share a response between two accounts', async () => {
			const held: (() => void)[] = [];
			const server = await serve((request, response) => {
				const name = request.headers.authorization?.slice('Bearer '.length) ?? '';
				held.push(() => answer(response, 200, { ...user, name }));
			});
			let token = 'ada';
			const { lists } = clientsOf(server.address, { token: () => token });
			const first = lists.user({});
			token = 'bob';
			const second = lists.user({});
			await server.reached(2);
			for (const go of held) go();
			assert.deepEqual([(await first).name, (await second).name], ['ada', 'bob']);
		});

		it('sends a new request after a change instead of sharing one from before the change', async () => {
			const held: (() => void)[] = [];
			const server = await serve((request, response, nth) => {
				if (request.method === 'PUT') answer(response, 200, { ticket: ticket(1), events: [] });
				else held.push(() => answer(response, 200, { ...ticket(1), title: `answer ${nth}` }));
			});
			const { trackers } = clientsOf(server.address, { token: signedOut });
			const place = { tracker: mine('t'), ticket: 1 };
			const before = trackers.ticket(place);
			await server.reached(1);
			await trackers.updateTicket(place, { comment: 'hello' });
			const after = trackers.ticket(place);
			await server.reached(3);
			for (const go of held) go();
			assert.equal((await before).title, 'answer 0');
			assert.equal((await after).title, 'answer 2');
		});

		describe('after a timeout', () => {
			const limits = { answerMs: 500, wholeMs: 1000 };
			stopTheClock();

			/** Lets time pass until the request has failed. */
			async function fails(request: Promise<unknown>, how: Parameters<typeof assert.rejects>[1]) {
				let hasEnded = false;
				const failing = assert.rejects(request, how).finally(() => {
					hasEnded = true;
				});
				await untilPassed(() => hasEnded);
				await failing;
			}

			it('of the response says so and does not try again', async () => {
				const server = await serve(() => {});
				const { lists } = clientsOf(server.address, { limits });
				const asking = lists.user({});
				// Else the time passes while a busy machine connects, and the server is never asked.
				await server.reached(1);
				await fails(asking, failsWith('timeout', /did not respond in time\.$/));
				const changing = lists.createList({}, { name: 'l' });
				await server.reached(2);
				await fails(changing, failsWith('timeout', /The change may have been made/));
				assert.equal(server.asked.length, 2);
			});

			it('of the response after a redirect says so', async () => {
				const server = await serve((request, response) => {
					if (request.url !== '/new') answer(response, 302, '', { Location: '/new' });
				});
				const { lists } = clientsOf(server.address, { limits: { answerMs: 1000, wholeMs: 1e9 } });
				const asking = lists.user({});
				await server.reached(2);
				await fails(asking, failsWith('timeout', /did not respond in time/));
			});

			it('of the body says so', async () => {
				const server = await serve((_, response) => {
					response.writeHead(200, { 'Content-Type': 'application/json' });
					response.write('{');
				});
				const asking = clientsOf(server.address, { limits }).lists.user({});
				await fails(asking, failsWith('timeout', /in time/));
			});
		});

		describe('that gets a response that is too large', () => {
			const small = { jsonBytes: 1000, blobBytes: 2000 };

			it('stops reading at the limit', async () => {
				const closed = Promise.withResolvers<void>();
				const server = await serve((_, response) => {
					response.on('close', closed.resolve);
					response.writeHead(200, { 'Content-Type': 'application/json' });
					const more = () => {
						while (response.write('x'.repeat(500)));
						response.once('drain', more);
					};
					more();
				});
				const { lists } = clientsOf(server.address, { limits: small });
				await assert.rejects(
					lists.user({}),
					failsWith('surprise', /larger than 1 KB .*not read completely\.$/),
				);
				const changing = lists.createList({}, { name: 'l' });
				await assert.rejects(changing, failsWith('surprise', /larger than 1 KB .*may have been made/));
				await closed.promise;
			});

			it('reads nothing if the content length is above the limit', async () => {
				const server = await serve((_, response) => answer(response, 200, Buffer.alloc(1500)));
				const { repositories } = clientsOf(server.address, { limits: small });
				await assert.rejects(
					repositories.repository({ repository: mine('r') }),
					failsWith('surprise', /larger than/),
				);
				const place = { repository: mine('r'), ref: 'master', path: 'p' };
				assert.equal((await repositories.blobAt(place)).length, 1500);
			});

			it('refuses a file of 2 GB by its header, or one above the limit of the call, and says the size', async () => {
				let length = 2 ** 31;
				const server = await serve((_, response) => {
					response.writeHead(200, { 'Content-Length': length }).write('only the beginning');
				});
				for (const through of [plainTransport(), transport()]) {
					const { repositories } = clientsOf(server.address, { fetch: through.fetch });
					const place = { repository: mine('r'), ref: 'master', path: 'p' };
					for (const [size, options] of [
						[2 ** 31, {}],
						[1001, { maxBytes: 1000 }],
					] as const) {
						length = size;
						const refused: unknown = await repositories.blobAt(place, options).catch((error) => error);
						assert.ok(refused instanceof ForgeError);
						assert.deepEqual(refused.tooLarge, { size });
					}
					through.dispose();
				}
			});

			it('reads a larger file if the call asks for that', async () => {
				const server = await serve((_, response) => answer(response, 200, Buffer.alloc(3000)));
				const { repositories } = clientsOf(server.address, { limits: small });
				const place = { repository: mine('r'), ref: 'master', path: 'p' };
				await assert.rejects(repositories.blobAt(place), failsWith('surprise', /larger than/));
				assert.equal((await repositories.blobAt(place, { maxBytes: 3000 })).length, 3000);
			});

			it('gives each of two concurrent callers the limit that it asked for', async () => {
				const server = await serve((_, response) => answer(response, 200, Buffer.alloc(1500)));
				const { repositories } = clientsOf(server.address);
				const place = { repository: mine('r'), ref: 'master', path: 'p' };
				const [small, large] = await Promise.allSettled([
					repositories.blobAt(place, { maxBytes: 1499 }),
					repositories.blobAt(place, { maxBytes: 1500 }),
				]);
				assert.deepEqual([small.status, large.status], ['rejected', 'fulfilled']);
			});
		});

		describe('over a faulty connection', () => {
			it('retries reads and changes on a closed port, and says that the connection was refused', async () => {
				const port = await closedPort();
				let tries = 0;
				const { fetch } = connection();
				const { lists } = clientsOf(`http://127.0.0.1:${port}`, {
					fetch: (url, request) => {
						tries += 1;
						return fetch(url, request);
					},
				});
				const expectedFailure = failsWith('offline', /refused the connection/);
				await assert.rejects(lists.user({}), expectedFailure);
				assert.equal(tries, 4);
				// No connection was made, so a change can be retried, too.
				await assert.rejects(lists.createList({}, { name: 'l' }), expectedFailure);
				assert.equal(tries, 8);
			});

			it('retries a read after a lost connection, but sends a change only once', async () => {
				const server = await serve((request, response, nth) => {
					if (request.method === 'POST' || nth < 2) request.socket.destroy();
					else answer(response, 200, user);
				});
				const { lists } = clientsOf(server.address);
				assert.equal((await lists.user({})).name, 'ada');
				assert.equal(server.asked.length, 3);
				const changing = lists.createList({}, { name: 'l' });
				await assert.rejects(changing, failsWith('offline', /The change may have been made/));
				assert.equal(server.asked.length, 4);
			});

			it('retries a read after a connection lost during the body', async () => {
				const server = await serve((request, response, nth) => {
					if (nth > 0) return answer(response, 200, user);
					response.writeHead(200, { 'Content-Length': '1000' });
					response.write('{"canonical_name":', () => request.socket.destroy());
				});
				assert.equal((await clientsOf(server.address).lists.user({})).name, 'ada');
			});

			const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
			const improper: [what: string, answer: string][] = [
				['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
				['an endless header', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}`],
				['two content lengths', `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${json}`],
				['the status 000', `HTTP/1.1 000 Nothing\r\n${json}`],
				['a status of four digits', `HTTP/1.1 2000 OK\r\n${json}`],
				['an unrequested status 100', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${json}`],
				['an unrequested status 101', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
				['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}'],
			];
			if (through === 'editor') {
				improper.push(
					['20 encodings', `HTTP/1.1 200 OK\r\nContent-Encoding: ${Array(20).fill('gzip')}\r\n${json}`],
					['invalid gzip', `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${json}`],
				);
			}
			for (const [what, raw] of improper) {
				it(`treats a response with ${what} as invalid HTTP, and does not retry`, async () => {
					const server = await serve((request) => void request.socket.write(raw));
					await assert.rejects(
						clientsOf(server.address).lists.user({}),
						failsWith('surprise', /an invalid HTTP response\.$/),
					);
					assert.equal(server.asked.length, 1);
				});
			}

			it('accepts neither a compressed file nor truncated compressed data', async () => {
				const body = JSON.stringify({ ...user, bio: randomBytes(3000).toString('hex') });
				const half = gzipSync(body).subarray(0, 1000);
				const server = await serve((_, response) =>
					answer(response, 200, half, { 'Content-Encoding': 'gzip', 'Content-Length': '1000' }),
				);
				const { lists, repositories } = clientsOf(server.address);
				await assert.rejects(
					repositories.blobAt({ repository: mine('r'), ref: 'master', path: 'p' }),
					failsWith('surprise', /sent the file compressed/),
				);
				assert.equal(server.asked[0]?.headers['accept-encoding'], 'identity');
				await assert.rejects(lists.user({}), failsWith('surprise', /an unreadable response instead of data/));
			});
		});

		describe('to a busy server', () => {
			it('repeats a read up to three times', async () => {
				for (const status of [429, 502, 503, 504]) {
					const server = await serve((_, response, nth) =>
						nth < 3 ? answer(response, status, {}) : answer(response, 200, user),
					);
					assert.equal((await clientsOf(server.address).lists.user({})).name, 'ada');
					assert.equal(server.asked.length, 4);
				}
			});

			it('does not repeat a read after other error responses', async () => {
				for (const status of [400, 404, 500, 501]) {
					const server = await serve((_, response) => answer(response, status, {}));
					await assert.rejects(clientsOf(server.address).lists.user({}), ForgeError);
					assert.equal(server.asked.length, 1, `${status}`);
				}
			});

			const repeated: readonly [status: number, headers: Record<string, string>, times: number][] = [
				[429, { 'Retry-After': '0' }, 4],
				[503, { 'Retry-After': '0' }, 4],
				[503, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 4],
				[503, {}, 1],
				[429, { 'Retry-After': 'soon' }, 1],
				[502, { 'Retry-After': '0' }, 1],
				[504, { 'Retry-After': '0' }, 1],
			];
			for (const [status, headers, times] of repeated) {
				it(`sends a change ${times} ${times === 1 ? 'time' : 'times'} after ${status} with ${JSON.stringify(headers)}`, async () => {
					const server = await serve((_, response) => answer(response, status, {}, headers));
					const changing = clientsOf(server.address).lists.createList({}, { name: 'l' });
					const unsure = status === 502 || status === 504;
					const expectedMessage = unsure ? /The change may have been made/ : /Try again/;
					await assert.rejects(changing, failsWith('busy', expectedMessage));
					await assert.rejects(changing, { mayBeDone: unsure });
					assert.equal(server.asked.length, times);
				});
			}

			it('does not wait longer than its limit, and says how long to wait', async () => {
				const server = await serve((_, response) => answer(response, 429, {}, { 'Retry-After': '300' }));
				const asking = clientsOf(server.address).lists.user({});
				await assert.rejects(asking, failsWith('busy', /Try again in 5 minutes\./));
				await assert.rejects(asking, { retryAfterMs: 300_000 });
				assert.equal(server.asked.length, 1);
			});
		});

		it('revalidates cached responses and accepts "not modified"', async () => {
			const server = await serve((request, response) => {
				if (request.headers['if-none-match'] === '"v1"') {
					response.writeHead(304).end();
				} else answer(response, 200, user, { ETag: '"v1"' });
			});
			let token = 'a';
			const { lists } = clientsOf(server.address, { token: () => token });
			for (let round = 0; round < 3; round++) assert.equal((await lists.user({})).name, 'ada');
			token = 'b';
			await lists.user({});
			assert.deepEqual(
				server.asked.map(({ headers }) => headers['if-none-match']),
				[undefined, '"v1"', '"v1"', undefined],
			);
		});

		it('does not revalidate a response that came from another address', async () => {
			const server = await serve((request, response) => {
				if (request.url === '/api/user') response.writeHead(302, { Location: '/other' }).end();
				else answer(response, 200, user, { ETag: '"v1"' });
			});
			const { lists } = clientsOf(server.address);
			for (let round = 0; round < 2; round++) assert.equal((await lists.user({})).name, 'ada');
			assert.deepEqual(
				server.asked.map(({ url, headers }) => [url, headers['if-none-match']]),
				['/api/user', '/other', '/api/user', '/other'].map((url) => [url, undefined]),
			);
		});

		it('fails with kind "surprise" for an unexpected "not modified"', async () => {
			const server = await serve((_, response) => response.writeHead(304).end());
			await assert.rejects(
				clientsOf(server.address).lists.user({}),
				failsWith('surprise', /Unexpected response/),
			);
		});

		it('sends nothing unencrypted to a host other than this machine, unless the user allows it', async () => {
			const server = await serve((_, response) => answer(response, 200, user));
			let went = 0;
			const { fetch } = connection();
			const count = (url: string, request: Parameters<typeof fetch>[1]) => {
				went += 1;
				return fetch(url.replace('forge.lan:80', server.address.slice(7)), request);
			};
			const refused = clientsOf('http://forge.lan', { fetch: count }).lists.user({});
			await assert.rejects(refused, failsWith('refused', /not be encrypted/));
			assert.equal(went, 0);
		});

		it('sends nothing to a server whose certificate it does not trust', async () => {
			let asked = 0;
			const server = createSecureServer(testCertificate, (_, response) => {
				asked += 1;
				answer(response, 200, user);
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			const asking = clientsOf(`https://127.0.0.1:${port}`).lists.user({});
			await assert.rejects(asking, failsWith('offline', /does not trust its certificate/));
			assert.equal(asked, 0);
			server.close();
		});

		it('logs one line per request, without token or body', async () => {
			const lines: string[] = [];
			const sink = { write: (_: string, text: string) => void lines.push(text) };
			const server = await serve((_, response) =>
				answer(response, 201, { ...user, name: 'new', owner: user }),
			);
			const { lists } = clientsOf(server.address, { log: new Log(createRecordWriter(sink, new Secrets())) });
			await lists.createList({}, { name: 'private-words' });
			assert.equal(lines.length, 1);
			assert.match(lines[0] ?? '', /^POST http:\/\/127\.0\.0\.1:\d+\/api\/lists: 201, \d+ bytes, \d+ ms$/);
		});

		it('rejects instead of throwing for a name that no path can contain', async () => {
			const wireless = wireTo('http://127.0.0.1:1');
			assert.equal(typeof wireless.json, 'function');
			const { lists, trackers } = clientsOf('http://127.0.0.1:1');
			await assert.rejects(lists.list({ list: mine('..') }), { kind: 'refused' });
			await assert.rejects(
				async () => {
					for await (const _ of trackers.tickets({ tracker: mine('') }));
				},
				{ kind: 'refused' },
			);
		});
	});
}

describe("a wire through the host's fetch and agent", () => {
	const { serve, clientsOf } = stage('editor');

	it('ends pending requests when its transport is disposed, and sends nothing afterwards', async () => {
		const closed = Promise.withResolvers<void>();
		const server = await serve((_, response) => response.on('close', closed.resolve));
		const network = transport();
		const { lists } = clientsOf(server.address, {
			fetch: network.fetch,
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		});
		const asking = lists.user({});
		await server.reached(1);
		network.dispose();
		await assert.rejects(asking, failsWith('offline', /was lost/));
		await closed.promise;
		await assert.rejects(lists.user({}), failsWith('offline', /was lost/));
		assert.equal(server.asked.length, 1);
	});
});
