import assert from 'node:assert/strict';
import type { PatchsetKey } from '../../../../src/platform/model/keys.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import { answerWith, choose, enter, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { StatusCommands } = await import('../../../../src/patches/commands/status-commands.ts');

const list = { owner: '~ana', list: 'editor-devel' };
const row = (patchset: number, account = 'ana') => ({
	...{ id: `${patchset}`, label: 'A patchset' },
	about: { kind: 'patchset', key: { account, ...list, patchset } },
});

describe('The commands on the status of patchsets', () => {
	const { open: openWindow } = demoLists();

	async function open(name: Name = 'ana', current: readonly PatchsetKey[] = [], undoSeconds = 60) {
		const window = await openWindow({ names: [name] });
		const cache = await window.cache(name, list.list);
		await cache.refresh();
		const statuses = await window.statuses();
		window.forget();
		setSetting('tildeforge.undoSeconds', undoSeconds);
		const commands = new StatusCommands(statuses, async () => current);
		/** The statuses that are not on the forge yet, by patchset. */
		const pending = () =>
			statuses.outbox.entries.map(({ key }) => [key.patchset, statuses.waitingStatusOf(key)]);
		return { ...window, commands, statuses, pending };
	}
	const arrow = '“term: three bytes are enough for an arrow”';

	it('set it for the selected rows as one change, except where it is set already', async () => {
		const { commands, pending, statuses } = await open();
		await commands.setTo([row(14), [row(14), row(12), row(10)]], 'approved');
		assert.deepEqual(pending(), [
			[14, 'approved'],
			[12, 'approved'],
		]);
		assert.deepEqual(takeCalls(), ['status bar: 1 of 3 patchsets are already marked as approved']);
		assert.equal((await statuses.outbox.undo()).length, 2);
		await commands.setTo([row(14)], 'proposed');
		await commands.setTo([row(14), [row(14), row(12)]], 'proposed');
		assert.deepEqual(takeCalls(), [
			`status bar: ${arrow} is already marked as proposed`,
			'status bar: All 2 patchsets are already marked as proposed',
		]);
		assert.deepEqual(pending(), []);
	});

	it('say how many patchsets they change before they send anything, if that cannot be undone', async () => {
		const { commands, statuses } = await open('ana', [], 0);
		let said: readonly string[] | undefined;
		statuses.outbox.onDidChange(() => {
			said ??= takeCalls();
		});
		await commands.setTo([row(14), [row(14), row(12), row(10)]], 'approved');
		assert.deepEqual(said, [
			'status bar: Approving 2 patchsets… 1 of 3 patchsets are already marked as approved',
		]);
		await until(() => statuses.outbox.entries.length === 0);
		await commands.setTo([row(14)], 'proposed');
		assert.deepEqual(takeCalls(), []);
		await until(() => statuses.outbox.entries.length === 0);
	});

	it('ask for the status, with the current one marked', async () => {
		const { commands, pending } = await open();
		answerWith(choose('Applied'));
		await commands.change([row(14)]);
		assert.deepEqual(pending(), [[14, 'applied']]);
		assert.deepEqual(takeCalls(), [
			`pick: Status: ${arrow}: Select a status: $(git-pull-request) Proposed (current) | $(git-pull-request-go-to-changes) Needs revision | $(pass) Approved | $(git-merge) Applied | $(git-pull-request-closed) Rejected | $(git-pull-request-draft) Superseded`,
		]);
		await commands.change([row(14), [row(14), row(12)]]);
		assert.match(takeCalls()[0] ?? '', /^pick: Status: 2 patchsets: .* Applied \| /);
		assert.deepEqual(pending(), [[14, 'applied']]);
	});

	it('conflict with a status that another user has set while the user was asked', async () => {
		const { commands, statuses, cache: cacheOf, lists } = await open('ana', [], 0);
		const cache = await cacheOf('ana', list.list);
		answerWith(async (items, options) => {
			await lists.of('ana')?.client.updatePatchset({ ...list, patchset: 14 }, { status: 'rejected' });
			await cache.readPatchset(14);
			return choose('Applied')(items, options);
		});
		await commands.change([row(14)]);
		await until(() => statuses.outbox.entries[0]?.state.kind === 'conflict');
	});

	it('act on the last choice if they are called without a row, and on none if there is no choice', async () => {
		const key = { account: 'ana', ...list, patchset: 13 };
		const chosen = await open('ana', [key, key]);
		await chosen.commands.setTo([], 'rejected');
		assert.deepEqual(chosen.pending(), [[13, 'rejected']]);
		const none = await open();
		await none.commands.setTo([], 'rejected');
		await none.commands.setTo([undefined], 'rejected');
		assert.deepEqual(takeCalls(), [
			'status bar: Select a patchset first.',
			'status bar: The list changed. Try again.',
		]);
		assert.deepEqual(none.pending(), []);
	});

	it('say who may set it before they offer a choice, and let the user try', async () => {
		const { commands, pending, asked } = await open('bob');
		const message = 'Only ~ana, the owner of the list, and its moderators may change the status.';
		await commands.change([row(14, 'bob')]);
		assert.deepEqual(takeCalls(), [`warning: ${message}: Try Anyway`]);
		// The list, with what it permits, was read a moment ago.
		assert.deepEqual([asked(), pending()], [[], []]);
		answerWith(enter('Try Anyway'), choose('Approved'));
		await commands.change([row(14, 'bob')]);
		takeCalls();
		assert.deepEqual([asked(), pending()], [[], [[14, 'approved']]]);
	});
});
