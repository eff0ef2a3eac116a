import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { type LiveState, liveState } from '../../../../src/inbox/model/live-state.ts';
import { type FakeBox, made, signInOffer, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { facts, live, none, resource } from '../model/live-facts.ts';

const { showLiveStatus } = await import('../../../../src/inbox/commands/live-status.ts');

describe('Live Status', () => {
	const site = resource({ id: 'site', name: '~ana/$(bug)', hook: live });
	const some = liveState(facts(resource(), site));

	async function open({
		problems = [],
		...given
	}: {
		readonly state?: LiveState | undefined;
		readonly problems?: readonly string[];
	} = {}) {
		const state = 'state' in given ? given.state : some;
		made.boxes.length = 0;
		takeCalls();
		const changes = new Emitter<void>();
		const status: { state: LiveState | undefined } & Omit<Parameters<typeof showLiveStatus>[0], 'state'> = {
			state,
			onDidChange: changes.event,
		};
		const done: string[] = [];
		const shown = showLiveStatus(
			status,
			() => problems,
			() => done.push('refresh'),
		);
		const become = (next: LiveState | undefined) => {
			status.state = next;
			changes.fire();
		};
		return { box: made.boxes[0], shown, done, become };
	}

	const boxOf = (box: FakeBox | undefined): FakeBox => box ?? assert.fail();
	const rows = (box: FakeBox) =>
		box.items.map(({ label, description = '', detail = '' }) => `${label}: ${description}: ${detail}`);

	it('has a row for each resource, whose names are only text, and says in one line what its title means', async () => {
		const opened = await open();
		const box = boxOf(opened.box);
		assert.equal(box.title, 'Live Status: Partly live');
		assert.equal(box.placeholder, 'What is not live is checked regularly while this window has the focus.');
		const [polled, isLive, separator, first, second] = rows(box);
		assert.equal(polled, `Checked regularly: ~ana/editor: ${none.why}`);
		assert.equal(isLive, 'Live: ~ana/\\$(bug): ');
		assert.equal(separator, 'Trackers, Mailing Lists and Repositories: : ');
		assert.equal(first, '~ana/editor: tracker · checked about every 30 seconds: ');
		assert.match(second ?? '', /^~ana\/\\\$\(bug\): tracker · live · last delivery .* ago: $/);
		box.hide();
		await opened.shown;
	});

	it('follows changes, keeps the active row, and ends with the last account', async () => {
		const { box: given, become, shown } = await open();
		const box = boxOf(given);
		box.activeItems = box.items.slice(-1);
		become(liveState(facts(resource({ hook: live }), site)));
		await until(() => box.title === 'Live Status: Live');
		assert.deepEqual(box.activeItems, box.items.slice(-1));
		become(undefined);
		await shown;
	});

	it('reads everything again when the user asks for it', async () => {
		const { box: given, done } = await open();
		const box = boxOf(given);
		box.pressed.fire(box.buttons[0]);
		assert.deepEqual(done, ['refresh']);
		box.hide();
	});

	it('does nothing when a row is chosen, but opens the settings if they are wrong', async () => {
		const { box: given, shown } = await open({ problems: ['The port is wrong.'] });
		const box = boxOf(given);
		box.choose('~ana/editor');
		assert.deepEqual([box.isShown, takeCalls()], [true, []]);
		assert.equal(rows(box)[0], '$(warning) Open Settings: : The port is wrong.');
		box.choose('Open Settings');
		await shown;
		assert.match(takeCalls().join(), /workbench\.action\.openSettings: @ext:tildeforge\.tildeforge live/);
	});

	for (const accounts of ['none', 'one that its forge has signed out'] as const) {
		it(`offers to sign in if there is no account: ${accounts}`, async () => {
			const endedSessions = accounts === 'none' ? 0 : 1;
			const { box, shown } = await open({ state: liveState({ ...facts(), accounts: 0, endedSessions }) });
			await shown;
			assert.equal(box, undefined);
			assert.deepEqual(takeCalls(), [signInOffer]);
		});
	}
});
