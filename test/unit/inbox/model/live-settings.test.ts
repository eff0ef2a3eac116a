import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLiveSettings } from '../../../../src/inbox/model/live-settings.ts';

const hooks = 'https://hooks.example.org';

describe('The settings for webhooks', () => {
	for (const [port, address, wanted] of [
		[undefined, undefined, { port: 0, publicAddress: undefined }],
		[null, null, { port: 0, publicAddress: undefined }],
		[0, '', { port: 0, publicAddress: undefined }],
		[4711, ' ', { port: 4711, publicAddress: undefined }],
		[4711, hooks, { port: 4711, publicAddress: hooks }],
		[4711, ` ${hooks}/ `, { port: 4711, publicAddress: hooks }],
		[
			65_535,
			'http://HOOKS.example.org:8080/forge/',
			{ port: 65_535, publicAddress: 'http://hooks.example.org:8080/forge' },
		],
	] as const) {
		it(`are read: port ${port}, address ${JSON.stringify(address)}`, () =>
			assert.deepEqual(readLiveSettings(port, address), { ...wanted, problems: [] }));
	}

	for (const [port, address, problem] of [
		[-1, '', /^The setting tildeforge\.live\.port must be a whole number from 0 to 65535, not -1\.$/],
		[65_536, '', /not 65536\.$/],
		[1.5, '', /not 1\.5\.$/],
		['80', '', /not "80"\.$/],
		[
			4711,
			'hooks.example.org',
			/^The setting tildeforge\.live\.publicAddress must be an address such as https:\/\/\S+, not "hooks/,
		],
		[4711, 'ftp://hooks.example.org', /not "ftp:/],
		[4711, `${hooks}?key=1`, /must be an address/],
		[4711, `${hooks}#`, /must be an address/],
		[4711, 'https://ana:secret@hooks.example.org', /must be an address/],
		[4711, 7, /not 7\.$/],
		[0, hooks, /needs tildeforge\.live\.port: the port of this machine/],
		[undefined, hooks, /needs tildeforge\.live\.port/],
	] as const) {
		it(`are wrong, and then webhooks are not used: port ${port}, address ${JSON.stringify(address)}`, () => {
			const { problems, ...settings } = readLiveSettings(port, address);
			assert.deepEqual(settings, { port: 0, publicAddress: undefined });
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', problem);
		});
	}

	it('are read or reported as wrong, whatever they contain', () =>
		fc.assert(
			fc.property(
				fc.oneof(fc.integer(), fc.anything()),
				fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.anything()),
				(givenPort, givenAddress) => {
					const { port, publicAddress, problems } = readLiveSettings(givenPort, givenAddress);
					assert.ok(Number.isInteger(port) && port >= 0 && port < 65_536);
					if (publicAddress === undefined) return;
					assert.deepEqual([problems, port > 0], [[], true]);
					assert.equal(new URL(`${publicAddress}/hook/1`).href, `${publicAddress}/hook/1`);
				},
			),
		));
});
