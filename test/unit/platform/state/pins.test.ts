import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/platform/state/files.ts';
import { Pins, withPins } from '../../../../src/platform/state/pins.ts';
import { readable } from '../../tickets/state/forge.ts';

describe('The pins of an account', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'tildeforge-pins-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	async function open(changed = () => {}) {
		const { log } = readable();
		const pins = new Pins({ storage: fileStorage(folder, log), name: ['pins', 'ana'], log, changed });
		await pins.read();
		return pins;
	}

	const [tools, paint] = [
		{ owner: '~bob', name: 'tools' },
		{ owner: '~bob', name: 'paint' },
	];

	it('are kept in the order in which they were pinned, once each, for all windows', async () => {
		let changes = 0;
		const one = await open(() => changes++);
		const other = await open();
		await one.pin(tools);
		await other.pin(paint);
		await one.pin({ ...tools });
		assert.deepEqual(one.all, [tools, paint]);
		await one.unpin({ ...tools });
		assert.deepEqual((await open()).all, [paint]);
		assert.equal(changes, 3);
	});

	it('follow the own items, without those among them', () => {
		assert.deepEqual(withPins([paint], [tools, { ...paint }]), [paint, tools]);
	});
});
