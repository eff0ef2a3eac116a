import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Answer, EndpointRow } from '../../../src/forge/contract/row.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { families } from '../../../src/forge/webhooks/families.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { mailer } from '../../kit/forge/lists-forge.ts';

type Service = Exclude<keyof Forge['addresses'], 'hub'>;
type AnyRow = EndpointRow<string, unknown, Answer<unknown>>;

interface Answered {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
	/** The port of the connection that was used. */
	readonly via: number | undefined;
}

interface Sent {
	readonly method?: string;
	/** Sent unchanged, without normalization. */
	readonly path: string;
	readonly type?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
	/** The connections to use. */
	readonly agent?: Agent;
}

const services: readonly Service[] = ['identity', 'lists', 'repositories', 'trackers'];

const hookRows = (area: Service): AnyRow[] =>
	Object.values(families)
		.filter((family) => family.area === area)
		.flatMap(({ path }) => Object.values<AnyRow>(webhookRows<string>(path)));

/** Every row of an area, including those of webhooks. */
const rows: Readonly<Record<Exclude<Service, 'identity'>, readonly AnyRow[]>> = {
	lists: [...Object.values<AnyRow>(listRows), ...hookRows('lists')],
	repositories: [...Object.values<AnyRow>(repositoryRows), ...hookRows('repositories')],
	trackers: [...Object.values<AnyRow>(trackerRows), ...hookRows('trackers')],
};

/** An existing value for each path parameter, so that a test has only one wrong name. */
const real: Readonly<Record<string, string>> = {
	owner: '~ana',
	list: 'editor-devel',
	repository: 'editor',
	tracker: 'editor',
	ticket: '1',
	email: '1',
	patchset: '1',
	subscription: '1',
	hook: '1',
	delivery: '00000000-0000-4000-8000-000000000000',
	ref: 'master',
	path: 'README.md',
	id: '0'.repeat(40),
};

const formsOf = ({ path }: AnyRow) => [
	...new Set([path.replace(/[[\]]/g, ''), path.replace(/\[[^\]]*\]/, '')]),
];
const filled = (form: string, wrong: Readonly<Record<string, string>> = {}) =>
	form.replace(/[:*~](\w+)/g, (_, name: string) => wrong[name] ?? real[name] ?? '');

/** The path at which each service returns the caller's own account. */
const own = (service: Service) => (service === 'identity' ? '/api/user/profile' : '/api/user');

describe('Bad input to the forge', () => {
	let forge: Forge;
	let agent: Agent;
	before(async () => {
		forge = await startForge({ port: 0 });
		agent = new Agent({ keepAlive: true, maxSockets: 4 });
	});
	after(async () => {
		agent.destroy();
		await forge.stop();
	});
	/** After any input, all areas and the mail server still work. */
	afterEach(async () => {
		await Promise.all(
			services.map(async (service) => {
				const { status, text } = await send(service, { path: own(service) });
				assert.equal(status, 200, text);
				assert.equal(JSON.parse(text).canonical_name, '~ana');
			}),
		);
	});

	const portOf = (service: Service) => Number(new URL(forge.addresses[service]).port);
	const token = () => forge.users.find(({ name }) => name === '~ana')?.token;

	function send(service: Service, { method = 'GET', path, type, body, ...rest }: Sent): Promise<Answered> {
		const kind = type === undefined ? 'application/json' : type;
		const { promise, resolve, reject } = Promise.withResolvers<Answered>();
		const asked = request(
			{
				host: '127.0.0.1',
				port: portOf(service),
				method,
				path,
				agent: rest.agent ?? agent,
				headers: {
					Authorization: `Bearer ${token()}`,
					...(body !== undefined && kind !== null && { 'Content-Type': kind }),
					...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
					...rest.headers,
				},
			},
			async (response) => {
				const via = response.socket.localPort;
				const parts: Buffer[] = [];
				for await (const part of response) parts.push(part);
				const { statusCode = 0, headers } = response;
				const text = Buffer.concat(parts).toString();
				resolve({ status: statusCode, headers, text, via });
			},
		);
		asked.on('error', reject);
		asked.end(body);
		return promise;
	}

	/** Asserts the documented error: JSON with reasons, or a page. */
	function assertRefused(
		{ status, headers, text }: Answered,
		wanted: readonly number[],
		about: string,
	): void {
		const context = `${about}: ${status} ${text.slice(0, 200)}`;
		assert.ok(wanted.includes(status), context);
		if (headers['content-type'] === 'application/json') {
			const { errors } = JSON.parse(text);
			assert.ok(Array.isArray(errors) && errors.length > 0, context);
			for (const { reason } of errors) assert.ok(typeof reason === 'string' && reason !== '', context);
		} else {
			assert.equal(headers['content-type'], 'text/html; charset=utf-8', context);
			assert.match(text, /^<!doctype html>/i, context);
		}
		assert.doesNotMatch(text, /\n\s+at |node:|\/src\//, context);
	}

	for (const [area, all] of Object.entries(rows) as [keyof typeof rows, readonly AnyRow[]][]) {
		describe(`in request bodies for the ${area} area`, () => {
			for (const row of all) {
				if (row.body === null) continue;
				const entries: object =
					'entries' in row.body && typeof row.body.entries === 'object' ? (row.body.entries ?? {}) : {};
				for (const form of formsOf(row)) {
					it(`is refused by ${row.method} ${form}`, async () => {
						assert.notEqual(Object.keys(entries).length, 0);
						const path = filled(form, { patchset: '99' });
						const wrong = [
							...['', '{', '{"name":', '{"a":1}{', "{'name': 1}", '\ufeff{}', '\u0000', '{"name": NaN}'],
							...['null', '[]', '[{}]', '"text"', '5', 'true', '[[[[[['],
							'['.repeat(10_000),
							'{"no-such-key": 1}',
							'{"__proto__": {"name": "x"}}',
							...Object.keys(entries).flatMap((key) =>
								['null', '5', '{}', '[[]]'].map((value) => `{${JSON.stringify(key)}: ${value}}`),
							),
						];
						await Promise.all(
							wrong.map(async (body) => {
								const answered = await send(area, { method: row.method, path, body });
								assertRefused(answered, [400], body.slice(0, 60));
							}),
						);
						const bytes = await send(area, {
							method: row.method,
							path,
							body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
						});
						assertRefused(bytes, [400], 'bytes that are no text');
						for (const type of [
							null,
							'',
							'text/plain',
							'application/jsonx',
							'multipart/form-data',
							';',
							'a/b/c',
						]) {
							const answered = await send(area, { method: row.method, path, body: '{}', type });
							assertRefused(answered, [400, 415], `Content-Type ${type}`);
						}
					});
				}
			}
		});
	}

	const segments: readonly (readonly [string, string])[] = [
		['a path to a parent folder', '..%2f..%2f..%2fetc%2fpasswd'],
		['encoded dots', '%2e%2e'],
		['dots encoded twice', '%252e%252e%252f'],
		['plain dots', '..'],
		['a zero byte', 'a%00b'],
		['a line end', 'a%0ab'],
		['dots with backslashes', '..\\..\\x'],
		['encoded backslashes', '..%5c..%5cx'],
		['a very long name', 'a'.repeat(8000)],
		['a very long ref', 'a%2f'.repeat(300)],
		['a percent sign alone', '%'],
		['a truncated encoding', 'a%2'],
		['an invalid encoding', '%zz'],
		['bytes that are not UTF-8', '%ff%fe'],
		['half a character', '%e2%82'],
		['an option', '--output=x'],
		['a space', '%20'],
		['an empty segment', ''],
		['a key of the object prototype', '__proto__'],
		['a huge number', '9'.repeat(400)],
		['a negative number', '-1'],
	];
	/** If URL normalization changes a path, the request reaches another resource, which may answer normally. */
	const isTidied = (path: string) => new URL(path, 'http://forge').pathname !== path;

	for (const [area, all] of Object.entries(rows) as [keyof typeof rows, readonly AnyRow[]][]) {
		for (const [what, segment] of segments) {
			it(`in a path of the ${area} area is refused: ${what}`, async () => {
				const asks = all.flatMap((row) =>
					formsOf(row).flatMap((form) =>
						[...form.matchAll(/[:*~](\w+)/g)].flatMap(([, name = '']) =>
							row.body === null ? [{ name, row, form, path: filled(form, { [name]: segment }) }] : [],
						),
					),
				);
				await Promise.all(
					asks.map(async ({ name, row: { method }, form, path }) => {
						const answered = await send(area, { method, path });
						const about = `${name} of ${method} ${form}`;
						assert.doesNotMatch(answered.text, /root:.*:0:0:/, about);
						const isOther = isTidied(path) || segment === '';
						if (method !== 'GET') assertRefused(answered, isOther ? [400, 404, 405] : [400, 404], about);
						else if (answered.status !== 200 || !isOther) assertRefused(answered, [400, 404], about);
					}),
				);
			});
		}
	}

	it('in the names of new resources is refused', async () => {
		const names = [
			'',
			'.',
			'..',
			'../x',
			'a/b',
			'a\\b',
			'a\u0000b',
			'a\nb',
			'a b',
			'%2e%2e',
			'é',
			'😀',
			'x'.repeat(5000),
		];
		const makers: readonly [Service, string, string][] = [
			['lists', 'POST', '/api/lists'],
			['repositories', 'POST', '/api/repos'],
			['repositories', 'PUT', '/api/repos/editor'],
			['trackers', 'POST', '/api/trackers'],
		];
		await Promise.all(
			makers.flatMap(([service, method, path]) =>
				names.map(async (name) => {
					const answered = await send(service, { method, path, body: JSON.stringify({ name }) });
					assertRefused(answered, [400], `${method} ${path} ${JSON.stringify(name).slice(0, 40)}`);
				}),
			),
		);
	});

	for (const service of services) {
		it(`in the address or the method is refused by the ${service} area`, async () => {
			const unknown = [
				'/api/no/such/route',
				'/api/',
				'/api',
				'/api/user/~ana/no-such',
				'/no-such-page',
				'/constructor',
				'/%',
				'/~',
				'/..%2f',
			];
			for (const path of unknown) assertRefused(await send(service, { path }), [400, 404], path);
			for (const method of ['PATCH', 'PUT', 'DELETE', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH']) {
				assertRefused(await send(service, { method, path: own(service) }), [405], method);
			}
			assert.equal((await send(service, { method: 'HEAD', path: own(service) })).text, '');
		});

		it(`in the request itself gets a regular response from the ${service} area`, async () => {
			const host = `127.0.0.1:${portOf(service)}`;
			const head = (target: string, more = '') =>
				`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
			const cases: readonly [string, string, RegExp][] = [
				['half an address', head('//['), /^HTTP\/1\.1 400 /],
				['two slashes', head('//'), /^HTTP\/1\.1 40[04] /],
				[
					'a star',
					`OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
					/^HTTP\/1\.1 (?:204|40[045]) /,
				],
				['another server', head('http://elsewhere.test/api/user'), /^HTTP\/1\.1 40[014] /],
				['an address without a slash', head('api/user'), /^HTTP\/1\.1 40[014] /],
				['a tunnel', `CONNECT forge:1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`, /^(?:HTTP\/1\.1 4\d\d .*|)$/s],
				[
					'an upgrade',
					head('/api/no-such', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'),
					/^HTTP\/1\.1 40[04] /,
				],
				[
					'a flood of headers',
					head('/api/user', `X-A: ${'a'.repeat(100)}\r\n`.repeat(2000)),
					/^HTTP\/1\.1 431 /,
				],
				['a very long address', head(`/${'a'.repeat(40_000)}`), /^HTTP\/1\.1 (?:414|431|404) /],
				['two lengths', head('/api/user', 'Content-Length: 1\r\nContent-Length: 2\r\n'), /^HTTP\/1\.1 400 /],
				[
					'no length',
					`POST /api/lists HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\n\r\n`,
					/^HTTP\/1\.1 400 /,
				],
				[
					'chunks that are none',
					`POST /api/lists HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
					/^HTTP\/1\.1 40[0-4] /,
				],
				['raw bytes in an address', head('/api/user/~\u00ff\u00fe'), /^HTTP\/1\.1 40[04] /],
				['junk', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n', /^HTTP\/1\.1 400 /],
				['an end of line alone', '\r\n\r\nnonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
				['mail', 'EHLO test\r\nMAIL FROM:<a@b>\r\n\r\n', /^HTTP\/1\.1 400 /],
			];
			for (const [what, bytes, expected] of cases) {
				assert.match(await responseOf(portOf(service), bytes), expected, what);
			}
		});

		it(`in the form of half a request does not block the ${service} area`, async () => {
			const open: Socket[] = [];
			try {
				for (const bytes of [
					'GET /api/us',
					'GET /api/user HTTP/1.1\r\nHost: fo',
					`POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1:${portOf(service)}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`,
				]) {
					const socket = connect(portOf(service), '127.0.0.1');
					socket.on('error', () => {});
					open.push(socket);
					await once(socket, 'connect');
					socket.write(bytes);
				}
				// The forge has started on the last request: it asks for the body and gets half of it.
				const [last] = open.slice(-1);
				assert.ok(last);
				const [begun] = await once(last, 'data');
				assert.match(String(begun), /^HTTP\/1\.1 (?:100|40[0-5]) /);
				last.write('{"name":');
				const answers = await Promise.all(
					Array.from({ length: 20 }, () => send(service, { path: own(service) })),
				);
				assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
			} finally {
				for (const socket of open) socket.destroy();
			}
		});
	}

	const large = Buffer.alloc(10 * 1024 * 1024, 'a');
	const takers: readonly [Service, string][] = [
		['lists', '/api/lists'],
		['repositories', '/api/repos'],
		['trackers', '/api/trackers/editor/tickets'],
		['trackers', '/api/user/webhooks'],
		['identity', '/oauth2/access-token'],
		['identity', '/login'],
	];
	for (const [service, path] of takers) {
		it(`of 10 MB is too large for POST ${path}, and its connection remains usable`, async () => {
			const single = new Agent({ keepAlive: true, maxSockets: 1 });
			try {
				const type = service === 'identity' ? 'application/x-www-form-urlencoded' : 'application/json';
				const answered = await send(service, { method: 'POST', path, type, body: large, agent: single });
				assertRefused(answered, [413], path);
				const next = await send(service, { path: '/api/version', agent: single });
				assert.equal(next.status, 200);
				assert.equal(next.via, answered.via, 'the connection was lost');
			} finally {
				single.destroy();
			}
		});
	}

	it('of 10 MB is not awaited if no route accepts it', async () => {
		for (const service of services) {
			const answered = await send(service, { method: 'POST', path: '/api/no-such', body: large });
			assertRefused(answered, [404], service);
		}
	});

	it('in a path with thousands of slashes is not found, and blocks no other request', async () => {
		const slashes = 'a/'.repeat(6000);
		const places = ['tree', 'blob', 'log'].map((kind) => `/api/repos/editor/${kind}/${slashes}`);
		const pages = [
			`/~ana/editor/tree/${slashes}`,
			`/~ana/editor/${slashes}`,
			`/${slashes}`,
			`/api/${slashes}`,
		];
		for (const path of [...places, `/api/~ana/repos/editor/tree/master/${slashes}`, ...pages]) {
			const [wrong, right] = await Promise.all([
				send('repositories', { path }),
				send('repositories', { path: '/api/repos/editor/tree/master' }),
			]);
			assertRefused(wrong, [404], path.slice(0, 60));
			assert.equal(right.status, 200);
		}
	});

	it('in the Authorization header is refused', async () => {
		for (const value of [
			'',
			'Bearer',
			'Bearer ',
			'bearer x',
			'Basic eDp5',
			'Bearer a b',
			`Bearer ${'x'.repeat(5000)}`,
			'Bearer \u00ff',
		]) {
			const answered = await send('lists', { path: '/api/lists', headers: { Authorization: value } });
			assertRefused(answered, [401], value);
		}
	});

	it('to the mail port is refused, and mail still works', async () => {
		const { port } = forge.smtp;
		const junk = [
			'GET / HTTP/1.1\r\nHost: forge\r\n\r\n',
			`${'x'.repeat(100_000)}\r\n`,
			'\u0000\u0001\u0002\r\n',
			'MAIL FROM:<a@b>\r\nDATA\r\n',
			'EHLO test\r\nMAIL FROM:<\u0000>\r\nRCPT TO:<~../../etc@x>\r\n',
		];
		const slow = connect(port, '127.0.0.1');
		slow.on('error', () => {});
		await once(slow, 'connect');
		slow.write('EHLO te');
		try {
			await Promise.all(
				junk.map(async (bytes) => {
					const answer = await responseOf(port, `${bytes}QUIT\r\n`, /^(?:221|421) /m);
					assert.match(answer, /^[45]\d\d /m, bytes.slice(0, 40));
				}),
			);
			const post = await mailer(port);
			for (const to of [
				'~ana/../x@lists.localhost',
				'~../..@lists.localhost',
				'~ana/@x',
				'~ana/editor-devel+../x@x',
			]) {
				assert.match(await post.send('bob@example.org', [to], 'x'), /^5\d\d /, to);
			}
			assert.match(
				await post.send(
					'bob@example.org',
					['~ana/editor-devel@lists.localhost'],
					Buffer.from([0, 1, 255, 254]),
				),
				/^(?:250|550) /,
			);
			post.end();
		} finally {
			slow.destroy();
		}
	});
});

/** Returns what a port answers to some bytes until it closes the connection or the answer matches `enough`. */
async function responseOf(port: number, bytes: string, enough?: RegExp): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	let answer = '';
	const over = new Promise<void>((resolve) => {
		socket.on('error', () => resolve());
		socket.on('close', () => resolve());
		socket.on('data', (part) => {
			answer += part;
			if (enough?.test(answer)) resolve();
		});
	});
	socket.write(Buffer.from(bytes, 'latin1'));
	await over;
	socket.destroy();
	return answer;
}
