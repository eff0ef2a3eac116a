import assert from 'node:assert/strict';
import type { Instance } from '../../../src/signin/instance.ts';
import { callbackOf, doors, type Surroundings } from '../../../src/signin/methods.ts';

const identity = 'https://meta.example.org';

describe('The doors of a forge', () => {
	type Known = Pick<Instance, 'identity' | 'clientId'>;
	const cases: readonly [known: Known, oauth: boolean | undefined, names: readonly string[]][] = [
		...[true, false, undefined].flatMap((oauth): [Known, boolean | undefined, string[]][] => [
			[{}, oauth, ['token']],
			[{ identity }, oauth, ['token']],
			[{ clientId: 'c' }, oauth, ['token']],
		]),
		[{ identity, clientId: 'c' }, true, ['browser', 'token']],
		[{ identity, clientId: 'c' }, false, ['token', 'exchange']],
		[{ identity, clientId: 'c' }, undefined, ['browser', 'token', 'exchange']],
	];
	for (const [known, oauth, names] of cases) {
		it(`with ${Object.keys(known).join(' and ') || 'nothing'} known, OAuth ${oauth}: ${names}`, () => {
			const offered = doors(known, oauth);
			assert.deepEqual(
				offered.map(({ name }) => name),
				names,
			);
			for (const { label, detail } of offered) assert.ok(label !== '' && detail.endsWith('.'));
		});
	}
});

describe('Where the browser comes back to', () => {
	type Set = Pick<Instance, 'callback' | 'callbackPort'>;
	const here = { web: false, remote: false, workspace: true };
	const far = { web: false, remote: true, workspace: true };
	/** The window shows a remote machine, and the extension is installed only on the local one. */
	const beside = { web: false, remote: true, workspace: false };
	const page = { web: true, remote: false, workspace: true };
	const farPage = { web: true, remote: true, workspace: true };
	const editor = { kind: 'editor' };
	const loopback = (port: number, isForwarded = false) => ({ kind: 'loopback', port, isForwarded });
	const everywhere = [here, far, beside, page, farPage];
	const cases: readonly [set: Set, where: readonly Surroundings[], to: unknown][] = [
		[{}, [here, beside, page, farPage], loopback(0)],
		[{}, [far], loopback(0, true)],
		[{ callbackPort: 4711 }, [here, beside, page, farPage], loopback(4711)],
		[{ callbackPort: 4711 }, [far], loopback(4711, true)],
		[{ callback: 'loopback' }, [here, beside, page, farPage], loopback(0)],
		[{ callback: 'loopback' }, [far], loopback(0, true)],
		[{ callback: 'editor' }, everywhere, editor],
		[{ callback: 'editor', callbackPort: 4711 }, everywhere, editor],
	];
	for (const [set, wheres, to] of cases) {
		for (const where of wheres) {
			it(`${JSON.stringify(set)} at ${JSON.stringify(where)}`, () =>
				assert.deepEqual(callbackOf(set, where), to));
		}
	}
});
