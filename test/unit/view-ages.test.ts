import assert from 'node:assert/strict';
import { sleep } from '../../src/base/clock.ts';
import { createPatchesView } from '../../src/patches/view/patches-view.ts';
import type { Row } from '../../src/platform/view/row.ts';
import type { View } from '../../src/platform/view/view.ts';
import type { Account } from '../../src/signin/connections/connection.ts';
import { noDrafts } from '../kit/pages/no-mails.ts';
import { skippableTime } from '../kit/window/clock.ts';
import { drawnViews } from '../kit/window/drawn-view.ts';
import { until } from '../tools/until.ts';
import '../kit/window/editor.ts';
import { demoLists } from '../kit/forge/demo-lists.ts';
import { readable, stage } from '../kit/forge/tracker-forge.ts';
import { openTicketsScreen } from '../kit/window/tickets-screen.ts';

const vscode = await import('vscode');
const { Tree } = await import('../../src/platform/view/tree/tree.ts');

const minuteMs = 60_000;

/** A view in VS Code, with all rows expanded. */
function displayTree(view: View, accounts: () => readonly Account[]) {
	const provider = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
	const shown = vscode.window.createTreeView<Row>(view.id, { treeDataProvider: provider });
	const words = new Map<string, string>();
	let drawing = Promise.resolve();
	const tree = new Tree(
		{
			...{ id: view.id, view: shown },
			redraw: (rows) => {
				const all = rows === undefined ? [undefined] : [rows].flat();
				drawing = drawing.then(async () => {
					for (const row of all) await (row ? drawRow(row) : drawBelow());
				});
			},
		},
		{
			memory: { get: () => undefined, update: async () => {} },
			roots: async () => view.roots(accounts(), []),
			head: async () => ({}),
			failureRow: async (error) => ({ id: 'failed', label: String(error) }),
			didShow: async (row) => view.didShow?.(row),
		},
	);
	const drawRow = async (row: Row) => {
		const { description, accessibilityInformation } = tree.getTreeItem(row);
		words.set(row.id, [description, accessibilityInformation?.label].join(' | '));
		if (row.children) await drawBelow(row);
	};
	const drawBelow = async (above?: Row): Promise<void> => {
		for (const row of await tree.getChildren(above)) await drawRow(row);
	};
	return {
		/** Draws the tree until everything is read. */
		draw: async () => {
			const isLoading = async () => {
				words.clear();
				await drawBelow();
				return [...words.values()].some((one) => one.endsWith('…'));
			};
			await until(async () => !(await isLoading()));
		},
		/** A minute has passed. */
		age: async () => {
			await tree.refresh('ages');
			await drawing;
			// Requests would begin by now.
			await sleep(50);
		},
		says: (pattern: RegExp) => [...words.values()].filter((one) => pattern.test(one)).length,
	};
}

describe('The ages in', () => {
	const { open } = demoLists();
	const showView = drawnViews();
	const time = skippableTime();
	const { forge: startForge, folder, ending } = stage();

	for (const kind of ['series', 'discussions'] as const)
		it(`the Patches view move on with time, without requests: ${kind}`, async () => {
			const window = await open();
			const cache = await window.cache('ana', 'editor-devel');
			await cache.refresh();
			const active = Math.max(...cache.threads[kind].map((one) => one.active));
			time.goTo(active + 3.5 * minuteMs);
			await cache.refresh();
			const statuses = await window.statuses();
			const { view } = showView(window.accounts, (changed) =>
				createPatchesView({
					...{ source: window.lists, statuses, changed, isVisible: () => true },
					queries: () => [{ name: 'All', text: '' }],
					drafts: noDrafts,
				}),
			);
			const tree = displayTree(view, window.accounts);
			await tree.draw();
			const shown = tree.says(/\b3m\b.* 3 minutes ago/);
			assert.ok(shown > 0);
			window.forget();
			time.skip(0.7 * minuteMs);
			await tree.age();
			assert.equal(tree.says(/\b3m\b| 3 minutes ago/), 0);
			assert.equal(tree.says(/\b4m\b.* 4 minutes ago/), shown);
			assert.deepEqual(window.asked(), []);
		});

	it('the Tickets view move on with time, without requests', async () => {
		const forge = await startForge();
		forge.fill(3);
		const { view, tickets, screen, signIn, settle, dispose } = await openTicketsScreen({
			...{ forge, folder: await folder(), log: readable().log },
		});
		ending(dispose);
		signIn('ana');
		await screen.draw();
		await settle();
		const ages = tickets.accounts.flatMap((account) =>
			(account.trackers.own.value ?? []).flatMap(() => forge.tracker.tickets.map(({ updated }) => updated)),
		);
		time.goTo(Math.max(...ages.map((one) => Date.parse(one))) + 3.5 * minuteMs);
		const tree = displayTree(view, () => tickets.accounts);
		await tree.draw();
		await settle();
		const shown = tree.says(/\b3m\b.* 3 minutes ago/);
		assert.ok(shown > 0);
		forge.asked.length = 0;
		time.skip(0.7 * minuteMs);
		await tree.age();
		assert.equal(tree.says(/\b3m\b| 3 minutes ago/), 0);
		assert.equal(tree.says(/\b4m\b.* 4 minutes ago/), shown);
		assert.deepEqual(forge.asked, []);
	});
});
