import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { startTestListener } from './deliveries.ts';

// A listener with a hook of the forge whose key is given. Reports at the start and whenever it is asked.
const [key = ''] = process.argv.slice(2);
const { addHook, port, received } = await startTestListener(new Lifetime(), { limits: { requestMs: 500 } });
const address = `http://127.0.0.1:${port}${addHook({ key }).path}`;
const delays = monitorEventLoopDelay();
delays.enable();
const report = () =>
	process.send?.({
		address,
		received: received.length,
		megabytes: process.memoryUsage.rss() / 2 ** 20,
		longestDelayMs: delays.max / 1e6,
	});
process.on('message', report);
process.on('disconnect', () => process.exit());
report();
