import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Wire } from '../../../../src/forge/client/connect.ts';
import '../../../../src/forge/wire/failed-reads.ts';
import { testWire } from '../../../kit/forge/test-wire.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../kit/window/clock.ts';

const failed = { status: 200, body: { data: null, errors: [{ message: 'Temporary error' }] } };
const refused = { status: 403, body: { errors: [{ reason: 'no' }] } };
const refusedCertificate = { status: 0, body: 'CERT_HAS_EXPIRED' };
const unreadable = { status: 200, body: undefined };
const answered = { status: 200, body: { data: {}, errors: [] } };

describe('Reads that a forge has failed to answer', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
	afterEach(() => mock.timers.reset());

	/** A forge that gives the same answer to all. `ask` sends a read as often as wanted, one after the other. */
	function open(forge: {
		answer: { readonly status: number; readonly body: unknown };
		toB?: typeof answered;
	}) {
		let requests = 0;
		const { log, lines } = readable();
		const wire = testWire({
			base: 'https://lists.forge.test',
			token: () => undefined,
			log,
			fetch: async (url) => {
				requests += 1;
				const { status, body } = (url.endsWith('/b') && forge.toB) || forge.answer;
				if (status === 0) throw Object.assign(new Error('No answer.'), { code: body });
				return { status, bytes: Buffer.from(JSON.stringify(body) ?? 'no data'), header: () => null };
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
		['with an answer that cannot be read', unreadable],
		['without an answer', refusedCertificate],
	] as const)
		it(`are sent again at most five times in a minute once five were sent, ${what}`, async () => {
			const { ask, requests, warnings } = open({ answer });
			const asked = ask('/a', 12);
			await settleAll();
			assert.equal(requests(), 6);
			for (let times = 1; times <= 5; times++) {
				mock.timers.tick(12_000);
				await settleAll();
				assert.equal(requests(), 6 + times);
			}
			mock.timers.tick(12_000);
			await asked;
			assert.equal(warnings().length, 2);
		});

	it('do not delay other reads, changes, and reads that have not been repeated', async () => {
		const { ask, send, requests } = open({ answer: failed });
		await ask('/a', 6);
		void ask('/a', 1);
		await Promise.all(Array.from({ length: 200 }, (_, nth) => ask(`/b/${nth}`, 2)));
		await send('/a', true).catch(() => {});
		assert.equal(requests(), 407);
	});

	it('are sent once if another one succeeds, and then wait as before', async () => {
		const forge: Parameters<typeof open>[0] = { answer: failed };
		const { ask, requests } = open(forge);
		await ask('/a', 6);
		await ask('/b', 1);
		void ask('/a', 500);
		await settleAll();
		assert.equal(requests(), 7);
		forge.toB = answered;
		await ask('/b', 1);
		await settleAll();
		assert.equal(requests(), 9);
	});

	it('are all sent at once when one of them succeeds', async () => {
		const forge: { answer: typeof failed | typeof answered } = { answer: failed };
		const { ask, requests } = open(forge);
		await ask('/a', 6);
		await ask('/b', 1);
		const waiting = ask('/a', 1);
		await settleAll();
		forge.answer = answered;
		await ask('/b', 1);
		await waiting;
		await ask('/a', 500);
		assert.equal(requests(), 509);
	});
});

/** Lets requests follow one another until one waits for time to pass. */
async function settleAll(): Promise<void> {
	for (let nth = 0; nth < 200; nth++) await settle();
}
