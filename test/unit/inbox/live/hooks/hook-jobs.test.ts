import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { HookJobs, registerName, serverOf } from '../../../../../src/inbox/live/hooks/hook-jobs.ts';
import { HookProofs } from '../../../../../src/inbox/live/hooks/hook-proofs.ts';
import type { HookRecord } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import type { RegisteredHooks } from '../../../../../src/inbox/live/hooks/registered-hooks.ts';
import { recordOf, registered, targetOf } from './records.ts';

const never = new AbortController().signal;
const pace = { checkMs: 1000, rarelyMs: 10_000, lostMs: 100 };
const registrar = { address: 'http://here', token: 'token' };
const serverError = new ForgeError('surprise', '', { status: 500 });

describe('The jobs of hooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	function create(more: Partial<Record<keyof RegisteredHooks, unknown>> = {}) {
		const called: string[] = [];
		const record = (name: string) => async () => called.push(name);
		const hooks = { giveUp: record('giveUp'), setDelivered: record('setDelivered'), ...more };
		const proofs = new HookProofs();
		const jobs = new HookJobs({
			...{ proofs, pace, random: () => 0, scopes: () => null },
			hooks: hooks as unknown as RegisteredHooks,
		});
		return { called, proofs, jobs };
	}
	const delayOf = ([, , delayMs]: readonly [string, unknown, number]) => delayMs;

	it('have a name that contains the address and the token, and the area as server', () => {
		const target = targetOf('editor');
		const names = [
			registerName(target, registrar),
			registerName(target, { ...registrar, token: 'next' }),
			registerName(target, { ...registrar, address: 'http://there' }),
			registerName(targetOf('shell'), registrar),
		];
		assert.equal(new Set(names).size, names.length);
		assert.equal(serverOf(target), 'trackers');
	});

	it('begin with what creates hooks, and end with what checks them', () => {
		const { jobs } = create();
		const ranks = [
			jobs.register(targetOf('editor'), registrar),
			jobs.remove(recordOf(), 'token', 0),
			jobs.next(recordOf()),
		].map(([, { rank }]) => rank);
		assert.deepEqual(ranks, [0, 1, 2]);
	});

	it('repeat a registration after two server errors, and give up after the third', async () => {
		const { jobs, called } = create({ register: () => Promise.reject(serverError) });
		const [, { run }] = jobs.register(targetOf('editor'), registrar);
		await assert.rejects(run(never, 0), serverError);
		await assert.rejects(run(never, 1), serverError);
		assert.deepEqual(called, []);
		await run(never, 2);
		assert.deepEqual(called, ['giveUp']);
	});

	it('never give up because the forge cannot be reached', async () => {
		const offline = new ForgeError('offline', '');
		const { jobs } = create({ register: () => Promise.reject(offline) });
		await assert.rejects(jobs.register(targetOf('editor'), registrar)[1].run(never, 100), offline);
	});

	it('note a delivery that has arrived before the answer of the forge', async () => {
		const record = recordOf();
		const { jobs, called, proofs } = create({ register: async () => record });
		const [, { run }] = jobs.register(record.target, record);
		await run(never, 0);
		assert.deepEqual(called, []);
		proofs.haveDelivered(record);
		await run(never, 0);
		assert.deepEqual(called, ['setDelivered']);
	});

	it('try again rarely what the forge has refused', () => {
		const refused: HookRecord['state'] = { kind: 'refused', reason: '', at: 0, mayExist: false };
		assert.equal(delayOf(create().jobs.next(recordOf('a', refused))), pace.rarelyMs);
	});

	it('check at once hooks of an earlier window, and later those that have proved to exist', () => {
		const { jobs, proofs } = create();
		assert.equal(delayOf(jobs.next(recordOf())), 0);
		proofs.haveDelivered(recordOf());
		assert.equal(delayOf(jobs.next(recordOf())), pace.checkMs);
	});

	it('ask the forge for nothing if the hooks have delivered while the check waited', async () => {
		const asked: string[] = [];
		const { jobs, proofs } = create({ check: async () => asked.push('check') });
		const [, { run }] = jobs.next(recordOf());
		proofs.haveDelivered(recordOf());
		await run(never, 0);
		assert.deepEqual(asked, []);
		mock.timers.tick(pace.checkMs);
		await run(never, 0);
		assert.deepEqual(asked, ['check']);
	});

	it('create lost hooks again at once, and the longer after the more they are lost again', async () => {
		const { jobs, proofs } = create({ check: async () => false });
		const creating = recordOf('a', { kind: 'creating' });
		const delays: number[] = [];
		for (let nth = 0; nth < 10; nth++) {
			await jobs.next(recordOf('a', registered))[1].run(never, 0);
			delays.push(delayOf(jobs.next(creating)));
		}
		assert.deepEqual(delays, [0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
		proofs.wereListed(creating);
		assert.equal(delayOf(jobs.next(creating)), 0);
	});

	it('remove hooks after the given time', () => {
		assert.deepEqual(create().jobs.remove(recordOf(), 'token', 7).slice(2), [7]);
	});
});
