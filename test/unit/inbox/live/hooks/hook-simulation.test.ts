import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { until } from '../../../../tools/until.ts';
import { webhookWindows } from './webhook-windows.ts';

const names = ['editor', 'shell', 'kernel'];
const wanted = fc.subarray(names);
const pauseMs = fc.constantFrom(0, 5, 40);

/** What happens to the windows of a machine and to their forge. */
const step = fc.oneof(
	fc.record({ kind: fc.constant('want' as const), wanted, pauseMs }),
	fc.record({ kind: fc.constantFrom('kill', 'kill, other port', 'stop', 'second leader'), wanted, pauseMs }),
	fc.record({
		kind: fc.constantFrom('renew token', 'sign out', 'forget', 'cut', 'lose answers', 'heal'),
		pauseMs,
	}),
);

describe('Hooks, whatever happens', function () {
	this.timeout(120_000);
	const { start } = webhookWindows();

	it('are in the end registered once for each wanted target, and no others are left', async () => {
		const check = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
			const { forge, line, open, happen, signOut } = await start('event-on-tracker');
			let token = 'alice';
			let current = await open({ wanted: names, token });
			const restart = async (port = 0, targets: readonly string[] = names) => {
				current.kill();
				current = await open({ wanted: targets, token, port });
			};
			for (const one of steps) {
				if (one.kind === 'want') current.want(...one.wanted);
				if (one.kind === 'kill') await restart(current.port, one.wanted);
				if (one.kind === 'kill, other port') await restart(0, one.wanted);
				if (one.kind === 'stop') {
					await current.account.stop(AbortSignal.timeout(100));
					await restart(current.port, one.wanted);
				}
				if (one.kind === 'second leader') {
					const first = current;
					current = await open({ wanted: one.wanted, token });
					await wait(one.pauseMs);
					first.want(...names);
					await wait(one.pauseMs);
					first.kill();
				}
				if (one.kind === 'renew token') {
					forge.accounts.revoke(token);
					const account = { owner: 'alice', scopes: ['*'], expires: null, client: null };
					token = forge.accounts.issue(account).value;
					current.update({ token });
				}
				// The session may go on, because a sign-out can fail.
				if (one.kind === 'sign out') await signOut(token);
				if (one.kind === 'forget') forge.state.hooks.splice(0);
				if (one.kind === 'cut') line.isCut = true;
				if (one.kind === 'lose answers') line.lost = /POST|DELETE/;
				if (one.kind === 'heal') Object.assign(line, { isCut: false, lost: undefined });
				await wait(one.pauseMs);
			}
			Object.assign(line, { isCut: false, lost: undefined });
			await restart(current.port, ['editor', 'kernel']);
			await current.shows('editor registered', 'kernel registered');
			const found = () => forge.state.hooks.filter((hook) => hook.token === token).map(({ place }) => place);
			const isDone = () => found().length === 2 && new Set(found()).size === 2;
			await until(isDone, { what: `one hook for each of two targets instead of ${found()}` });
			for (const name of ['editor', 'kernel']) await happen(name);
			await until(() => new Set(current.delivered).size === 2, { what: 'a delivery to each target' });
			current.kill();
		};
		await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), check), {
			numRuns: 25,
			interruptAfterTimeLimit: 60_000,
		});
	});
});
