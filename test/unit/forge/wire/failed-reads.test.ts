import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Wire } from '../../../../src/forge/client/connect.ts';
import '../../../../src/forge/wire/failed-reads.ts';
import { testWire } from '../../../kit/forge/test-wire.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../kit/window/clock.ts';

const failed = { status: 200, body: { data: null, errors: [{ message: 'Temporary error' }] } };
const refused = { status: 403, body: { errors: [{ reason: 'no' }] } };
const answered = { status: 200, body: { data: {} } };

describe('Reads that a forge has failed to answer', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
	afterEach(() => mock.timers.reset());

	/** A forge that gives the same answer to all. `ask` sends a read as often as wanted, one after the other. */
	function open(forge: { answer: typeof failed | typeof refused | typeof answered }) {
		let requests = 0;
		const { log, lines } = readable();
		const wire = testWire({
			base: 'https://lists.forge.test',
			token: () => undefined,
			log,
			fetch: async () => {
				requests += 1;
				const { status, body } = forge.answer;
				return { status, bytes: Buffer.from(JSON.stringify(body)), header: () => null };
			},
		});
		const send = (path: string, isWrite = false): ReturnType<Wire['json']> =>
			wire.json({
				...{ method: isWrite ? 'POST' : 'GET', isWrite, route: path, path, query: {} },
				...{ body: isWrite ? {} : undefined, scope: null, signal: undefined },
			});
		const ask = async (path: string, times: number) => {
			for (let nth = 0; nth < times; nth++) await send(path).catch(() => {});
		};
		return {
			send,
			ask,
			requests: () => requests,
			warnings: () => lines.filter(({ line }) => /repeated/.test(line)),
		};
	}

	for (const [what, answer] of [
		['in GraphQL', failed],
		['by their status', refused],
	] as const)
		it(`are sent again at most 120 times in a minute, ${what}`, async () => {
			const { ask, requests, warnings } = open({ answer });
			const asked = ask('/a', 1000);
			await settleAll();
			assert.equal(requests(), 121);
			assert.equal(warnings().length, 1);
			mock.timers.tick(60_000);
			await settleAll();
			assert.equal(requests(), 241);
			for (let minute = 0; minute < 10; minute++) {
				mock.timers.tick(60_000);
				await settleAll();
			}
			await asked;
		});

	it('do not delay other reads, changes, and reads that succeed again', async () => {
		const forge: { answer: typeof failed | typeof answered } = { answer: failed };
		const { ask, send, requests } = open(forge);
		await ask('/a', 121);
		const waiting = ask('/a', 1);
		await ask('/b', 1);
		await send('/a', true).catch(() => {});
		await settleAll();
		assert.equal(requests(), 123);
		forge.answer = answered;
		mock.timers.tick(60_000);
		await waiting;
		await ask('/a', 500);
		assert.equal(requests(), 624);
	});
});

/** Lets requests follow one another until one waits for time to pass. */
async function settleAll(): Promise<void> {
	for (let nth = 0; nth < 2000; nth++) await settle();
}
