import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { descriptionAddress } from '../../../../../src/tickets/commands/descriptions/description-address.ts';
import { Descriptions } from '../../../../../src/tickets/commands/descriptions/descriptions.ts';
import { stage, type TrackerForge } from '../../../../kit/forge/tracker-forge.ts';
import { signedIn } from '../signed-in.ts';

const editor = { account: 'ana', owner: '~ana', tracker: 'editor' };

const trackerKind = {
	what: 'tracker',
	key: editor,
	ref: '~ana/editor',
	get: ({ tracker }: TrackerForge) => tracker.description,
	set: (forge: TrackerForge, description: string) => forge.trackers.update(forge.tracker, { description }),
	change: /^PUT/,
	/** More characters than the forge accepts. */
	tooMany: 5000,
	refusal: /4096 characters\. Your/,
};
const firstTicket = ({ tracker }: TrackerForge) => tracker.tickets[0] ?? assert.fail('There is no ticket.');
const ticketKind: typeof trackerKind = {
	what: 'ticket',
	key: { ...editor, ticket: 1 } as typeof editor,
	ref: '~ana/editor#1',
	get: (forge) => firstTicket(forge).description,
	set: (forge, description) => forge.trackers.tickets.edit(firstTicket(forge), { description }),
	change: /^POST \/query/,
	tooMany: 20_000,
	refusal: /16384 characters\. Your/,
};

describe('A description', () => {
	const resources = stage();

	/** `kept` is the memory of a window. It outlives the window. */
	async function open(started?: TrackerForge, kept = new Map<string, unknown>()) {
		const forge = started ?? (await resources.forge());
		if (!started) forge.fill(1);
		const tickets = await signedIn({ ...forge, extrasOf: forge.extras }, resources, 'ana');
		const memory = {
			get: <T>(name: string) => kept.get(name) as T | undefined,
			update: async (name: string, value: unknown) => void kept.set(name, value),
		};
		const [ana = assert.fail()] = tickets.accounts;
		const addressOf = (key: typeof editor) => descriptionAddress(key, ana.session);
		return { forge, tickets, ana, addressOf, descriptions: new Descriptions(tickets, memory) };
	}
	const says = (words: RegExp) => (error: unknown) =>
		error instanceof ForgeError && words.test(error.message);
	const text = 'One\n\n- two\n- three\n';

	for (const { what, key, ref, get, set, change, tooMany, refusal } of [trackerKind, ticketKind]) {
		it(`of a ${what} is saved with all its lines`, async () => {
			const { forge, addressOf, descriptions } = await open();
			set(forge, 'Old');
			assert.equal(await descriptions.read(addressOf(key)), 'Old');
			await descriptions.write(addressOf(key), text);
			assert.equal(get(forge), text);
			await descriptions.write(addressOf(key), 'And again');
			assert.equal(get(forge), 'And again');
			await descriptions.write(addressOf(key), '');
			assert.equal(get(forge), '');
		});

		it(`of a ${what} has the line breaks of the forge even if the editor has others`, async () => {
			const { forge, addressOf, descriptions } = await open();
			await descriptions.read(addressOf(key));
			const written = text.replaceAll('\n', '\r\n');
			await descriptions.write(addressOf(key), written);
			assert.equal(get(forge), text);
			forge.asked.length = 0;
			await descriptions.write(addressOf(key), written);
			assert.doesNotMatch(forge.asked.join(), /PUT|POST/);
			await descriptions.write(addressOf(key), `${written}More`);
			assert.equal(get(forge), `${text}More`);
		});

		it(`of a ${what} is not overwritten if another user has changed it since it was read`, async () => {
			const { forge, addressOf, descriptions } = await open();
			await descriptions.read(addressOf(key));
			set(forge, 'Of another user');
			for (let i = 0; i < 2; i++) {
				await assert.rejects(
					descriptions.write(addressOf(key), text),
					says(new RegExp(`The description of ${ref} has changed .* Your text is kept`)),
				);
			}
			assert.equal(get(forge), 'Of another user');
			await descriptions.read(addressOf(key));
			await descriptions.write(addressOf(key), text);
			assert.equal(get(forge), text);
		});

		it(`of a ${what} can still be saved and checked for conflicts after a reload`, async () => {
			const kept = new Map<string, unknown>();
			const { forge, addressOf, descriptions } = await open(undefined, kept);
			await descriptions.read(addressOf(key));
			await (await open(forge, kept)).descriptions.write(addressOf(key), text);
			assert.equal(get(forge), text);
			set(forge, 'Of another user');
			const later = await open(forge, kept);
			await assert.rejects(later.descriptions.write(addressOf(key), 'x'), says(/has changed/));
		});

		it(`of a ${what} counts as saved if only the answer to the request was lost`, async () => {
			const { forge, addressOf, descriptions } = await open();
			await descriptions.read(addressOf(key));
			await descriptions.write(addressOf(key), 'The number of the tracker is known now');
			forge.line.lost = change;
			await assert.rejects(descriptions.write(addressOf(key), text), says(/may have been made/));
			forge.line.lost = undefined;
			assert.equal(get(forge), text);
			await descriptions.write(addressOf(key), text);
			await descriptions.write(addressOf(key), 'More');
			assert.equal(get(forge), 'More');
		});

		it(`of a ${what} is not saved if the forge cannot be reached, and the error says so`, async () => {
			const { forge, addressOf, descriptions } = await open();
			await descriptions.read(addressOf(key));
			const before = get(forge);
			forge.line.cut = true;
			await assert.rejects(
				descriptions.write(addressOf(key), text),
				says(/refused the connection\. Your text is kept here\.$/),
			);
			assert.equal(get(forge), before);
		});

		it(`of a ${what} that is too long is refused with the message of the forge`, async () => {
			const { addressOf, descriptions } = await open();
			await descriptions.read(addressOf(key));
			await assert.rejects(descriptions.write(addressOf(key), 'x'.repeat(tooMany)), says(refusal));
		});
	}

	it('that was saved appears in the view and on the page', async () => {
		const { ana, tickets, addressOf, descriptions } = await open();
		await ana.trackers.own.refresh();
		const user = new Lifetime();
		resources.ending(() => user.dispose());
		const trackerCache = tickets.trackerCache(editor, user);
		for (const { key } of [trackerKind, ticketKind]) {
			await descriptions.read(addressOf(key));
			await descriptions.write(addressOf(key), text);
		}
		assert.equal(ana.trackers.own.value?.[0]?.description, text);
		assert.equal(trackerCache?.tickets.get(1)?.description, text);
	});

	it('is not saved for an account that is signed out, and the error says so', async () => {
		const { descriptions, addressOf } = await open();
		const address = { ...addressOf(editor), query: '~bob (forge.test)' };
		await assert.rejects(
			descriptions.write(address, text),
			says(/^~bob \(forge\.test\) is not signed in\. Sign in and try again\. Your text is kept here\.$/),
		);
	});

	for (const path of ['/~ana/editor', '/~ana', '/~ana/editor/a/b', '']) {
		it(`does not exist at ${JSON.stringify(path)}`, async () => {
			const { descriptions, addressOf } = await open();
			await assert.rejects(
				descriptions.read({ ...addressOf(editor), path }),
				says(/^There is no description at this address\.$/),
			);
		});
	}

	it('is compared with what was read last, which is remembered of fifty descriptions', async () => {
		const kept = new Map<string, unknown>();
		const { forge, descriptions, addressOf } = await open(undefined, kept);
		forge.fill(51);
		for (let ticket = 1; ticket <= 51; ticket++)
			await descriptions.read(addressOf({ ...editor, ticket } as typeof editor));
		const names = () => Object.keys(Object(kept.get('descriptions.seen'))).map((name) => name.split('#')[1]);
		assert.deepEqual([names().length, names()[0], names().at(-1)], [50, '2.md', '51.md']);
		await descriptions.read(addressOf({ ...editor, ticket: 2 } as typeof editor));
		assert.deepEqual([names().length, names().at(-1)], [50, '2.md']);
	});
});
