import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../../../tools/until.ts';
import { attackListener } from './attack-listener.ts';
import { exchange, forgeKey, requestBytes, statusOf } from './deliveries.ts';

const program = fileURLToPath(import.meta.resolve('./listener-process.ts'));
const maxGrowthMb = 150;
const longestDelayMs = 2000;

interface Report {
	readonly address: string;
	readonly received: number;
	readonly megabytes: number;
	readonly longestDelayMs: number;
}

describe('The process of a webhook listener that is attacked', function () {
	this.timeout(60_000);
	let child: ChildProcess;
	beforeEach(() => {
		child = fork(program, [forgeKey.public], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	});
	afterEach(() => child.kill());

	async function report(): Promise<Report> {
		const [answer] = await once(child, 'message');
		return answer;
	}
	const ask = () => {
		child.send('report');
		return report();
	};

	it('always has time for the user, frees its memory, and accepts deliveries afterwards', async () => {
		const before = await report();
		const { port, pathname } = new URL(before.address);
		await attackListener(before.address);
		const { longestDelayMs: longest, received } = await ask();
		assert.ok(longest < longestDelayMs, `it was busy for ${Math.round(longest)} ms`);
		const isAccepted = async () => statusOf(await exchange(Number(port), requestBytes(pathname))) === 200;
		await until(isAccepted, { what: 'a delivery is accepted' });
		await until(async () => (await ask()).received > received, { what: 'it is passed on' });
		await until(async () => (await ask()).megabytes < before.megabytes + maxGrowthMb, {
			what: 'the memory is free again',
		});
	});
});
