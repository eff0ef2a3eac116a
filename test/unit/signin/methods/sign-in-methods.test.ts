import assert from 'node:assert/strict';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import {
	chooseCallback,
	type EditorEnvironment,
	listSignInMethods,
} from '../../../../src/signin/methods/sign-in-methods.ts';

const identity = 'https://meta.example.org';

describe('The sign-in methods of a forge', () => {
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
		it(`are ${names.join(', ')} with ${Object.keys(known).join(' and ') || 'nothing'} configured and OAuth ${oauth ?? 'unknown'}`, () => {
			const offered = listSignInMethods(known.identity, known.clientId, oauth);
			assert.deepEqual(
				offered.map(({ name }) => name),
				names,
			);
			for (const { label, detail } of offered) assert.ok(label !== '' && detail.endsWith('.'));
		});
	}
});

describe('The redirect target of the browser', () => {
	type Set = Pick<Instance, 'callback' | 'callbackPort'>;
	const localWindow = { isWeb: false, isRemote: false, isWorkspaceExtension: true };
	const remoteWindow = { isWeb: false, isRemote: true, isWorkspaceExtension: true };
	/** The window shows a remote machine, and the extension is installed only on the local one. */
	const localExtension = { isWeb: false, isRemote: true, isWorkspaceExtension: false };
	const browserWindow = { isWeb: true, isRemote: false, isWorkspaceExtension: true };
	const remoteBrowserWindow = { isWeb: true, isRemote: true, isWorkspaceExtension: true };
	const editor = { kind: 'editor' };
	// The port that the README and the setup step name.
	const fixed = 27_555;
	const loopback = (port: number, isForwarded = false) => ({ kind: 'loopback', port, isForwarded });
	const here = [localWindow, localExtension, browserWindow, remoteBrowserWindow];
	const everywhere = [remoteWindow, ...here];
	const cases: readonly [set: Set, where: readonly EditorEnvironment[], to: unknown][] = [
		[{}, here, loopback(fixed)],
		[{}, [remoteWindow], loopback(fixed, true)],
		[{ callbackPort: 4711 }, here, loopback(4711)],
		[{ callbackPort: 4711 }, [remoteWindow], loopback(4711, true)],
		[{ callback: 'loopback' }, here, loopback(fixed)],
		[{ callback: 'loopback' }, [remoteWindow], loopback(fixed, true)],
		[{ callback: 'editor' }, everywhere, editor],
		[{ callback: 'editor', callbackPort: 4711 }, everywhere, editor],
	];
	for (const [set, wheres, to] of cases) {
		for (const where of wheres) {
			it(`is ${JSON.stringify(to)} for ${JSON.stringify(set)} in ${JSON.stringify(where)}`, () =>
				assert.deepEqual(chooseCallback({ name: 'example.org', ...set }, where), to));
		}
	}
});
