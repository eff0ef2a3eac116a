import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { type LiveState, liveState } from '../../../../src/inbox/model/live-state.ts';
import type { LiveStatus } from '../../../../src/inbox/state/live-status.ts';
import { LiveStatusItem } from '../../../../src/inbox/view/live-status-item.ts';
import { settle, stopTheClock } from '../../../kit/window/clock.ts';
import { facts, live, resource } from '../model/live-facts.ts';

/** An item of the status bar that lists what is written to it. */
function recordingItem() {
	const written: string[] = [];
	const item = new Proxy(
		{
			...{ name: '', text: '', tooltip: '', command: '', accessibilityInformation: undefined },
			show: () => written.push('shown'),
			hide: () => written.push('hidden'),
			dispose: () => written.push('disposed'),
		},
		{
			set: (target, name, value) => {
				written.push(`${String(name)} = ${typeof value === 'string' ? value : JSON.stringify(value)}`);
				return Reflect.set(target, name, value);
			},
		},
	);
	return { item, take: () => written.splice(0) };
}

describe('The item of the status bar', () => {
	stopTheClock();

	function open(state?: LiveState) {
		const changes = new Emitter<void>();
		const status = { state, onDidChange: changes.event };
		const { item, take } = recordingItem();
		const shown = new LiveStatusItem(item, status as object as LiveStatus);
		return {
			...{ shown, take },
			become: async (next: LiveState | undefined) => {
				status.state = next;
				changes.fire();
				mock.timers.tick(1000);
				await settle();
			},
		};
	}

	const polling = liveState(facts(resource()));
	const head = ['name = Tildeforge Live Status', 'command = tildeforge.showLiveStatus'];

	it('says how the window learns what happens, also to screen readers, and opens Live Status', () => {
		const { take } = open(liveState(facts(resource({ hook: live }))));
		assert.deepEqual(take(), [
			...head,
			'text = $(broadcast)',
			'tooltip = Tildeforge: Live\n\nYour forge reports changes as they happen.',
			'accessibilityInformation = {"label":"Tildeforge: Live. Your forge reports changes as they happen."}',
			'shown',
		]);
	});

	it('is shown only while there is an account', async () => {
		const { take, become } = open();
		assert.deepEqual(take(), [...head, 'hidden']);
		await become(polling);
		assert.equal(take().at(-1), 'shown');
		await become(undefined);
		assert.deepEqual(take(), ['hidden']);
		await become(polling);
		assert.equal(take().at(-1), 'shown');
	});

	it('is not written again while its words stay the same', async () => {
		const { take, become } = open(polling);
		take();
		await become(polling);
		assert.deepEqual(take(), []);
		await become(liveState(facts(resource({ hook: live }))));
		assert.match(take().join('\n'), /^text = \$\(broadcast\).*\ntooltip.*\n\n.*\naccess.*$/);
	});

	it('is removed at the end', async () => {
		const { shown, take, become } = open(polling);
		take();
		shown.dispose();
		await become(undefined);
		assert.deepEqual(take(), ['disposed']);
	});
});
