import assert from 'node:assert/strict';
import type { Disposable } from '../../../../src/base/disposable.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { ana, MemorySecretStore } from '../../../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const { openSessions } = await import('../../../../src/accounts/forges/sessions.ts');

const forges = 'tildeforge.instances';

describe('VS Code learns whether the user is signed in', () => {
	const ending: Disposable[] = [];
	afterEach(() => {
		for (const one of ending.splice(0)) one.dispose();
		setSetting(forges, undefined);
	});

	const context = (sampleFolder?: string) => ({
		secrets: Object.assign(new MemorySecretStore(), { onDidChange: () => ({ dispose: () => {} }) }),
		globalStorageUri: { fsPath: temporaryFolder('sessions') },
		workspaceState: { get: () => sampleFolder, update: async () => {} },
	});
	async function open(at: ReturnType<typeof context>) {
		takeCalls();
		const sessions = await openSessions({
			context: at as never,
			log: readable().log,
			secrets: new Secrets(),
			changes: new Emitter() as never,
			accounts: async () => assert.fail(),
		});
		ending.push(sessions);
		return sessions;
	}
	const said = () =>
		takeCalls()
			.filter((call) => call.includes('setContext'))
			.map((call) => call.replace('command: setContext: tildeforge.', ''));

	it('and nothing before that', async () => {
		await open(context());
		assert.deepEqual(said(), []);
	});

	it('to a forge', async () => {
		const at = context();
		setSetting(forges, [{ name: ana.instance }]);
		const { registry } = await open(at);
		const { id } = await registry.put(ana);
		assert.deepEqual(said(), ['signedIn: true', 'signedInToForge: true']);
		await registry.remove(id);
		assert.deepEqual(said(), ['signedIn: false', 'signedInToForge: false']);
	});

	it('only while the forge is in the settings', async () => {
		const { registry } = await open(context());
		await registry.put(ana);
		assert.deepEqual(said(), []);
		setSetting(forges, [{ name: ana.instance }]);
		assert.deepEqual(said(), ['signedIn: true', 'signedInToForge: true']);
		setSetting(forges, [{ name: 'another.org' }]);
		assert.deepEqual(said(), ['signedIn: false', 'signedInToForge: false']);
	});

	it('to the sample forge', async () => {
		const { registry } = await open(context());
		await registry.addTemporary(ana);
		assert.deepEqual(said(), ['signedIn: true']);
	});

	it('before the sample forge of the window is started again, and if that fails', async () => {
		const { updateSignedIn, rememberedSample } = await open(context('sample-1'));
		assert.deepEqual(said(), ['signedIn: true']);
		rememberedSample.didRestore();
		updateSignedIn();
		assert.deepEqual(said(), ['signedIn: false']);
	});
});
