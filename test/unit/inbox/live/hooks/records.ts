import type { HookRecord } from '../../../../../src/inbox/live/hooks/hook-record.ts';

export const targetOf = (tracker: string): HookRecord['target'] => ({
	family: 'tracker',
	params: { owner: '~alice', tracker },
});

export const registered: HookRecord['state'] = {
	...{ kind: 'registered', hooks: [1], missing: [], since: 0, hasDelivered: false },
};

/** A record of registered hooks, whose secret is made of this digit. */
export const recordOf = (digit = 'a', state: HookRecord['state'] = registered): HookRecord => ({
	...{ target: targetOf('editor'), address: 'http://127.0.0.1:1234', token: 'token', state },
	secret: digit.repeat(32),
});
