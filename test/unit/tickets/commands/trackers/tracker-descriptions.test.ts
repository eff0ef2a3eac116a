import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Tracker } from '../../../../../src/forge/shapes/trackers.ts';
import {
	descriptionAddress,
	TrackerDescriptions,
} from '../../../../../src/tickets/commands/trackers/tracker-descriptions.ts';
import { stage, type TrackerForge } from '../../../../kit/forge/tracker-forge.ts';

const ana = { account: '~ana', instance: 'forge.test' };
const place = descriptionAddress({ account: 'session', owner: '~ana', tracker: 'editor' }, ana);

describe('The description of a tracker', () => {
	const { forge: start } = stage();

	/** `kept` is the memory of a window. It outlives the window. */
	function open(forge: TrackerForge, kept = new Map<string, unknown>()) {
		const told: Tracker[] = [];
		const session = { ...ana, id: 'session', method: 'token' as const, token: '' };
		const whose = { ...session, scopes: null, expires: null, refresh: null, client: null };
		const account = {
			session: whose,
			client: forge.client('ana'),
			trackers: { put: (tracker: Tracker) => void told.push(tracker) },
		};
		const accounts = [account];
		const memory = {
			get: <T>(name: string) => kept.get(name) as T | undefined,
			update: async (name: string, value: unknown) => void kept.set(name, value),
		};
		return { descriptions: new TrackerDescriptions(() => accounts, memory), accounts, told };
	}
	const says = (words: RegExp) => (error: unknown) =>
		error instanceof ForgeError && words.test(error.message);
	const text = 'One\n\n- two\n- three\n';

	it('is saved with all its lines and appears in the views', async () => {
		const forge = await start();
		forge.trackers.update(forge.tracker, { description: 'Old' });
		const { descriptions, told } = open(forge);
		assert.equal(await descriptions.read(place), 'Old');
		await descriptions.write(place, text);
		assert.equal(forge.tracker.description, text);
		assert.deepEqual(
			told.map(({ description }) => description),
			[text],
		);
		await descriptions.write(place, 'And again');
		assert.equal(forge.tracker.description, 'And again');
	});

	it('has the line breaks of the forge even if the editor has others', async () => {
		const forge = await start();
		const { descriptions, told } = open(forge);
		await descriptions.read(place);
		const written = text.replaceAll('\n', '\r\n');
		await descriptions.write(place, written);
		assert.equal(forge.tracker.description, text);
		await descriptions.write(place, written);
		assert.equal(told.length, 1);
		await descriptions.write(place, `${written}More`);
		assert.equal(forge.tracker.description, `${text}More`);
	});

	it('is not overwritten if another user has changed it since it was read', async () => {
		const forge = await start();
		const { descriptions } = open(forge);
		await descriptions.read(place);
		forge.trackers.update(forge.tracker, { description: 'Of somebody else' });
		for (let i = 0; i < 2; i++) {
			await assert.rejects(descriptions.write(place, text), says(/has changed .* Your text is kept/));
		}
		assert.equal(forge.tracker.description, 'Of somebody else');
		await descriptions.read(place);
		await descriptions.write(place, text);
		assert.equal(forge.tracker.description, text);
	});

	it('can still be saved and checked for conflicts after a reload', async () => {
		const forge = await start();
		const kept = new Map<string, unknown>();
		await open(forge, kept).descriptions.read(place);
		await open(forge, kept).descriptions.write(place, text);
		assert.equal(forge.tracker.description, text);
		forge.trackers.update(forge.tracker, { description: 'Of somebody else' });
		await assert.rejects(open(forge, kept).descriptions.write(place, 'x'), says(/has changed/));
	});

	it('counts as saved if only the answer to the request was lost', async () => {
		const forge = await start();
		const { descriptions } = open(forge);
		await descriptions.read(place);
		forge.line.lost = /^PUT/;
		await assert.rejects(descriptions.write(place, text), says(/may have been made/));
		forge.line.lost = undefined;
		await descriptions.write(place, text);
		await descriptions.write(place, 'More');
		assert.equal(forge.tracker.description, 'More');
	});

	for (const [what, arrange, words] of [
		[
			'the account is signed out',
			({ accounts }: ReturnType<typeof open>) => accounts.splice(0),
			/^~ana \(forge\.test\) is not signed in\. Sign in and try again\. Your text is kept here\.$/,
		],
		[
			'the forge cannot be reached',
			(_: unknown, forge: TrackerForge) => Object.assign(forge.line, { cut: true }),
			/refused the connection\. Your text is kept here\.$/,
		],
	] as const) {
		it(`is not saved if ${what}, and the error says so`, async () => {
			const forge = await start();
			const opened = open(forge);
			await opened.descriptions.read(place);
			arrange(opened, forge);
			await assert.rejects(opened.descriptions.write(place, text), says(words));
			assert.equal(forge.tracker.description, '');
		});
	}

	it('that is too long is refused with the message of the forge', async () => {
		const forge = await start();
		const { descriptions } = open(forge);
		await descriptions.read(place);
		await assert.rejects(descriptions.write(place, 'x'.repeat(5000)), says(/4096 characters\. Your/));
	});

	for (const path of ['/~ana/editor', '/~ana', '/~ana/editor/a/b', '']) {
		it(`does not exist at ${JSON.stringify(path)}`, async () => {
			const { descriptions } = open(await start());
			await assert.rejects(
				descriptions.read({ ...place, path }),
				says(/^There is no tracker description at this address\.$/),
			);
		});
	}

	it('is compared with what was read last, which is remembered of fifty descriptions', async () => {
		const kept = new Map<string, unknown>();
		const { descriptions, accounts } = open(await start(), kept);
		const [own = assert.fail()] = accounts;
		for (let nth = 0; nth < 51; nth++) {
			accounts.push({ ...own, session: { ...own.session, account: `~a${nth}` } });
			await descriptions.read({ ...place, query: `~a${nth} (forge.test)` });
		}
		const names = () => Object.keys(Object(kept.get('descriptions.seen'))).map((name) => name.split(' ')[0]);
		assert.deepEqual([names().length, names()[0], names().at(-1)], [50, '~a1', '~a50']);
		await descriptions.read({ ...place, query: '~a1 (forge.test)' });
		assert.deepEqual([names().length, names().at(-1)], [50, '~a1']);
	});
});
