import assert from 'node:assert/strict';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import { until } from '../../../../tools/until.ts';
import { webhookWindows } from './webhook-windows.ts';

const trackerEvents = 'label:create,label:delete,ticket:create,event:create';

describe('Hooks that could not be removed at sign-out', () => {
	const { start } = webhookWindows();

	/** Alice has signed out in a window with hooks while the forge could not be reached. */
	async function signedOut() {
		const forge = await start('event-on-tracker');
		const window = await forge.open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		window.kill();
		forge.line.isCut = true;
		const left = await forge.signOut();
		forge.line.isCut = false;
		return { ...forge, left, port: window.port };
	}

	it('are used again by the next session with the same token, or removed if nothing wants them', async () => {
		const { left, open, hooks, take, port } = await signedOut();
		assert.equal(left, 'some');
		assert.equal(hooks().length, 2);
		take();
		const window = await open({ wanted: ['editor'], port });
		await window.shows('editor registered');
		await until(() => hooks().length === 1, { what: 'the other one is removed' });
		assert.ok(!take().includes('POST editor'));
	});

	it('are removed by the next sign-out, even if no window has used them', async () => {
		const { signOut, hooks } = await signedOut();
		assert.equal(await signOut(), 'none');
		assert.deepEqual(hooks(), []);
	});

	it('stay remembered while another token is used, which does not see them', async () => {
		const { open, hooks, take, port } = await signedOut();
		take();
		const other = await open({ wanted: ['editor'], token: 'alice2' });
		await other.shows('editor registered');
		assert.deepEqual(take(), ['POST editor']);
		other.kill();
		assert.equal(hooks().length, 3);
		const window = await open({ wanted: ['editor', 'shell'], port });
		await window.shows('editor registered', 'shell registered');
		assert.ok(!take().includes('POST editor'));
	});

	it('are replaced by exactly the same after the user has revoked their token and signs in with a new one', async () => {
		const { open, hooks, forge, happen } = await start('event-on-tracker');
		const before = await open({ wanted: ['editor', 'shell'] });
		await before.shows('editor registered', 'shell registered');
		const all = hooks().toSorted();
		forge.accounts.revoke('alice');
		before.kill();
		const after = await open({ wanted: ['editor', 'shell'], token: 'alice2', port: before.port });
		await after.shows('editor registered', 'shell registered');
		await happen('editor');
		await until(() => after.delivered.length > 0);
		assert.deepEqual(hooks().toSorted(), all);
		assert.deepEqual(after.delivered, ['label:delete editor']);
	});

	it('are not those of other programs or installations, which are never touched', async () => {
		const { open, hooks, webhooksOf, port, signOut } = await signedOut();
		const url = `http://127.0.0.1:${port}/hook/${'0'.repeat(32)}`;
		const place = { owner: '~alice', tracker: 'shell' };
		await webhooksOf()('tracker', { token: 'alice' }).createHook(place, { url, events: ['label:create'] });
		const elsewhere = await open({ wanted: ['shell'], key: newKey() });
		await elsewhere.shows('shell registered');
		elsewhere.kill();
		const window = await open({ wanted: ['editor'], port });
		await window.shows('editor registered');
		await until(() => hooks().length === 3, { what: 'that of the shell is removed' });
		window.kill();
		await signOut();
		assert.deepEqual(hooks(), ['shell label:create', `shell ${trackerEvents}`]);
	});
});
