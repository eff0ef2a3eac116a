import { mock } from 'node:test';

type Timer = Parameters<typeof clearTimeout>[0];
type Create = (run: () => void, ms?: number, ...args: unknown[]) => NodeJS.Timeout;

/**
 * Makes each clock that a test stops ignore the timers of earlier ones. Node would end a timer of the new clock instead, if something that an
 * earlier test has left running ends one of its own.
 */
export function guardStoppedClocks(): void {
	const enable = mock.timers.enable.bind(mock.timers);
	mock.timers.enable = (options) => {
		enable(options);
		const own = new WeakSet<object>();
		for (const [set, clear] of [
			['setTimeout', 'clearTimeout'],
			['setInterval', 'clearInterval'],
		] as const) {
			const create: Create = globalThis[set];
			const end = globalThis[clear];
			if (create === real[set]) continue;
			const createOwn: Create = (...given) => {
				const timer = create(...given);
				own.add(timer);
				return timer;
			};
			const endOwn = (timer: Timer) => {
				if (typeof timer === 'object' && own.has(timer)) end(timer);
			};
			Object.assign(globalThis, { [set]: createOwn, [clear]: endOwn });
		}
	};
}

const real = { setTimeout, setInterval };
