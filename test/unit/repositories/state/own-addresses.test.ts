import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { repositoryRows } from '../../../../src/forge/rows/repositories.ts';
import type { User } from '../../../../src/forge/shapes/people.ts';
import { OwnAddresses } from '../../../../src/repositories/state/own-addresses.ts';
import { clientOf } from '../../../kit/forge/client-of.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const day = 24 * 60 * 60_000;
const { signal } = new AbortController();

describe('The mail addresses of the user', () => {
	const { storage } = stage();
	const clock = stopTheDate(0);

	async function open() {
		const cache = await storage();
		const asked: number[] = [];
		const forge: { email: string | null; isCut: boolean } = {
			email: 'Ana@example.org',
			isCut: false,
		};
		const user = async (): Promise<User> => {
			asked.push(clock.now);
			if (forge.isCut) throw new ForgeError('offline', 'The forge cannot be reached.');
			const rest = { url: null, location: null, bio: null };
			return { canonical_name: '~ana', name: 'ana', email: forge.email, ...rest };
		};
		const window = (...local: readonly string[]) =>
			new OwnAddresses(clientOf(repositoryRows, { user }), () => local, {
				cache,
				log: readable().log,
			});
		return { forge, asked, window };
	}

	it('come from the account, read once a day for all windows, and from local clones', async () => {
		const { forge, asked, window } = await open();
		assert.deepEqual([...(await window('ana@Home.test').read(signal))], ['ana@example.org', 'ana@home.test']);
		const later = window();
		clock.now = day - 1;
		assert.deepEqual([...(await later.read(signal))], ['ana@example.org']);
		assert.deepEqual(asked, [0]);
		clock.now = day;
		forge.email = null;
		assert.deepEqual([...(await later.read(signal))], []);
		assert.deepEqual(asked, [0, day]);
	});
});
