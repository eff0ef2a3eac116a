import { TargetWebhooks } from '../../../../../src/inbox/live/hooks/target-webhooks.ts';
import type { HookTarget } from '../../../../../src/platform/state/watch-source.ts';

export const targetOf = (tracker: string): HookTarget => ({
	family: 'tracker',
	params: { owner: '~alice', tracker },
});

/** About which nothing is known yet. */
export const webhooksOf = (target: HookTarget = targetOf('editor')): TargetWebhooks =>
	new TargetWebhooks(target, 'http://127.0.0.1:1234', 'a'.repeat(32));
