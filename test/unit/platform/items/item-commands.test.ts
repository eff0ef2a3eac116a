import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Ownership } from '../../../../src/platform/model/ownership.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { answerWith, choose, passTurns, signInOffer, takeCalls } from '../../../kit/window/editor.ts';
import { itemBoxRows, shownRows, typeInItemBox } from '../../../kit/window/item-box.ts';
import { type LampAccount, type LampKey, lamp, lampAccount, lampItems } from './lamps.ts';

const [{ ItemCommands }, { pickItem, pickSubscribedItem }] = await Promise.all([
	import('../../../../src/platform/items/item-commands.ts'),
	import('../../../../src/platform/items/pick-item.ts'),
]);

const isKey = (value: unknown): value is LampKey =>
	typeof value === 'object' && value !== null && 'lamp' in value;

/** The commands on lamps, and one that switches on a lamp. */
class LampCommands extends ItemCommands<LampAccount, LampKey> {
	readonly acted: LampKey[] = [];

	constructor(accounts: readonly LampAccount[]) {
		const source = { accounts, of: (id: string) => accounts.find(({ session }) => session.id === id) };
		super(lampItems, source, undefined, ([row]) => (isKey(row) ? row : undefined));
	}

	switchOn(args: CommandArguments, ownership: Ownership): Promise<void> {
		return this.runOnOwned(args, 'Switch On', ownership, async (key) => void this.acted.push(key));
	}
}

const keyOf = (text: string, account = 'ana'): LampKey => lampItems.keyOf(account, lamp(text));

describe('A command for own or for pinned items', () => {
	async function open() {
		const ana = await lampAccount('ana', ['hall']);
		await ana.lamps.own.refresh();
		return { ana, commands: new LampCommands([ana]) };
	}

	for (const [ownership, given, told] of [
		['own', '~bob/desk', 'Switch On is only available for your own lamps.'],
		['pinned', '~ana/hall', 'Switch On is only available for lamps that you have pinned.'],
	] as const) {
		it(`refuses an item that is not ${ownership}`, async () => {
			const { commands } = await open();
			await commands.switchOn([keyOf(given)], ownership);
			assert.deepEqual([commands.acted, takeCalls()], [[], [`information: ${told}`]]);
		});
	}

	it('acts on the item that it was called on, or else on the one that the user picks', async () => {
		const { ana, commands } = await open();
		await ana.lamps.pins.pin(lamp('~bob/desk'));
		await commands.switchOn([keyOf('~ana/hall')], 'own');
		await commands.switchOn([], 'own');
		await commands.switchOn([], 'pinned');
		assert.deepEqual(commands.acted, [keyOf('~ana/hall'), keyOf('~ana/hall'), keyOf('~bob/desk')]);
	});

	it('does nothing if the account is signed out or the row is gone, and says so of the row', async () => {
		const { commands } = await open();
		await commands.switchOn([keyOf('~ana/hall', 'bob')], 'own');
		assert.deepEqual(takeCalls(), []);
		await commands.switchOn([undefined], 'own');
		assert.deepEqual(takeCalls(), ['status bar: The list changed. Try again.']);
		assert.deepEqual(commands.acted, []);
	});
});

describe('Pinning an item', () => {
	async function open(...names: readonly string[]) {
		const accounts = await Promise.all(names.map((name) => lampAccount(name, ['hall'])));
		const [account] = accounts;
		return { commands: new LampCommands(accounts), account: account ?? (await lampAccount('nobody')) };
	}

	it('takes the name that the forge has for it, and shows its row while the box is open', async () => {
		const { commands, account } = await open('ana');
		const { shown, showRow } = shownRows();
		const pinned = commands.pin(showRow);
		const box = await typeInItemBox('https://git.forge.test/~bob/Desk');
		assert.equal(box.title, 'Pin Lamp: forge.test');
		box.accept();
		await pinned;
		assert.deepEqual([shown, account.lamps.pins.all], [['ana/~bob/desk'], [lamp('~bob/desk')]]);
	});

	it('lets the user choose among those of a user, and says what the account has to do with each', async () => {
		const { commands, account } = await open('ana');
		await account.lamps.pins.pin(lamp('~bob/hall'));
		account.lamps.subscribed?.put([{ id: 1, ...lamp('~bob/hall') }]);
		const pinned = commands.pin(shownRows().showRow);
		const box = await typeInItemBox('~bob');
		const rows = await itemBoxRows(box, 'hall');
		assert.deepEqual(rows, ['$(lightbulb) ~bob/hall · red · subscribed · pinned']);
		box.choose('hall');
		await pinned;
		assert.deepEqual(account.lamps.pins.all, [lamp('~bob/hall')]);
	});

	it('asks again if it does not exist, and pins nothing if the user leaves', async () => {
		const { commands, account } = await open('ana');
		const { shown, showRow } = shownRows();
		const pinned = commands.pin(showRow);
		const box = await typeInItemBox('~bob/gone');
		box.accept();
		await itemBoxRows(box, 'Not found');
		box.hide();
		await pinned;
		assert.deepEqual([shown, account.lamps.pins.all], [[], []]);
	});

	it('shows an own item without a pin', async () => {
		const { commands, account } = await open('ana');
		const { shown, showRow } = shownRows();
		const pinned = commands.pin(showRow);
		const box = await typeInItemBox('~ana/hall');
		box.accept();
		await pinned;
		assert.deepEqual([shown, account.lamps.pins.all], [['ana/~ana/hall'], []]);
	});

	it('can be undone, also without a row', async () => {
		const { commands, account } = await open('ana');
		const { pins } = account.lamps;
		for (const args of [[keyOf('~bob/desk')], []] as const) {
			await pins.pin(lamp('~bob/desk'));
			await commands.unpin(args);
			assert.deepEqual(pins.all, []);
		}
	});

	it('asks for the account if there are several, and to sign in if there is none', async () => {
		const { showRow } = shownRows();
		await (await open('ana', 'bob')).commands.pin(showRow);
		assert.deepEqual(takeCalls(), ['pick: Pin Lamp: ~ana (forge.test) | ~bob (forge.test)']);
		await (await open()).commands.pin(showRow);
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});

describe('Choosing an item', () => {
	it('takes the only one without asking, and reads what is not known', async () => {
		const ana = await lampAccount('ana', ['hall']);
		for (const calls of [['progress: Loading lamps'], []]) {
			assert.deepEqual(await pickItem(lampItems, { accounts: [ana] }, 'Title'), keyOf('~ana/hall'));
			assert.deepEqual(takeCalls(), calls);
		}
	});

	it('offers those of the workspace first, also if they are neither own nor pinned', async () => {
		const ana = await lampAccount('ana', ['hall', 'attic']);
		const { items: project } = projectItems('~ana/hall', '~bob/x');
		answerWith(choose('x'));
		assert.deepEqual(await pickItem(lampItems, { accounts: [ana], project }, 'Title'), keyOf('~bob/x'));
		assert.equal(
			takeCalls().at(-1),
			'pick: Title: Select a lamp: $(lightbulb) ~ana/hall (forge.test · this project) | $(lightbulb) ~bob/x (forge.test · this project) | $(lightbulb) ~ana/attic (forge.test)',
		);
		assert.equal(await pickItem(lampItems, { accounts: [ana] }, 'Title'), undefined);
	});

	for (const [ownership, found, none] of [
		['own', '~ana/hall', 'You have no lamps of your own.'],
		['pinned', '~bob/desk', 'You have no pinned lamps.'],
		[undefined, undefined, 'You have no lamps yet. Create, pin or subscribe to one first.'],
	] as const) {
		it(`offers ${ownership ?? 'all'} items, and says so if there is none`, async () => {
			const [ana, carol] = [await lampAccount('ana', ['hall']), await lampAccount('carol')];
			await ana.lamps.pins.pin(lamp('~bob/desk'));
			const picked = await pickItem(lampItems, { accounts: [ana] }, 'Title', ownership);
			assert.deepEqual(picked, found && keyOf(found));
			assert.equal(await pickItem(lampItems, { accounts: [carol] }, 'Title', ownership), undefined);
			assert.equal(takeCalls().at(-1), `information: ${none}`);
		});
	}

	it('fails if none could be read, and offers even a single one if some could not', async () => {
		const ana = await lampAccount('ana', ['hall']);
		ana.forge.failure = new ForgeError('offline', 'It is dark.');
		await assert.rejects(pickItem(lampItems, { accounts: [ana] }, 'Title'), { kind: 'offline' });
		await ana.lamps.pins.pin(lamp('~bob/desk'));
		assert.equal(await pickItem(lampItems, { accounts: [ana] }, 'Title'), undefined);
		assert.equal(
			takeCalls().at(-1),
			'pick: Title: Select a lamp (some could not be loaded): $(lightbulb) ~bob/desk (forge.test)',
		);
	});

	it('offers only subscribed ones to end a subscription', async () => {
		const ana = await lampAccount('ana', ['hall']);
		assert.equal(await pickSubscribedItem(lampItems, [ana], 'Title'), undefined);
		assert.equal(takeCalls().at(-1), "information: You aren't subscribed to any lamps.");
		ana.lamps.subscribed?.put([{ id: 1, ...lamp('~bob/desk') }]);
		assert.deepEqual(await pickSubscribedItem(lampItems, [ana], 'Title'), keyOf('~bob/desk'));
	});

	it('begins with signing in if no account is signed in', async () => {
		answerWith(choose('Sign In'));
		assert.equal(await pickItem(lampItems, { accounts: [] }, 'Title'), undefined);
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer, 'command: tildeforge.signIn']);
	});
});
