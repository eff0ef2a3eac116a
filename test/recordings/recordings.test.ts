import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../src/forge/client/pages.ts';
import { ForgeError, type ForgeErrorKind } from '../../src/forge/contract/errors.ts';
import { read } from '../../src/forge/contract/read.ts';
import type { Answer, EndpointRow } from '../../src/forge/contract/row.ts';
import { listRows } from '../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../src/forge/rows/webhooks.ts';
import { createVerifier } from '../../src/forge/webhooks/delivery.ts';
import { families } from '../../src/forge/webhooks/families.ts';
import { matcher } from '../../src/sandbox/server/serve.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { folder, readRecording, replay } from './exchanges.ts';

interface Recording {
	readonly name: string;
	readonly service: string;
	readonly request: {
		readonly method: EndpointRow['method'];
		readonly path: string;
		readonly body?: unknown;
	};
	readonly response: {
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
		readonly body?: unknown;
		readonly body_text?: string;
		readonly body_base64?: string;
	};
}

const recordings: Recording[] = globSync('{git,lists,meta,todo}/*.json', { cwd: folder })
	.sort()
	.map((file) => ({ name: file, ...readRecording(file) }));

type AnyRow = EndpointRow<string, unknown, Answer<unknown>>;

const tables: Readonly<Record<string, Readonly<Record<string, AnyRow>>>> = {
	git: repositoryRows,
	lists: listRows,
	todo: trackerRows,
	meta: trackerRows,
};

const hookTables = Object.values(families).map(({ path }) => webhookRows(path));

/** The error kind of each status, for requests that answer with data. */
const kindOfStatus: Readonly<Record<number, ForgeErrorKind>> = {
	400: 'refused',
	401: 'signed-out',
	403: 'forbidden',
	404: 'missing',
	405: 'refused',
	500: 'surprise',
};

function expectedKind({ response: { status, headers, body } }: Recording): ForgeErrorKind | undefined {
	if (status < 400) return undefined;
	const isPage = !headers['Content-Type']?.startsWith('application/json');
	if (status === 401 && isPage) return 'forbidden';
	if (/invalid or expired oauth token/i.test(JSON.stringify(body ?? ''))) return 'signed-out';
	return kindOfStatus[status];
}

function bodyOf({ body, body_text, body_base64 }: Recording['response']): Buffer {
	if (body !== undefined) return Buffer.from(JSON.stringify(body));
	return body_base64 === undefined ? Buffer.from(body_text ?? '') : Buffer.from(body_base64, 'base64');
}

describe('Recorded answers of real servers', () => {
	let current: Recording | undefined;
	const real = testWire({
		base: 'https://recorded.test',
		token: () => 'a-token',
		fetch: replay(() => {
			const { status = 500, headers = {} } = current?.response ?? {};
			return { status, headers, body: current && bodyOf(current.response) };
		}),
	});

	it('are many', () => assert.ok(recordings.length > 150));

	for (const recording of recordings.filter(({ request }) => request.path.startsWith('/api/'))) {
		const { name, service, request } = recording;
		it(`are read, or fail with the error of their status: ${name} (${request.method} ${request.path.slice(0, 60)})`, async () => {
			current = recording;
			const path = request.path.replace(/\?.*/, '');
			const found = [tables[service] ?? {}, ...hookTables]
				.flatMap((table): AnyRow[] => Object.values(table))
				.find((row) => row.method === request.method && matcher(row.path)(path));
			const outcome = await ask(recording, path, found).then(
				() => undefined,
				(error: unknown) => error,
			);
			if (outcome !== undefined && !(outcome instanceof ForgeError)) throw outcome;
			assert.equal(outcome?.kind, expectedKind(recording), outcome?.message);
		});
	}

	/** Repeats a recorded request, even one that the typed functions would not send, and reads the answer as its row says. */
	async function ask(
		{ request: { method, body } }: Recording,
		path: string,
		row: AnyRow | undefined,
	): Promise<unknown> {
		const route = row?.path ?? path;
		const call = {
			method,
			isWrite: method !== 'GET',
			path,
			route,
			query: {},
			body,
			scope: null,
			signal: undefined,
		};
		const answer = row?.answer;
		// An answer that is not in the contract is not parsed.
		if (!answer || answer.kind === 'bytes') return real.bytes(call);
		if (answer.kind === 'nothing') return real.nothing(call);
		if (answer.kind === 'one') return read(answer.shape, await real.json(call), real.report);
		for await (const page of pages(answer, () => real.json(call), real.report)) return page;
		return undefined;
	}
});

describe('Recorded deliveries of real servers', () => {
	const key = readFileSync(join(folder, 'webhooks', 'PUBLIC-KEY.b64'), 'utf8').trim();
	const verify = createVerifier(key);

	for (const file of globSync('webhooks/*.json', { cwd: folder }).sort()) {
		const { request } = readRecording(file);

		it(`are verified and understood: ${file}`, () => {
			const body = Buffer.from(request.body_raw, 'utf8');
			const verified = verify(request.headers, body);
			// One recording was edited after capture: its length shows it, and its signature must, too.
			if (Number(request.headers['Content-Length']) !== body.length) {
				assert.deepEqual(verified, { kind: 'rejected', why: 'forged' });
				return;
			}
			assert.notEqual(verified.kind, 'rejected', JSON.stringify(verified));
			if (verified.kind === 'event') assert.equal(verified.event, request.headers['X-Webhook-Event']);
			assert.deepEqual(verify(request.headers, body), { kind: 'rejected', why: 'replayed' });
		});

		it(`are refused when a byte is added: ${file}`, () => {
			const body = Buffer.from(`${request.body_raw} `, 'utf8');
			assert.deepEqual(createVerifier(key)(request.headers, body), { kind: 'rejected', why: 'forged' });
		});
	}
});
